// Only the first byte of the union is initialised.
union number { char small; int large; };
int main(void) {
    union number n = {.small = 1};
    if (n.large == 1) return 1; //~ uninitialized-read
    return 0;
}
