// asctime_r has 26 bytes: a year of five digits does not fit.
#include <time.h>
int main(void) {
    char buffer[26];
    struct tm date = {0};
    date.tm_year = 20000;
    char *text = asctime_r(&date, buffer);
    return *text == 'x'; //~ null-dereference
}
