// The second thread uses what the first has freed.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *p) {
    *(int *)p = 1; //~ use-after-free
    return 0;
}
int main(void) {
    pthread_t thread;
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    free(p);
    if (pthread_create(&thread, 0, work, p)) return 1;
    pthread_join(thread, 0);
    return 0;
}
