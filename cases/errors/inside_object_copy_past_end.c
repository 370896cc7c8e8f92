//@ check: inside-object
// A struct is assigned from the place after the last one.
struct point {
    int x[9];
};
struct line {
    struct point ends[2];
    struct point middle[2];
};

int main(void) {
    struct line line = {0};
    struct point end = line.ends[2]; //~ out-of-bounds
    return end.x[0];
}
