// There is no such error.
#define _XOPEN_SOURCE 700
#include <string.h>
#include <assert.h>
int main(void) {
    char p[60];
    assert(strerror_r(9999, p, 60) == 0); //~ assertion-failure
}
