// The system takes the mask and the flags, too.
#include <signal.h>
int main(void) {
    struct sigaction a;
    a.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &a, 0); //~ uninitialized-read
}
