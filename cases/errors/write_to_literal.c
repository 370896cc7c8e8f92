// String literals are read-only.
int main(void) {
    char *s = "constant";
    s[0] = 'C'; //~ invalid-pointer
    return 0;
}
