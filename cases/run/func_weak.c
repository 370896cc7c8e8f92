// Weak symbols: a weak definition, a weak reference to nothing, an alias.
#include <stdio.h>

__attribute__((weak)) int tunable(void) { return 7; }
extern int missing(void) __attribute__((weak));
int real_name(int x) { return x + 1; }
extern int other_name(int x) __attribute__((alias("real_name")));
__attribute__((weak)) int weak_data = 12;

int main(void) {
    printf("%d %d %d %d\n", tunable(), missing ? missing() : -1, other_name(41), weak_data);
    return 0;
}
