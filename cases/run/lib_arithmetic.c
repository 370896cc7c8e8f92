// abs, div and their relatives.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    div_t d = div(-17, 5);
    ldiv_t l = ldiv(1000000007L, 1000);
    lldiv_t ll = lldiv(-(1LL << 40), 1000);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    printf("%d %ld %lld %" PRIdMAX "\n", abs(-5), labs(-6L), llabs(-(1LL << 50)), imaxabs(-7));
    return 0;
}
