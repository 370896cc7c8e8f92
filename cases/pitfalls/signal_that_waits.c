// A signal that is blocked does not end the program.
#include <assert.h>
#include <signal.h>
int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGTERM);
    assert(0); //~ assertion-failure
    return 0;
}
