// setenv, getenv, unsetenv.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    printf("%d\n", getenv("CAIRN_CASE_UNSET") == NULL);
    setenv("CAIRN_CASE", "first", 1);
    setenv("CAIRN_CASE", "second", 0);
    printf("%s\n", getenv("CAIRN_CASE"));
    setenv("CAIRN_CASE", "third", 1);
    printf("%s\n", getenv("CAIRN_CASE"));
    static char text[] = "CAIRN_PUT=yes";
    putenv(text);
    printf("%s\n", getenv("CAIRN_PUT"));
    unsetenv("CAIRN_CASE");
    printf("%d\n", getenv("CAIRN_CASE") == NULL);
    return 0;
}
