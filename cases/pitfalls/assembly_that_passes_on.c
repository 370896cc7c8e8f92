// What goes through it stays what it is: undefined.
int main(void) {
    int x;
    __asm__("" : "+r"(x));
    if (x == 1) return 1; //~ uninitialized-read
    return 0;
}
