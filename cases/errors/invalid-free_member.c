//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *s = malloc(sizeof *s);
    free(&s->b); //~ invalid-free
    return 0;
}
