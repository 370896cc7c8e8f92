// Assignments, increments and comparisons of bit-fields.
#include <stdio.h>

struct counter { unsigned low : 3; unsigned mid : 6; signed top : 5; };

static struct counter step(struct counter c) {
    c.low++;
    c.mid += 7;
    c.top--;
    return c;
}

int main(void) {
    struct counter c = {0, 0, 0}, *p = &c;
    for (int i = 0; i < 12; i++) {
        c = step(c);
        printf("%d %d %d | ", p->low, p->mid, p->top);
    }
    printf("\n%d %d\n", c.low < c.mid, (c.low ^= 5) == c.low);
    c.mid <<= 2;
    c.top = c.low * 2 - 16;
    printf("%d %d %d\n", c.low, c.mid, c.top);
    printf("%d\n", (p->low = 15));
    return 0;
}
