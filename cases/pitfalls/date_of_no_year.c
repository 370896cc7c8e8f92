//@ only: 64
// There are times whose year is no int.
#include <time.h>
int main(void) {
    time_t when = (time_t)1 << 62;
    struct tm *date = gmtime(&when);
    return date->tm_year == 3; //~ null-dereference
}
