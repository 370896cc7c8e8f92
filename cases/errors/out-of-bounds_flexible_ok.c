//@ expect: none
#include <stdlib.h>
struct message { int length; char text[]; };
int main(void) {
    struct message *m = malloc(sizeof *m + 4);
    m->length = 4;
    for (int i = 0; i < m->length; i++)
        m->text[i] = 'x';
    free(m);
    return 0;
}
