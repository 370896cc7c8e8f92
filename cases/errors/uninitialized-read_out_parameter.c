//@ expect: uninitialized-read
//@ native: no
static int parse(int ok, int *value) {
    if (!ok) return -1;
    *value = 0;
    return 0;
}
int main(void) {
    int value;
    parse(0, &value);
    while (value > 3) value--; //~ uninitialized-read
    return 0;
}
