// The name was never written.
#include <libintl.h>
int main(void) {
    char *x;
    textdomain(x); //~ uninitialized-read
}
