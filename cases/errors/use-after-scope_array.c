//@ expect: use-after-scope
//@ native: no
static char *name(int n) {
    char buffer[10];
    char *p = buffer;
    p[0] = (char)('a' + n), p[1] = 0;
    return p;
}
int main(void) {
    char *p = name(3);
    return p[0] - 'd'; //~ use-after-scope
}
