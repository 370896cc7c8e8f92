// The condition is gone.
#include <pthread.h>
#include <stdlib.h>
int main(void) {
    pthread_cond_t *c = malloc(sizeof *c);
    if (!c) return 0;
    pthread_cond_init(c, 0);
    free(c);
    pthread_cond_destroy(c); //~ use-after-free
}
