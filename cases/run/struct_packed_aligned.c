// Packed and aligned structs.
#include <stdio.h>
#include <stdint.h>

struct __attribute__((packed)) packed { char a; int b; short c; long long d; };
struct aligned { char a; _Alignas(16) char b; int c; };
struct __attribute__((aligned(32))) over { int x; };

static struct packed tables[2] = {{'x', 0x01020304, 5, 6}, {'y', -1, -2, -3}};

int main(void) {
    printf("%d %d %d\n", (int)sizeof(struct packed), (int)sizeof(struct aligned), (int)sizeof(struct over));
    unsigned char *bytes = (unsigned char *)tables;
    for (int i = 0; i < 30; i++) printf("%02x", bytes[i]);
    printf("\n%c %d %d %lld\n", tables[1].a, tables[1].b, tables[1].c, tables[1].d);
    tables[1].b += 1000;
    printf("%d\n", tables[1].b);
    struct over o[2];
    printf("%d %d\n", (int)((uintptr_t)&o[1] % 32), (int)((uintptr_t)&o[1] - (uintptr_t)&o[0]));
    return 0;
}
