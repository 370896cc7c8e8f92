// The same for a block.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    char block[4];
    close(0);
    errno = 0;
    fread(block, 1, sizeof block, stdin);
    assert(errno == 0); //~ assertion-failure
    return 0;
}
