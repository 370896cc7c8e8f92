// A stream of bytes takes no wide characters.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
int main(void) {
    printf("x");
    assert(wprintf(L"y") == 1); //~ assertion-failure
    return 0;
}
