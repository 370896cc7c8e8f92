// Another file of the program has its own function; a large structure is copied by it, too.
#include <assert.h>
extern int copies(void);
struct large {
    char bytes[500];
};
static struct large a, b;
int main(void) {
    a = b;
    assert(copies() == 0); //~ assertion-failure
    return 0;
}
