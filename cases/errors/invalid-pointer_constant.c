//@ expect: invalid-pointer
//@ native: no
static const int table[2] = {1, 2};
static int copy[2];
int main(void) {
    int *p = (int *)table;
    p[1] = 3; //~ invalid-pointer
    return copy[0] + table[0] - 1;
}
