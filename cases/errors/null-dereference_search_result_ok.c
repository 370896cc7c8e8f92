//@ expect: none
#include <string.h>
int main(void) {
    char text[] = "no colon here";
    char *colon = strchr(text, ':');
    if (colon == 0) return 0;
    *colon = 0;
    return 0;
}
