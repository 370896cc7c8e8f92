// A graph with breadth-first search and a queue on the heap.
#include <stdio.h>
#include <stdlib.h>

struct edge { int to; struct edge *next; };
struct graph { int n; struct edge **out; };

static void connect(struct graph *g, int a, int b) {
    struct edge *e = malloc(sizeof *e);
    e->to = b;
    e->next = g->out[a];
    g->out[a] = e;
}

int main(void) {
    struct graph g = {10, calloc(10, sizeof(struct edge *))};
    for (int i = 0; i < 10; i++) connect(&g, i, (i * 3 + 1) % 10), connect(&g, i, (i * 7 + 2) % 10);
    int *queue = malloc(sizeof(int) * 10), head = 0, tail = 0, dist[10];
    for (int i = 0; i < 10; i++) dist[i] = -1;
    dist[0] = 0;
    queue[tail++] = 0;
    while (head < tail) {
        int at = queue[head++];
        for (struct edge *e = g.out[at]; e; e = e->next)
            if (dist[e->to] < 0) dist[e->to] = dist[at] + 1, queue[tail++] = e->to;
    }
    for (int i = 0; i < 10; i++) printf("%d ", dist[i]);
    printf("\n");
    free(queue);
    for (int i = 0; i < 10; i++) while (g.out[i]) { struct edge *e = g.out[i]; g.out[i] = e->next; free(e); }
    free(g.out);
    return 0;
}
