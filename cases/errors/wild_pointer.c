// A number that is no address of an object.
int main(void) {
    int *p = (int *)0x7654320;
    return *p; //~ invalid-pointer
}
