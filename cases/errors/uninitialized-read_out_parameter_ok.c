//@ expect: none
static int parse(int ok, int *value) {
    if (!ok) return -1;
    *value = 0;
    return 0;
}
int main(void) {
    int value;
    parse(1, &value);
    while (value > 3) value--;
    return 0;
}
