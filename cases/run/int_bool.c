// _Bool: conversion, arithmetic, in structs, through pointers.
#include <stdio.h>
#include <stdbool.h>

struct flags {
    bool a, b;
    bool bit : 1;
};

static bool is_even(int n) { return n % 2 == 0; }

int main(void) {
    bool t = 42, f = 0.0, g = 0.25, p = &t != 0;
    printf("%d %d %d %d\n", t, f, g, p);
    t += 5;
    printf("%d\n", t);
    f--;
    printf("%d\n", f);
    struct flags s = {.a = true, .bit = 1};
    s.b = s.a && !s.bit;
    s.bit = 8;
    printf("%d %d %d\n", s.a, s.b, s.bit);
    bool *q = &s.b;
    *q = *q || 3;
    printf("%d %d %d\n", s.b, is_even(4), is_even(5));
    printf("%d\n", (bool)0x100 + true + true);
    return 0;
}
