// Nothing is read where the length is 0, and the program goes on.
#include <cairn.h>
#include <unistd.h>
//@ nondet: 1000, 0
int main(void) {
    unsigned d = cairn_nondet_uint(), n = cairn_nondet_uint();
    write(1, 0, n);
    return 5 / (int)(d - 1000); //~ division-by-zero
}
