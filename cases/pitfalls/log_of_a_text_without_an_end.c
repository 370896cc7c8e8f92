// The log formats its arguments.
#include <syslog.h>
int main(void) {
    char b[2] = {1,2};
    syslog(3, "%s", b); //~ out-of-bounds
    return 0;
}
