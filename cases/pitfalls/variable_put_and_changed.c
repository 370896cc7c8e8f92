// What putenv is given becomes the variable: who changes the text changes the variable.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    static char text[] = "CAIRN_CASE=1";
    putenv(text);
    text[11] = '2';
    char *value = getenv("CAIRN_CASE");
    assert(value == NULL || *value == '1'); //~ assertion-failure
    return 0;
}
