// The program goes on behind a message without a status only.
//@ exit: 1
#include <error.h>
int main(void) {
    int numbers[2] = {1, 2}, at = 2;
    error(0, 0, "at %d", at);
    if (at > 1) error(1, 0, "too far: %d", at);
    return numbers[at];
}
