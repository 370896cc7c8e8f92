// A loop that is not entered writes nothing.
#include <cairn.h>
struct pair { int x, y; };
static int count(struct pair *p, int n) {
    for (int i = 0; i < n; i++) p->x = i;
    if (p->x) return 1; //~ uninitialized-read
    return 0;
}
//@ nondet: 0
int main(void) {
    struct pair s;
    return count(&s, cairn_nondet_int());
}
