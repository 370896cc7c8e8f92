// The log keeps the name.
#include <syslog.h>
static void start(void) {
    char name[] = "program";
    openlog(name, 0, LOG_USER);
}
int main(void) {
    start();
    syslog(LOG_INFO, "hello"); //~ use-after-scope
    return 0;
}
