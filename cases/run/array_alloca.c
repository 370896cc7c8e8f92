// alloca: memory lives until the function returns.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct node { int value; struct node *next; };

static int build(int n) {
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *node = alloca(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
    int sum = 0;
    for (; head; head = head->next) sum = sum * 3 + head->value;
    return sum;
}

int main(void) {
    printf("%d %d\n", build(5), build(1));
    char *s = alloca(20);
    strcpy(s, "on the stack");
    char *t = __builtin_alloca(strlen(s) + 1);
    strcpy(t, s);
    printf("%s %d\n", t, s == t);
    return 0;
}
