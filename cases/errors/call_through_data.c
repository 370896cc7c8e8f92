// A data pointer called as a function.
static int data = 5;
int main(void) {
    int (*volatile f)(void) = (int (*)(void))&data;
    return f(); //~ invalid-pointer
}
