// Both arrays of memcmp have all of the bytes, even if the first ones differ.
#include <string.h>
int main(void) {
    char a[2] = {1, 1}, b[4] = {2, 2, 2, 2};
    return memcmp(a, b, 4) > 0; //~ out-of-bounds
}
