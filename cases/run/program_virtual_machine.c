// A stack machine with a program in a table of structs.
#include <stdio.h>
#include <stdlib.h>

enum op { PUSH, ADD, MUL, SUB, DUP, SWAP, JUMP_IF, PRINT, HALT };
struct instruction { enum op op; int operand; };
struct machine { int stack[16], top, pc, steps; };

static void push(struct machine *m, int v) { m->stack[m->top++] = v; }
static int pop(struct machine *m) { return m->stack[--m->top]; }
static void binary(struct machine *m, int (*f)(int, int)) { int b = pop(m), a = pop(m); push(m, f(a, b)); }
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static int sub(int a, int b) { return a - b; }

static void run(struct machine *m, const struct instruction *code) {
    for (;; m->steps++) {
        struct instruction i = code[m->pc++];
        switch (i.op) {
        case PUSH: push(m, i.operand); break;
        case ADD: binary(m, add); break;
        case MUL: binary(m, mul); break;
        case SUB: binary(m, sub); break;
        case DUP: { int v = pop(m); push(m, v); push(m, v); break; }
        case SWAP: { int a = pop(m), b = pop(m); push(m, a); push(m, b); break; }
        case JUMP_IF: if (pop(m)) m->pc = i.operand; break;
        case PRINT: printf("%d\n", m->stack[m->top - 1]); break;
        case HALT: return;
        }
    }
}

int main(void) {
    /* accumulator, counter: accumulator = accumulator * 2 + counter, ten times */
    static const struct instruction code[] = {
        {PUSH, 1}, {PUSH, 10}, {SWAP}, {PUSH, 2}, {MUL}, {SWAP}, {DUP}, {PUSH, 0}, {ADD}, {PUSH, 1}, {SUB},
        {DUP}, {JUMP_IF, 2}, {SWAP}, {PRINT}, {HALT},
    };
    struct machine m = {.top = 0};
    run(&m, code);
    printf("%d steps\n", m.steps);
    return 0;
}
