// Factorials and Fibonacci numbers with digits in an array that grows.
#include <stdio.h>
#include <stdlib.h>

struct big { unsigned *digits; int count, room; };

static void push(struct big *b, unsigned digit) {
    if (b->count == b->room) b->digits = realloc(b->digits, sizeof *b->digits * (b->room = b->room ? b->room * 2 : 2));
    b->digits[b->count++] = digit;
}
static void multiply(struct big *b, unsigned n) {
    unsigned long long carry = 0;
    for (int i = 0; i < b->count; i++) {
        carry += (unsigned long long)b->digits[i] * n;
        b->digits[i] = carry % 1000000000;
        carry /= 1000000000;
    }
    if (carry) push(b, (unsigned)carry);
}
static void add(struct big *a, const struct big *b) {
    unsigned carry = 0;
    for (int i = 0; i < b->count || carry; i++) {
        if (i == a->count) push(a, 0);
        carry += a->digits[i] + (i < b->count ? b->digits[i] : 0);
        a->digits[i] = carry % 1000000000;
        carry /= 1000000000;
    }
}
static void show(const struct big *b) {
    printf("%u", b->digits[b->count - 1]);
    for (int i = b->count - 2; i >= 0; i--) printf("%09u", b->digits[i]);
    printf("\n");
}

int main(void) {
    struct big f = {0}, a = {0}, b = {0};
    push(&f, 1), push(&a, 0), push(&b, 1);
    for (unsigned i = 2; i <= 60; i++) multiply(&f, i);
    for (int i = 0; i < 150; i++) {
        add(&a, &b);
        struct big t = a;
        a = b, b = t;
    }
    show(&f), show(&a);
    free(f.digits), free(a.digits), free(b.digits);
    return 0;
}
