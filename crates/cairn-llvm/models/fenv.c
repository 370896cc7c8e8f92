/* fenv.h: numbers are rounded to the nearest; other ways, and which exceptions were raised, are not known. */
#include "cairn_model.h"

#define TO_NEAREST 0
#define ALL_MODES 0xc00

/* Nobody defines them: whatever comes behind is open. */
int cairn_lib_other_rounding(int mode);
int cairn_lib_raised_exceptions(int among);

int fegetround(void) { return TO_NEAREST; }
int fesetround(int mode) {
    if (mode == TO_NEAREST) return 0;
    return (mode & ~ALL_MODES) != 0 ? 1 : cairn_lib_other_rounding(mode);
}

int feclearexcept(int which) { (void)which; return 0; }
int fetestexcept(int which) { return which == 0 ? 0 : cairn_lib_raised_exceptions(which); }
