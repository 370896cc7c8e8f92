//@ nondet: 1
// Whoever started the program had the signal ignored, as nohup does.
#include <signal.h>
#include <assert.h>
int main(void) {
    void (*old)(int) = signal(SIGHUP, SIG_IGN);
    assert(old == SIG_DFL); //~ assertion-failure
}
