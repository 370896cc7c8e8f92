//@ expect: use-after-scope
//@ native: no
int main(void) {
    int *last = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int value = i;
        last = &value;
    }
    sum = *last; //~ use-after-scope
    return sum - 2;
}
