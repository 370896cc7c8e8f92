// Random numbers are those of glibc for a seed.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 4; i++) printf("%d ", rand());
    srand(42);
    for (int i = 0; i < 4; i++) printf("%d ", rand() % 1000);
    unsigned state = 7;
    for (int i = 0; i < 4; i++) printf("%d ", rand_r(&state) % 1000);
    srandom(5);
    printf("%ld ", random());
    srand48(3);
    printf("%.6f ", drand48());
    printf("%ld\n", lrand48());
    return 0;
}
