// A call with constants was remembered as one whose checks are recorded, and they were taken back.
#include <cairn.h>
//@ nondet: 1234
static int descend(int a) {
    if (a > 100) return descend(a - 1);
    int x;
    if (a != 7) x = 1;
    if (x > 0) return 3; //~ uninitialized-read
    return 3;
}
static unsigned mixed(unsigned m) {
    for (int k = 0; k < 6; k++) {
        m *= 2654435761u;
        m ^= m >> 13;
        m = m * 2246822519u + 374761393u;
        m ^= m >> 16;
    }
    return m;
}
int main(void) {
    unsigned m = cairn_nondet_uint(), s = descend(1);
    for (unsigned i = 0; i < m; i++)
        if (mixed(m) == 2906617093u) s = descend(7);
    return s == 0;
}
