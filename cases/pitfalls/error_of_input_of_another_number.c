// Reading fails, and errno says why.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    close(0);
    errno = 0;
    assert(getchar() != EOF || errno == 0); //~ assertion-failure
    return 0;
}
