//@ flags: -msse2 -mfpmath=sse
// float stays float: rounding after each operation where stored.
#include <stdio.h>

struct vec { float x, y, z; };

static struct vec add(struct vec a, struct vec b) { return (struct vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static float dot(struct vec a, struct vec b) {
    volatile float x = a.x * b.x, y = a.y * b.y, z = a.z * b.z;
    volatile float s = x + y;
    return s + z;
}

int main(void) {
    struct vec a = {1.1f, 2.2f, 3.3f}, b = {0.5f, -0.25f, 8.0f};
    struct vec c = add(a, b);
    printf("%.7g %.7g %.7g\n", c.x, c.y, c.z);
    printf("%.6g\n", dot(a, b));
    volatile float f = 1;
    for (int i = 0; i < 30; i++) f = f * 1.1f;
    printf("%.6g\n", f);
    f = 16777216.0f;
    volatile float g = f + 1;
    printf("%.1f\n", g);
    return 0;
}
