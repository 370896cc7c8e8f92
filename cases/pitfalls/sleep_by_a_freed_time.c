#include <stdlib.h>
#include <threads.h>
int main(void) {
    struct timespec *wanted = malloc(sizeof *wanted);
    if (wanted == NULL) return 1;
    wanted->tv_sec = wanted->tv_nsec = 0;
    free(wanted);
    thrd_sleep(wanted, NULL); //~ use-after-free
    return 0;
}
