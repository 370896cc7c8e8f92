// Where there is no file, nothing is told.
#include <fcntl.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    fstatat(AT_FDCWD, "/no/such/file", &status, 0);
    return status.st_size == 7; //~ uninitialized-read
}
