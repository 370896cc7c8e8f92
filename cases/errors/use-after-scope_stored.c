//@ expect: use-after-scope
//@ native: no
struct holder { int *value; };
static struct holder holder;
static void set(int n) {
    int copy = n;
    holder.value = &copy;
}
int main(void) {
    set(4);
    *holder.value += 1; //~ use-after-scope
    return 0;
}
