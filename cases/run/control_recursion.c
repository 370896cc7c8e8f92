// Recursion: direct, mutual, with arrays, deep.
#include <stdio.h>

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static void hanoi(int n, char a, char b, char c, int *moves) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    hanoi(n - 1, c, b, a, moves);
}

static int queens(int row, int columns, int left, int right, int n) {
    int count = 0;
    if (row == n) return 1;
    for (int bits = ~(columns | left | right) & ((1 << n) - 1); bits; bits &= bits - 1) {
        int bit = bits & -bits;
        count += queens(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, n);
    }
    return count;
}

static int depth(int n) { char pad[16] = {(char)n}; return n == 0 ? 0 : 1 + depth(n - 1) + pad[5]; }

int main(void) {
    int moves = 0;
    hanoi(10, 'A', 'B', 'C', &moves);
    printf("%d %d %d %d %d %d\n", ackermann(2, 3), is_even(100), is_odd(7), moves, queens(0, 0, 0, 0, 6), depth(2000));
    return 0;
}
