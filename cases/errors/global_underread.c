// Before the start of a global array.
static int table[4] = {1, 2, 3, 4};
int main(void) {
    volatile int i = -1;
    return table[i]; //~ out-of-bounds
}
