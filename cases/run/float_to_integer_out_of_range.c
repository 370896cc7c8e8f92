// Floats that do not fit are undefined in C; these are the values of x86-64.
//@ only: 64
#include <stdio.h>
static volatile double numbers[] = {300.7, -1.0, 5e9, -5.5, 1e20, -1e20, 70000, -70000.5, 3e9, -3e9, 1.9e19};
int main(void) {
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        double d = numbers[i];
        float f = (float)d;
        printf("%d %d %d %d ", (unsigned char)d, (signed char)d, (unsigned short)d, (short)d);
        printf("%u %d %llu %lld ", (unsigned)d, (int)d, (unsigned long long)d, (long long)d);
        printf("%d %d %u %llu\n", (unsigned char)f, (short)f, (unsigned)f, (unsigned long long)f);
    }
    return 0;
}
