// `optopt` is told at each call, and nothing was wrong.
#include <assert.h>
#include <unistd.h>
int main(void) {
    char *arguments[] = {"p", "-a", NULL};
    getopt(2, arguments, "a");
    assert(optopt == '?'); //~ assertion-failure
    return 0;
}
