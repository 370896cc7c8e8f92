//@ expect: invalid-pointer
//@ native: no
int main(void) {
    int x = 0;
    int *p = (int *)0x1234;
    *p = 1; //~ invalid-pointer
    return x - 1;
}
