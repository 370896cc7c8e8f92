//@ check: integer-overflow
// Unsigned arithmetic wraps by definition.
int main(void) {
    volatile unsigned big = ~0u;
    return (int)(big + 1);
}
