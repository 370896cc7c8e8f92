// More random bytes are asked for than there are addresses.
#include <stddef.h>

void arc4random_buf(void *bytes, size_t count);

int main(void) {
    char bytes[8];
    arc4random_buf(bytes, (size_t)-16); //~ out-of-bounds
    return bytes[0] == 0;
}
