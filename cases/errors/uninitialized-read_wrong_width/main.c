// The declaration says a wider type than the definition: the upper half does not arrive.
//@ native: no
//@ flags: -std=c89
//@ only: 64
long fourth();
int main(void) {
    if (fourth() >> 40 > 7) return 1; //~ uninitialized-read
    return 0;
}
