// Several sorting algorithms agree.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };
static void bubble(int *v, int n) { for (int i = 0; i < n; i++) for (int j = 1; j < n - i; j++) if (v[j - 1] > v[j]) { int t = v[j]; v[j] = v[j - 1]; v[j - 1] = t; } }
static void quick(int *v, int n) {
    if (n < 2) return;
    int pivot = v[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        while (v[i] < pivot) i++;
        while (v[j] > pivot) j--;
        if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }
    }
    quick(v, j + 1);
    quick(v + i, n - i);
}
static void sift(int *v, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && v[c + 1] > v[c]) c++;
        if (v[i] >= v[c]) return;
        int t = v[i]; v[i] = v[c]; v[c] = t;
    }
}
static void heap(int *v, int n) {
    for (int i = n / 2; i-- > 0;) sift(v, i, n);
    while (n-- > 1) { int t = v[0]; v[0] = v[n]; v[n] = t; sift(v, 0, n); }
}
static void radix(int *v, int n) {
    int *t = malloc(sizeof *t * (size_t)n);
    for (int shift = 0; shift < 16; shift += 4) {
        int count[17] = {0};
        for (int i = 0; i < n; i++) count[(v[i] >> shift & 15) + 1]++;
        for (int i = 0; i < 16; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) t[count[v[i] >> shift & 15]++] = v[i];
        memcpy(v, t, sizeof *v * (size_t)n);
    }
    free(t);
}

int main(void) {
    void (*sorts[])(int *, int) = {bubble, quick, heap, radix};
    int v[4][N];
    for (int s = 0; s < 4; s++) {
        srand(7);
        for (int i = 0; i < N; i++) v[s][i] = rand() % 1000;
        sorts[s](v[s], N);
        printf("%d ", memcmp(v[0], v[s], sizeof v[0]));
    }
    for (int i = 0; i < N; i += 10) printf("%d ", v[3][i]);
    printf("\n");
    return 0;
}
