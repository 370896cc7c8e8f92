// Two slashes at the start stay.
#include <libgen.h>
#include <string.h>
#include <assert.h>
int main(void) {
    char p[] = "//a";
    assert(strcmp(dirname(p), "/") == 0); //~ assertion-failure
}
