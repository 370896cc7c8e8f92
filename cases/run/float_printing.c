// Every conversion of floating-point numbers.
#include <stdio.h>

int main(void) {
    double xs[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1.23e-7, 123456789.123, 1e100, 0.5, 2.5, 9.995};
    for (int i = 0; i < (int)(sizeof xs / sizeof *xs); i++) {
        printf("[%f] [%e] [%g] [%.0f] [%.3f] [%10.2f] [%-12.4e] [%+g] [% .3g] [%#.0f] [%012.3f]\n", xs[i], xs[i], xs[i], xs[i],
               xs[i], xs[i], xs[i], xs[i], xs[i], xs[i], xs[i]);
    }
    printf("%A %a %.2a\n", 255.5, 0.1, 1.999);
    printf("%.50f\n", 0.1);
    return 0;
}
