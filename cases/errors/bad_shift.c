//@ check: invalid-shift
// A shift by the width of the type.
int main(void) {
    volatile int count = 32;
    return 1 << count; //~ invalid-shift
}
