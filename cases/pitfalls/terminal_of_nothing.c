// Whether it is one depends on what was never written.
#include <unistd.h>
int main(void) {
    int x;
    return isatty(x) > 5; //~ uninitialized-read
}
