//@ expect: none
#include <string.h>
struct s { char name[8]; int id; };
int main(void) {
    struct s s;
    memset(&s, 0, sizeof s);
    return s.id;
}
