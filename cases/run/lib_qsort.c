// qsort and bsearch: ints, structs, strings; stable as glibc's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; char tag; };
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_key(const void *a, const void *b) { return ((const struct item *)a)->key - ((const struct item *)b)->key; }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
    int v[50];
    for (int i = 0; i < 50; i++) v[i] = i * 37 % 101;
    qsort(v, 50, sizeof *v, by_int);
    for (int i = 0; i < 50; i += 7) printf("%d ", v[i]);
    int wanted = 74, *found = bsearch(&wanted, v, 50, sizeof *v, by_int);
    printf("%d\n", found ? *found : -1);
    struct item items[] = {{3, 'a'}, {1, 'b'}, {3, 'c'}, {2, 'd'}, {1, 'e'}, {3, 'f'}};
    qsort(items, 6, sizeof *items, by_key);
    for (int i = 0; i < 6; i++) printf("%d%c ", items[i].key, items[i].tag);
    const char *words[] = {"pear", "apple", "fig", "cherry", "banana"}, *key = "fig";
    qsort(words, 5, sizeof *words, by_text);
    for (int i = 0; i < 5; i++) printf("%s ", words[i]);
    printf("%d\n", (int)((const char **)bsearch(&key, words, 5, sizeof *words, by_text) - words));
    return 0;
}
