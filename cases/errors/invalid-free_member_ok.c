//@ expect: none
#include <stdlib.h>
struct s { int a, b; };
int main(void) {
    struct s *s = malloc(sizeof *s);
    free(&s->a);
    return 0;
}
