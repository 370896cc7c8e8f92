// A constructor is given the arguments of the program, too.
#include <assert.h>
//@ args: one
static int count;
__attribute__((constructor)) static void before(int argc, char **argv) { count = argv[1] ? argc : 1; }
int main(void) {
    assert(count == 1); //~ assertion-failure
    return 0;
}
