// The declaration says another type than the definition: what the function returns does not arrive.
//@ native: no
//@ flags: -std=c89
#include <stdio.h>
int third();
int main(void) {
    int number = third();
    if (number > 0) puts("positive"); //~ uninitialized-read
    return 0;
}
