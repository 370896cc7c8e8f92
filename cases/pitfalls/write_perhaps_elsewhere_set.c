// Bytes are set in a local variable, or in something that is not known.
#include <cairn.h>
#include <string.h>
static char b0[4], b1[4], b2[4], b3[4], b4[4], b5[4], b6[4], b7[4], b8[4], b9[4], b10[4], b11[4], b12[4], b13[4], b14[4];
static char *table[30] = {b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14,
                          b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14};
static unsigned mixed(unsigned m) {
    for (int k = 0; k < 6; k++) {
        m *= 2654435761u;
        m ^= m >> 13;
        m = m * 2246822519u + 374761393u;
        m ^= m >> 16;
    }
    return m;
}
//@ nondet: 1234, 3
int main(void) {
    char a[4] = {0};
    int c = cairn_nondet_int();
    unsigned k = cairn_nondet_uint();
    char *p = mixed(c) == 2906617093u ? table[k % 30] : a;
    memset(p, 1, 4);
    cairn_assert(a[0] == 1); //~ assertion-failure
    return 0;
}
