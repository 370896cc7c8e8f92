// Unions: several views of the same bytes, by value, in arrays.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

union number { uint32_t i; float f; uint8_t bytes[4]; struct { uint16_t low, high; } halves; };
union big { double d; char text[24]; };

static union number flip(union number n) { n.i ^= 0x80000000u; return n; }
static union big fill(union big b, char c) { memset(b.text, c, 23); b.text[23] = 0; return b; }

int main(void) {
    union number n = {.f = 1.5f};
    printf("%08x %x %x %d\n", n.i, n.halves.low, n.halves.high, n.bytes[3]);
    n = flip(n);
    printf("%g\n", n.f);
    n.bytes[0] = 0x7f;
    printf("%08x\n", n.i);
    union number array[3] = {{1}, {.f = 2}, {.bytes = {1, 2, 3, 4}}};
    for (int i = 0; i < 3; i++) printf("%08x ", array[i].i);
    union big b = {.d = 2.5};
    b = fill(b, 'q');
    printf("\n%s %d\n", b.text, (int)sizeof b);
    return 0;
}
