// There is no stream to write to.
#include <stdio.h>
int main(void) {
    fprintf((FILE *)0, "%d", 1); //~ null-dereference
    return 0;
}
