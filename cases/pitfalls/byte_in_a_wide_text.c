// Beyond ASCII, a byte has no meaning in glibc's C locale.
#include <wchar.h>
#include <assert.h>
int main(void) {
    wchar_t b[10];
    assert(swprintf(b, 10, L"%s", "\xe9") == 1); //~ assertion-failure
}
