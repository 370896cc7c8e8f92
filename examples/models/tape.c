/* Prints the first byte of a tape. The library is not here; tape_model.h says what it does. */
#include "tape.h"

int main(void) {
    char buffer[4];
    struct tape *tape = tape_open("one");
    if (tape == NULL)
        return 1;
    long count = tape_read(tape, buffer, sizeof buffer);
    if (count < 0)
        return 2; /* the tape stays open: a block is lost */
    tape_close(tape);
    return 0;
}
