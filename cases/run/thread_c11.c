// threads.h.
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static int counter;
static once_flag once = ONCE_FLAG_INIT;
static void initialise(void) { counter = 100; }

static int work(void *arg) {
    call_once(&once, initialise);
    mtx_lock(&lock);
    counter += *(int *)arg;
    mtx_unlock(&lock);
    return *(int *)arg * 2;
}

int main(void) {
    thrd_t threads[3];
    int numbers[3] = {1, 2, 3}, sum = 0, result;
    mtx_init(&lock, mtx_plain);
    for (int i = 0; i < 3; i++) thrd_create(&threads[i], work, &numbers[i]);
    for (int i = 0; i < 3; i++) thrd_join(threads[i], &result), sum += result;
    mtx_destroy(&lock);
    printf("%d %d\n", counter, sum);
    return 0;
}
