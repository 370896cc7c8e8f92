//@ expect: use-after-scope
//@ native: no
// A pointer from the first iteration leads to what is gone in the second, though there is such a variable again.
int main(void) {
    int *kept = 0;
    for (int i = 0; i < 2; i++) {
        int value = i;
        if (kept)
            return *kept; //~ use-after-scope
        kept = &value;
    }
    return 0;
}
