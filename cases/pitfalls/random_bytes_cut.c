//@ nondet: 1, 100
//@ native: no
// Of many, fewer may come.
#include <sys/random.h>
int main(void) {
    char bytes[300];
    if (getrandom(bytes, sizeof bytes, 0) < 0) return 0;
    if (bytes[299] == 0) return 1; //~ uninitialized-read
    return 0;
}
