// With a minus at the beginning, operands are given like options.
#define _GNU_SOURCE
#include <unistd.h>
#include <assert.h>
int main(void) {
    char *v[] = {"p", "x", "-a", 0};
    assert(getopt(3, v, "-a") == -1); //~ assertion-failure
}
