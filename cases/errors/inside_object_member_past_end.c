//@ check: inside-object
// The element after the last one is not there, and neither are its members; its address is.
struct point {
    int x, y[2];
};
struct line {
    struct point ends[2];
    struct point middle[2];
};

int main(void) {
    struct line line = {0};
    struct point *end = &line.ends[2];
    int *rest = line.ends[1].y + 2;
    (void)rest;
    (void)end;
    return line.ends[2].y[1]; //~ out-of-bounds
}
