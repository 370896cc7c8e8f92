//@ expect: uninitialized-read
//@ native: no
/* Without its declaration, what `printf` shall print is not passed as a variable argument. */
int printf(const char *, int);
int main(void) {
    int n = 3;
    printf("%d\n", n); //~ uninitialized-read
    return 0;
}
