//@ expect: none
#include <assert.h>
#include <stddef.h>
static int *find(int *v, int n, int x) {
    for (int i = 0; i < n; i++)
        if (v[i] == x) return &v[i];
    return NULL;
}
int main(void) {
    int v[] = {1, 2, 3};
    int *p = find(v, 3, 3);
    assert(p != NULL);
    return *p - 3;
}
