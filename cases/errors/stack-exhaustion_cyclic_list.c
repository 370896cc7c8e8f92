//@ expect: stack-exhaustion
//@ native: no
struct node { struct node *next; };
static int length(const struct node *n) {
    return n ? 1 + length(n->next) : 0; //~ stack-exhaustion
}
int main(void) {
    struct node a, b = {&a};
    a.next = &b;
    return length(&b) - 2;
}
