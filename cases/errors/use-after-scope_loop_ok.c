//@ expect: none
int main(void) {
    int *last = 0, sum = 0;
    static int values[3];
    for (int i = 0; i < 3; i++) {
        values[i] = i;
        last = &values[i];
    }
    sum = *last;
    return sum - 2;
}
