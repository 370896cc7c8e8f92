// Labels as values: a small interpreter with a jump table.
#include <stdio.h>

static int run(const unsigned char *code, int acc) {
    static const void *const table[] = {&&halt, &&inc, &&twice, &&jump_if_small, &&dec};
    const unsigned char *pc = code;
    goto *table[*pc++];
inc: acc++; goto *table[*pc++];
dec: acc--; goto *table[*pc++];
twice: acc *= 2; goto *table[*pc++];
jump_if_small:
    if (acc < 100) pc = code + *pc;
    else pc++;
    goto *table[*pc++];
halt:
    return acc;
}

int main(void) {
    unsigned char program[] = {1, 2, 3, 0, 4, 4, 0};
    printf("%d %d\n", run(program, 0), run(program, 1000));
    void *next = &&a;
    int n = 0;
    goto *next;
a:
    next = n++ < 3 ? &&a : &&b;
    goto *next;
b:
    printf("%d\n", n);
    return 0;
}
