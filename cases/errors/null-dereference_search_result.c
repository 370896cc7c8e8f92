//@ expect: null-dereference
//@ native: no
#include <string.h>
int main(void) {
    char text[] = "no colon here";
    char *colon = strchr(text, ':');
    *colon = 0; //~ null-dereference
    return 0;
}
