//@ flags: -std=c89
//@ only: 64
// An address where the callee takes a number: half of it arrives.
int is_even();
int main(void) {
    int number = 3;
    return is_even(&number) == 1 ? 0 : 1;
}
int is_even(number) int number; { return number % 2 == 0; }
