// Reading through a null pointer.
int read(int *p) {
    return *p; //~ null-dereference
}
int main(void) { return read(0); }
