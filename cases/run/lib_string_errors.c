// Texts of errors and signals.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <signal.h>

int main(void) {
    int numbers[] = {0, EPERM, ENOENT, ENOMEM, EINVAL, ERANGE, EAGAIN, 9999};
    for (int i = 0; i < 8; i++) printf("%s\n", strerror(numbers[i]));
    printf("%s %s\n", strsignal(SIGINT), strsignal(SIGSEGV));
    errno = ENOENT;
    printf("%m\n");
    return 0;
}
