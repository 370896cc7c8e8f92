//@ expect: out-of-bounds
//@ native: no
#include <string.h>
struct s { char name[8]; int id; };
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s + 1); //~ out-of-bounds
    return s.id;
}
