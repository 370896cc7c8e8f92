//@ native: no
// Copying bytes that were never written is no error; only using them is.
#include <string.h>
struct s { char a; int b; };
int main(void) {
    struct s s, t;
    s.a = 1;
    memcpy(&t, &s, sizeof t);
    return t.a - 1;
}
