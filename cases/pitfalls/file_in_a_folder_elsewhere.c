//@ nondet: 1, 5
//@ native: no
// A file in a folder is not one of that name here.
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    if (fstatat(7, "file", &status, 0) == 0) assert(status.st_size == 0); //~ assertion-failure
    return 0;
}
