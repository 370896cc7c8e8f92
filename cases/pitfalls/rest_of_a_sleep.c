// Whoever has slept to the end gets no rest.
#include <time.h>
int main(void) {
    struct timespec wanted = {0, 1}, rest;
    nanosleep(&wanted, &rest);
    return rest.tv_nsec > 3 ? 1 : 0; //~ uninitialized-read
}
