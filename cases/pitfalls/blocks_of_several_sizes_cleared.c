// What clears the smaller blocks of a place leaves the rest of the larger ones as it was.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
//@ nondet: 12
int main(void) {
    int n = __VERIFIER_nondet_int(), c = 0;
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < n; i++) {
            int *p = malloc(j ? 8 : 4);
            memset(p, 0, 4);
            if (j && i > 10)
                if (p[1] == 1) c++; //~ uninitialized-read
            free(p);
        }
    return c;
}
