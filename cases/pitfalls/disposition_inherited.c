//@ nondet: 1
// Whoever started the program had the signal ignored, as nohup does.
#include <signal.h>
#include <assert.h>
int main(void) {
    struct sigaction old;
    sigaction(SIGHUP, 0, &old);
    assert(old.sa_handler == SIG_DFL); //~ assertion-failure
}
