// Arithmetic at every width, wrapping where it is unsigned.
#include <stdio.h>
#include <stdint.h>
#include <inttypes.h>

int main(void) {
    uint8_t a = 250;
    uint16_t b = 65530;
    uint32_t c = 4294967290u;
    uint64_t d = 18446744073709551610ull;
    for (int i = 0; i < 10; i++) a++, b++, c++, d++;
    printf("%" PRIu8 " %" PRIu16 " %" PRIu32 " %" PRIu64 "\n", a, b, c, d);
    int8_t e = INT8_MIN;
    int16_t f = INT16_MIN;
    int32_t g = INT32_MIN;
    int64_t h = INT64_MIN;
    printf("%d %d %" PRId32 " %" PRId64 "\n", e, f, g, h);
    printf("%d %d %" PRId64 "\n", e / 3, f % 7, h / 1000003);
    printf("%" PRIu64 "\n", (uint64_t)0xdeadbeefcafeull * 0x123456789ull);
    printf("%" PRIu64 " %" PRIu64 "\n", UINT64_MAX / 10, UINT64_MAX % 10);
    printf("%" PRIx32 "\n", (uint32_t)d * 0x9e3779b9u);
    return 0;
}
