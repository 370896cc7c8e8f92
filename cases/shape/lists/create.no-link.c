// A list grows at its head.
#include "../list.h"

int main(void) {
    struct node *x = NULL;
    while (cairn_nondet_bool()) {
        struct node *c = malloc(sizeof *c);
        if (!c) abort();
        x = c;
    }
    cairn_list(x, next); //~ assertion-failure
    free_list(x);
    return 0;
}
