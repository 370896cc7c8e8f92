//@ expect: none
#include <stdint.h>
static int zero;
static int *find(int ok) { return ok ? &zero : (int *)(intptr_t)-1; }
int main(void) {
    int *p = find(1);
    return *p;
}
