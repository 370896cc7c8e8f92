// The counter leaves the loop where it starts again from zero. (Narrow, and not promoted: otherwise nobody sees that happen.)
typedef unsigned _BitInt(16) narrow;
int main(void) {
    narrow x = 10;
    while (x >= (narrow)10) x += (narrow)2;
    if (x % (narrow)2 == (narrow)0) { int *z = 0; *z = 1; } //~ null-dereference
}
