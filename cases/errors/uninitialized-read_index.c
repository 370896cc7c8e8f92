//@ expect: uninitialized-read
//@ native: no
int main(void) {
    int table[4] = {1, 2, 3, 4}, index[2];
    index[0] = 1;
    table[index[1]] = 1; //~ uninitialized-read
    return 0;
}
