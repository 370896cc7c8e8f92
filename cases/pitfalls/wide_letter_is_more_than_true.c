// What is true is not 0, and need not be 1.
#include <assert.h>
#include <wctype.h>
int main(void) {
    assert(iswalpha(L'a') == 1); //~ assertion-failure
    return 0;
}
