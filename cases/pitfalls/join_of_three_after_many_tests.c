// Three ways meet, and the conditions of two have given way to larger ones: the third is none of them.
#include <cairn.h>
#define TEN(F, T) F(T##0) F(T##1) F(T##2) F(T##3) F(T##4) F(T##5) F(T##6) F(T##7) F(T##8) F(T##9)
#define EACH(F) TEN(F, 1) TEN(F, 2) TEN(F, 3) TEN(F, 4) TEN(F, 5) TEN(F, 6) TEN(F, 7)
#define INPUT(N) int a##N = cairn_nondet_int(), b##N = cairn_nondet_int();
#define BOTH(N) if (a##N <= N && b##N <= 5) return 0;
#define ONE(N) if (a##N <= N && b##N > 5) return 0;
#define EITHER(N) if (a##N <= N) return 0;
//@ nondet: 1, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0, 1000, 0
int main(void) {
    int x, y = cairn_nondet_bool(), z = cairn_nondet_bool();
    EACH(INPUT)
    if (y) {
        x = 3;
    } else if (z) {
        EACH(BOTH)
        x = 1;
    } else {
        EACH(ONE)
        x = 2;
    }
    EACH(EITHER)
    cairn_assert(x != 3); //~ assertion-failure
    return 0;
}
