//@ nondet: 0
//@ native: no
// There may be no random bytes.
#include <sys/random.h>
int main(void) {
    unsigned number;
    getrandom(&number, sizeof number, 0);
    return number % 2; //~ uninitialized-read
}
