// Flexible array members, static and on the heap.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int length; char text[]; };
struct table { short count; double items[]; };

static struct table constants = {3, {1.5, 2.5, 3.5}};

static struct message *make(const char *text) {
    size_t n = strlen(text);
    struct message *m = malloc(sizeof *m + n + 1);
    m->length = (int)n;
    memcpy(m->text, text, n + 1);
    return m;
}

int main(void) {
    struct message *m = make("flexible");
    printf("%d %s %d\n", m->length, m->text, (int)sizeof *m);
    double sum = 0;
    for (int i = 0; i < constants.count; i++) sum += constants.items[i];
    printf("%g\n", sum);
    struct message *bigger = realloc(m, sizeof *m + 30);
    strcat(bigger->text, " and longer");
    printf("%s\n", bigger->text);
    free(bigger);
    return 0;
}
