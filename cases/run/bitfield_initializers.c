// Static and automatic bit-fields with initialisers.
#include <stdio.h>

enum colour { RED, GREEN, BLUE };
struct pixel { enum colour colour : 2; unsigned bright : 6; unsigned : 4; int delta : 4; };

static struct pixel table[] = {{GREEN, 33, -2}, {.delta = 7, .colour = BLUE}, {RED}};
static const struct { unsigned a : 1, b : 31; unsigned long long c : 50; } deep = {1, 0x12345678, 1234567890123ull};

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d %d %d\n", table[i].colour, table[i].bright, table[i].delta);
    struct pixel local = table[1];
    local.bright = table[0].bright + 40;
    printf("%d %d %d\n", local.colour, local.bright, local.delta);
    printf("%u %u %llu\n", deep.a, deep.b, (unsigned long long)deep.c);
    return 0;
}
