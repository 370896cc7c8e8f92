// What was set is told again.
#include <signal.h>
#include <string.h>
#include <assert.h>
int main(void) {
    struct sigaction a, old;
    memset(&a, 0, sizeof a);
    a.sa_handler = SIG_IGN;
    a.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &a, 0);
    sigaction(SIGUSR1, 0, &old);
    assert(!(old.sa_flags & SA_RESTART)); //~ assertion-failure
}
