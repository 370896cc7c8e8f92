#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
static int sign(int n) { return (n > 0) - (n < 0); }
int main(void) {
    const char *names[] = {"", "a", "b", "a0", "a00", "a1", "a01", "a010", "a09", "a9", "a10", "a11", "a1b", "a10b", "a9b", "000", "00",
                           "01", "010", "09", "0", "1", "9", "10", "foo 0.0", "foo 0.0.0", "foo 0.5", "foo 00.5", "item#99", "item#100",
                           "alpha1", "alpha001", "part1_f012", "part1_f01", "a.1", "a.01", "a-", "a0b", "a00b", "a000", "a0001", "a001"};
    int count = sizeof names / sizeof *names;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) printf("%d ", sign(strverscmp(names[i], names[j])));
        printf("\n");
    }
    return 0;
}
