// The set is looked at even if the text is empty.
#include <string.h>
int main(void) {
    return strspn("", NULL); //~ null-dereference
}
