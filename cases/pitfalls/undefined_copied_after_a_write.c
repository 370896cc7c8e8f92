// One element is written, nobody knows which; another one is copied.
#include <cairn.h>
struct cell { int x; };
static void move(struct cell *p, int i, struct cell *q) {
    p[i].x = 0;
    *q = p[2];
}
//@ nondet: 1
int main(void) {
    struct cell a[4], q;
    move(a, cairn_nondet_uint() % 4, &q);
    if (q.x) return 1; //~ uninitialized-read
    return 0;
}
