// The same without the check wraps, as the processor does.
#include <limits.h>
int main(void) {
    volatile int big = INT_MAX;
    return big + 1 == INT_MIN;
}
