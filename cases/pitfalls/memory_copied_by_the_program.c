// The program copies one byte too many, wherever memory is copied.
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    for (size_t i = 0; i <= n; i++) ((volatile char *)to)[i] = ((volatile const char *)from)[i]; //~ out-of-bounds
    return to;
}
static char a[100], b[101];
int main(int argc, char **argv) {
    size_t n = argc > 0 ? 100 : 99;
    memcpy(a, b, n);
    return 0;
}
