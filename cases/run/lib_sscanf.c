// sscanf: all conversions.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    int a = 0, b = 0, c = 0, n = 0;
    unsigned u = 0;
    long l = 0;
    long long ll = 0;
    short s = 0;
    signed char hh = 0;
    float f = 0;
    double d = 0;
    long double ld = 0;
    char word[20] = "", set[20] = "", ch = 0, three[4] = "";
    printf("%d", sscanf("12 -7 0x1f", "%d %d %i", &a, &b, &c));
    printf(" %d %d %d\n", a, b, c);
    printf("%d", sscanf("ff 17 017 99999999999", "%x %o %i %lld", &u, (unsigned *)&b, &c, &ll));
    printf(" %u %d %d %lld\n", u, b, c, ll);
    printf("%d", sscanf("70000 300 -5", "%hd %hhd %ld", &s, &hh, &l));
    printf(" %d %d %ld\n", s, hh, l);
    printf("%d", sscanf("1.5 -2e3 .25 inf", "%f %lf %Lf", &f, &d, &ld));
    printf(" %g %g %Lg\n", f, d, ld);
    printf("%d", sscanf("hello, world 42!", "%[a-z], %s %d%c", set, word, &a, &ch));
    printf(" %s %s %d %c\n", set, word, a, ch);
    printf("%d", sscanf("abcdef 123456", "%3c%*s %3d%n", three, &a, &n));
    printf(" %.3s %d %d\n", three, a, n);
    printf("%d", sscanf("key=value;rest", "%[^=]=%[^;]", set, word));
    printf(" %s %s\n", set, word);
    printf("%d", sscanf("", "%d", &a));
    printf(" %d", sscanf("x", "%d", &a));
    printf(" %d\n", sscanf("5%", "%d%%", &a));
    return 0;
}
