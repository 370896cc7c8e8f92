// There is no quotient, and none is stored.
#include <math.h>
int main(void) {
    int q; remquo(1.0, 0.0, &q);
    return q; //~ uninitialized-read
}
