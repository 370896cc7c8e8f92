// The error is in the other file.
int first(const int *p);
int main(void) {
    return first(0);
}
