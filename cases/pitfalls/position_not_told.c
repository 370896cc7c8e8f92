// Where there is no position, none is stored.
#include <stdio.h>
#include <unistd.h>
int main(void) {
    fpos_t position;
    close(0);
    if (fgetpos(stdin, &position) == 0) return 0;
    if (*(char *)&position == 1) return 1; //~ uninitialized-read
    return 0;
}
