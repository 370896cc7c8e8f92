// A decision that depends on a local never written.
int main(void) {
    int x;
    int *volatile p = &x;
    if (*p) //~ uninitialized-read
        return 1;
    return 0;
}
