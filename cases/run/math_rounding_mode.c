// The rounding mode is that of the start, and may be set to it.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
int main(void) {
    int mode = fegetround();
    printf("%d %d\n", mode == FE_TONEAREST, fesetround(FE_TONEAREST));
    printf("%d %d\n", fesetround(1) != 0, fesetround(mode));
    printf("%g %g %d\n", rint(2.5), rint(-3.5), feclearexcept(FE_ALL_EXCEPT));
    return 0;
}
