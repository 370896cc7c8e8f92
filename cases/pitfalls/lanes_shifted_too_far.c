// Machines do not cut the counts of lanes.
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    v4 a = {1, 2, 3, -4}, n = {1, 1, 1, 33};
    v4 r = a << n;
    assert(r[3] == -8); //~ uninitialized-read
    return 0;
}
