//@ only: 64
// What is shifted by its width or more is undefined, unless the machine says what it is.
#include <cairn.h>
//@ nondet: 200
int main(void) {
    unsigned count = cairn_nondet_uint();
    unsigned __int128 bit = (unsigned __int128)1 << count;
    if (bit == 5) return 2; //~ uninitialized-read
    return 0;
}
