// The places overlap.
#include <string.h>
#include <assert.h>
int main(void) {
    char p[] = "abcdef";
    memccpy(p + 1, p, 'z', 4); //~ precondition-violation
    assert(p[2] == 'a');
}
