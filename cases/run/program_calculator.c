//@ stdin: 1+2*3\n(4-5)*-6/2\n2^3^2 - 1\n10 % 4 + 0x1F\n1 +\n
// A recursive descent parser that reads expressions from standard input.
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static jmp_buf failed;
static long sum(void);

static void skip(void) { while (isspace((unsigned char)*at)) at++; }
static long atom(void) {
    skip();
    if (*at == '-') { at++; return -atom(); }
    if (*at == '(') {
        at++;
        long v = sum();
        skip();
        if (*at++ != ')') longjmp(failed, 2);
        return v;
    }
    char *end;
    long v = strtol(at, &end, 0);
    if (end == at) longjmp(failed, 1);
    at = end;
    return v;
}
static long power(void) {
    long base = atom(), r = 1;
    skip();
    if (*at != '^') return base;
    at++;
    for (long n = power(); n > 0; n--) r *= base;
    return r;
}
static long product(void) {
    long v = power();
    for (skip(); *at == '*' || *at == '/' || *at == '%'; skip()) {
        char op = *at++;
        long w = power();
        v = op == '*' ? v * w : op == '/' ? v / w : v % w;
    }
    return v;
}
static long sum(void) {
    long v = product();
    for (skip(); *at == '+' || *at == '-'; skip()) v = *at++ == '+' ? v + product() : v - product();
    return v;
}

int main(void) {
    char line[100];
    while (fgets(line, sizeof line, stdin)) {
        at = line;
        int code = setjmp(failed);
        if (code == 0) printf("%ld\n", sum());
        else printf("error %d at %d\n", code, (int)(at - line));
    }
    return 0;
}
