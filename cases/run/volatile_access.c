// volatile objects and members.
#include <stdio.h>

struct device { volatile unsigned status; volatile char data[4]; };
static volatile int ticks;

int main(void) {
    struct device d = {1, {0}};
    volatile struct device *p = &d;
    p->status |= 6;
    for (int i = 0; i < 4; i++) p->data[i] = (char)(i + p->status);
    ticks = 5;
    while (ticks > 0) ticks--;
    volatile double x = 0.5;
    x *= x;
    int volatile *q = &ticks;
    *q += 2;
    printf("%u %d %d %g\n", d.status, d.data[3], ticks, x);
    return 0;
}
