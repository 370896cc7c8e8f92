// A call may write to one of two objects; one of them is written again afterwards. Where both are one, that write comes last.
#include <assert.h>

static void set(int **at) {
    int *nothing = 0;
    int *old = *at;
    if (*old == 0)
        *at = nothing;
    else
        *old = 7;
}

static void change(int *own, int **read, int **moved) {
    *moved = own;
    if (read == read)
        set(read);
    *own = 8;
}

int main(void) {
    int x = 10;
    int *p = &x, *q = &x;
    change(&x, &p, &q);
    assert(x != 8); //~ assertion-failure
    return 0;
}
