// setjmp and longjmp: values, volatile locals, from nested calls.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf target;
static void deep(int n) {
    if (n == 0) longjmp(target, 7);
    deep(n - 1);
}

int main(void) {
    volatile int attempts = 0;
    int code = setjmp(target);
    printf("setjmp gave %d, attempt %d\n", code, attempts);
    if (attempts++ < 1) deep(5);
    if (attempts++ < 3) longjmp(target, 0);
    switch (setjmp(target)) {
    case 0: longjmp(target, 3);
    case 3: printf("three\n"); break;
    default: printf("wrong\n");
    }
    return 0;
}
