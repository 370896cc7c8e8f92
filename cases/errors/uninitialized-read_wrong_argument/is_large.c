int is_large(int number) {
    if (number > 2) return 1; //~ uninitialized-read
    return 0;
}
