// What a message says must be known.
#include <error.h>
int main(void) {
    int number;
    error(0, 0, "%d", number); //~ uninitialized-read
    return 0;
}
