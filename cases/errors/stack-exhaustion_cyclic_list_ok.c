//@ expect: none
struct node { struct node *next; };
static int length(const struct node *n) {
    return n ? 1 + length(n->next) : 0;
}
int main(void) {
    struct node a, b = {&a};
    a.next = 0;
    return length(&b) - 2;
}
