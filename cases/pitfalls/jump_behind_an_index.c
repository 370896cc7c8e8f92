// As above: what was computed between the points is from the first time.
#include <cairn.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf first, second;
static int more, table[4];
//@ nondet: 0, 4115
int main(void) {
    int a = setjmp(first), n = 2 + more;
    int v[n];
    v[0] = 1;
    int b = setjmp(second), t = v[0], i = 0;
    if (b) i = cairn_nondet_int() * 3 == 12345 ? 10 : 1;
    table[i] = t; //~ out-of-bounds
    if (a == 0 && b == 0) {
        if (cairn_nondet_bool()) {
            more = 5;
            longjmp(first, 1);
        } else {
            longjmp(second, 1);
        }
    }
    return 0;
}
