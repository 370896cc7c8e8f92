// Division and remainder truncate towards zero.
#include <stdio.h>

int main(void) {
    int xs[] = {7, -7, 0, 2147483647, -2147483647};
    int ys[] = {2, -2, 3, 1, -1, 1000};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 6; j++) printf("%d,%d ", xs[i] / ys[j], xs[i] % ys[j]);
        printf("\n");
    }
    unsigned a = 4000000000u;
    printf("%u %u %lld\n", a / 7, a % 7, -9000000000000LL / 37);
    return 0;
}
