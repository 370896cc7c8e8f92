// Splitting strings.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[] = "  alpha, beta;gamma ,,delta";
    for (char *t = strtok(text, " ,;"); t; t = strtok(NULL, " ,;")) printf("<%s>", t);
    char outer[] = "a=1&b=2&c", *save1;
    for (char *p = strtok_r(outer, "&", &save1); p; p = strtok_r(NULL, "&", &save1)) {
        char *save2, *key = strtok_r(p, "=", &save2), *value = strtok_r(NULL, "=", &save2);
        printf("[%s:%s]", key, value ? value : "none");
    }
    char fields[] = "one::three:", *rest = fields, *field;
    while ((field = strsep(&rest, ":"))) printf("{%s}", field);
    printf("\n");
    return 0;
}
