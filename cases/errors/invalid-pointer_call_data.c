//@ expect: invalid-pointer
//@ native: no
static int data = 5;
static int function(void) { return data; }
int main(void) {
    int (*f)(void) = (int (*)(void))&data;
    return f() - 5; //~ invalid-pointer
}
