// Only those members are looked at that the text needs.
#include <stdio.h>
#include <time.h>
int main(void) {
    struct tm date;
    char text[20];
    date.tm_year = 124;
    date.tm_mon = 1;
    date.tm_mday = 29;
    if (strftime(text, sizeof text, "%Y-%m-%d", &date) != 0) printf("%s\n", text);
    return 0;
}
