//@ expect: none
//@ native: no
extern void reach_error(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    if (fib(10) != 55) reach_error();
    return 0;
}
