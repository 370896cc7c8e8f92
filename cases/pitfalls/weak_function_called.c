// Nobody defines the function, so the call goes to null.
extern void absent(void) __attribute__((weak));
int main(void) {
    absent(); //~ null-dereference
    return 0;
}
