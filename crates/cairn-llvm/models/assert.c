/* assert.h. */
#include "cairn_model.h"

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    __cairn_fail("assertion-failure", expression);
}

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
    (void)file, (void)line, (void)function;
    __cairn_fail("assertion-failure", cairn_lib_error_text(number));
}

void __assert(const char *expression, const char *file, int line) {
    (void)file, (void)line;
    __cairn_fail("assertion-failure", expression);
}

void __chk_fail(void) { __cairn_fail("out-of-bounds", "a fortified function was called with a buffer that is too small"); }
void __stack_chk_fail(void) { __cairn_fail("out-of-bounds", "the stack was overwritten"); }
