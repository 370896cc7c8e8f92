//@ expect: invalid-pointer
//@ native: no
#include <stdint.h>
static int zero;
static int *find(int ok) { return ok ? &zero : (int *)(intptr_t)-1; }
int main(void) {
    int *p = find(0);
    return *p; //~ invalid-pointer
}
