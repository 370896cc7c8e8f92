#include <langinfo.h>
#include <stdio.h>
int main(void) {
    nl_item items[] = {CODESET, RADIXCHAR, THOUSEP, DAY_1, DAY_7, ABDAY_2, MON_1, MON_12, ABMON_5, AM_STR, PM_STR, D_T_FMT, D_FMT, T_FMT,
                       T_FMT_AMPM, YESEXPR, NOEXPR, CRNCYSTR};
    for (unsigned i = 0; i < sizeof items / sizeof *items; i++) printf("%s\n", nl_langinfo(items[i]));
    return 0;
}
