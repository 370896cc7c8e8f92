// The declaration does not say what the function takes: a float does not arrive where an integer is expected.
//@ native: no
//@ flags: -std=c89
int is_large();
int main(void) {
    return is_large(2.5);
}
