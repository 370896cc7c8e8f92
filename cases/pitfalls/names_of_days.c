// The C locale has names for days.
#include <assert.h>
#include <langinfo.h>
int main(void) {
    assert(nl_langinfo(DAY_1)[0] == 0); //~ assertion-failure
    return 0;
}
