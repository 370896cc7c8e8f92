// What a vector holds is undefined after a lane behind its end was written.
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
int main(int argc, char **argv) {
    v4 a = {1, 2, 3, 4};
    int at = argc > 100 ? argc : 5;
    a[at] = 7;
    assert(a[1] == 2); //~ uninitialized-read
    return 0;
}
