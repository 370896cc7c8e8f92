// Nested structs and arrays of them: copies, members, offsets.
#include <stdio.h>
#include <stddef.h>
#include <string.h>

struct point { int x, y; };
struct line { struct point from, to; char name[6]; };
struct drawing { int count; struct line lines[3]; struct { double scale; struct point origin; } view; };

int main(void) {
    struct drawing d;
    memset(&d, 0, sizeof d);
    d.count = 2;
    d.lines[0] = (struct line){{1, 2}, {3, 4}, "first"};
    d.lines[1] = d.lines[0];
    d.lines[1].to.y = 40;
    strcpy(d.lines[1].name, "other");
    d.view.origin = d.lines[1].to;
    d.view.scale = 0.5;
    struct drawing copy = d;
    copy.lines[0].from.x = 99;
    printf("%d %d %s %d %d\n", d.lines[0].from.x, copy.lines[0].from.x, copy.lines[1].name, copy.view.origin.y, copy.count);
    struct point *p = &copy.lines[0].from;
    p += 1;
    printf("%d %d\n", p->x, p->y);
    printf("%d %d %d\n", (int)offsetof(struct line, name), (int)offsetof(struct drawing, lines), (int)sizeof(struct line));
    printf("%d\n", memcmp(&d.lines[0].to, &(struct point){3, 4}, sizeof(struct point)));
    return 0;
}
