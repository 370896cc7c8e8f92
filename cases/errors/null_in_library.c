// The error is inside strlen; the report is at the call.
#include <string.h>
int main(void) {
    char *volatile s = 0;
    return (int)strlen(s); //~ null-dereference
}
