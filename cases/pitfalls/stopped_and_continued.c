// Somebody lets the program go on.
#include <signal.h>
#include <assert.h>
int main(void) {
    raise(SIGSTOP);
    assert(0); //~ assertion-failure
}
