// Whoever says that a function does not return may be wrong.
static void end(int code) { (void)code; }
int main(void) {
    __attribute__((noreturn)) void (*stop)(int) = (__attribute__((noreturn)) void (*)(int))end;
    stop(1);
    //@ expect: precondition-violation
}
