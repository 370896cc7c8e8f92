//@ expect: none
static int data = 5;
static int function(void) { return data; }
int main(void) {
    int (*f)(void) = function;
    return f() - 5;
}
