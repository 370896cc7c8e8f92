// A structure is copied, and the copy is looked at: the caller must have given it content.
#include <cairn.h>
struct pair { int x, y; };
static int first(struct pair *p) {
    struct pair copy = *p;
    if (copy.x) return 1; //~ uninitialized-read
    return 0;
}
int main(void) {
    struct pair s;
    return first(&s);
}
