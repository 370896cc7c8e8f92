// What is known of `main` as it starts the program is not so where it is called again.
static int *p, x, n;
int main(void) {
    p = n == 0 ? &x : 0;
    *p = 1; //~ null-dereference
    n++;
    return main();
}
