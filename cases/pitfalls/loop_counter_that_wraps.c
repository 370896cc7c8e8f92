// The counter leaves the loop where it starts again from zero.
int main(void) {
    unsigned x = 10;
    while (x >= 10) x += 2;
    if (x % 2 == 0) { int *z = 0; *z = 1; } //~ null-dereference
}
