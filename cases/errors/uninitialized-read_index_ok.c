//@ expect: none
int main(void) {
    int table[4] = {1, 2, 3, 4}, index[2];
    index[0] = 1;
    index[1] = 0;
    table[index[1]] = 1;
    return 0;
}
