//@ nondet: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
// A file may have any date.
#include <sys/stat.h>
#include <assert.h>
int main(void) {
    struct stat s;
    if (fstat(0, &s) == 0) assert(s.st_atime >= 0); //~ assertion-failure
}
