// The text that getenv gave need not become the new one.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    if (setenv("CAIRN_CASE", "a", 1) != 0) return 1;
    char *before = getenv("CAIRN_CASE");
    if (setenv("CAIRN_CASE", "b", 1) != 0) return 1;
    assert(before == NULL || *before == 'b'); //~ assertion-failure
    return 0;
}
