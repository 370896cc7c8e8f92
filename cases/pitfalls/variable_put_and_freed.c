// What putenv is given becomes the variable; it is not copied.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *text = malloc(16);
    if (text == NULL) return 1;
    strcpy(text, "CAIRN_CASE=1");
    putenv(text);
    free(text);
    char *value = getenv("CAIRN_CASE"); //~ use-after-free
    return value != NULL;
}
