//@ expect: out-of-bounds
//@ native: no
#include <stdlib.h>
struct message { int length; char text[]; };
int main(void) {
    struct message *m = malloc(sizeof *m + 4);
    m->length = 4;
    for (int i = 0; i <= m->length; i++)
        m->text[i] = 'x'; //~ out-of-bounds
    free(m);
    return 0;
}
