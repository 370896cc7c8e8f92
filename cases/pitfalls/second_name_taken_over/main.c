// What a weak alias leads to is for another file to say, a function or a variable.
#include <assert.h>
int usual(void) { return 1; }
int hook(void) __attribute__((weak, alias("usual")));
int first = 1;
extern int limit __attribute__((weak, alias("first")));
int main(void) {
    if (limit == 1) assert(first == 2);
    assert(hook() == 1); //~ assertion-failure
    return 0;
}
