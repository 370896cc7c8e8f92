// Values of one's own per thread: keys with destructors, and _Thread_local.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;
static _Thread_local int local = 5;

static void destroy(void *p) { destroyed += *(int *)p; free(p); }
static void *work(void *arg) {
    int *p = malloc(sizeof *p);
    *p = *(int *)arg;
    pthread_setspecific(key, p);
    local += *p;
    if (*p == 2) pthread_exit(&destroyed);
    return local == 5 + *(int *)pthread_getspecific(key) ? arg : NULL;
}

int main(void) {
    int numbers[2] = {1, 2};
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        void *r;
        pthread_create(&t, NULL, work, &numbers[i]);
        pthread_join(t, &r);
        printf("%d ", i == 0 ? r == numbers : r == &destroyed);
    }
    printf("%d %d %d\n", destroyed, local, pthread_getspecific(key) == NULL);
    pthread_key_delete(key);
    return 0;
}
