//@ expect: none
struct holder { int *value; };
static struct holder holder;
static void set(int n) {
    static int copy;
    copy = n;
    holder.value = &copy;
}
int main(void) {
    set(4);
    *holder.value += 1;
    return 0;
}
