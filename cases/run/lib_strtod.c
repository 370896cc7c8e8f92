// Text to floating-point numbers.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"1.5", "-2e3x", ".5.", "0x1.8p4", "inf", "-infinity!", "nan", "1e400", "1e-400", "abc", "", "3.", "1e", "123456789.123456789"};
    for (int i = 0; i < 14; i++) {
        char *end;
        errno = 0;
        double d = strtod(texts[i], &end);
        printf("%g %d %d\n", isnan(d) ? 0.0 : d, (int)(end - texts[i]), errno == ERANGE);
    }
    printf("%g %.9g %.20Lg\n", atof("2.5e-3"), strtof("0.1", NULL), strtold("0.1", NULL));
    return 0;
}
