// Several jump buffers: an exception scheme with cleanup and rethrow.
#include <setjmp.h>
#include <stdio.h>

struct handler { jmp_buf buffer; struct handler *outer; };
static struct handler *top;

static void raise_error(int code) { struct handler *h = top; top = h->outer; longjmp(h->buffer, code); }

static int guarded(int (*f)(int), int arg) {
    struct handler h;
    h.outer = top;
    top = &h;
    int code = setjmp(h.buffer);
    if (code == 0) {
        int r = f(arg);
        top = h.outer;
        return r;
    }
    printf("caught %d\n", code);
    if (code > 100) raise_error(code - 100);
    return -code;
}

static int work(int n) { if (n > 5) raise_error(n); return n * 2; }
static int inner(int n) { return guarded(work, n) + 1; }

int main(void) {
    printf("%d\n", guarded(work, 3));
    printf("%d\n", guarded(work, 9));
    printf("%d\n", guarded(inner, 4));
    printf("%d\n", guarded(inner, 142));
    for (int i = 0; i < 3; i++) printf("%d ", guarded(work, 4 + i));
    printf("\n");
    return 0;
}
