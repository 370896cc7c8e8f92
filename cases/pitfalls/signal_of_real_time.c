// The library has names for signals of real time.
#include <assert.h>
#include <string.h>
int main(void) {
    assert(strcmp(strsignal(34), "Unknown signal 34") == 0); //~ assertion-failure
    return 0;
}
