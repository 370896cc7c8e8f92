// Whoever asks knows.
#include <fcntl.h>
#include <sys/stat.h>
int main(void) {
    struct stat status;
    if (fstatat(AT_FDCWD, "/no/such/file", &status, 0) != 0) return 0;
    return status.st_size == 7;
}
