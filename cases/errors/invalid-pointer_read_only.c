//@ expect: invalid-pointer
//@ native: no
int main(void) {
    char *text = "literal";
    text[0] = 'L'; //~ invalid-pointer
    return 0;
}
