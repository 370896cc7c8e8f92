//@ expect: none
static const int table[2] = {1, 2};
static int copy[2];
int main(void) {
    int *p = copy;
    p[1] = 3;
    return copy[0] + table[0] - 1;
}
