//@ expect: none
int main(void) {
    char text[] = "literal";
    text[0] = 'L';
    return 0;
}
