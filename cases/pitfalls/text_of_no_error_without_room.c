// The text of a number that no error has is written to the buffer.
#define _GNU_SOURCE
#include <string.h>
#include <assert.h>
int main(void) {
    char p[4];
    strerror_r(9999, p, 60); //~ out-of-bounds
}
