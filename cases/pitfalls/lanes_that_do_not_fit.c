// Lanes that do not fit are converted to something else than numbers alone are.
#include <assert.h>
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    f4 f = {1e20f, -1e20f, 3e9f, -1.5f};
    u4 u = __builtin_convertvector(f, u4);
    assert(u[0] == 0); //~ uninitialized-read
    return 0;
}
