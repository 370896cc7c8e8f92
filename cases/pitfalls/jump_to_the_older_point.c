// Code between two points is executed again before somebody jumps to the second: with the first size of the array.
#include <cairn.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf first, second;
static int more;
//@ nondet: 0
int main(void) {
    if (setjmp(first) != 0) more = 5;
    int v[2 + more];
    if (setjmp(second) != 0) {
        cairn_assert(sizeof v == 28); //~ assertion-failure
        exit(0);
    }
    if (more == 0) {
        if (cairn_nondet_bool()) longjmp(first, 1);
        else longjmp(second, 1);
    }
    return 0;
}
