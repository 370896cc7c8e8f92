// What the library holds is not lost: variables, buffers of streams, streams that nobody closed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char *text;
static void put_variable(void) {
    text = malloc(16);
    strcpy(text, "CAIRN_CASE=here");
    putenv(text);
}
static void give_buffer(void) { setvbuf(stdout, malloc(1024), _IOFBF, 1024); }
static void open_stream(void) {
    if (tmpfile() == NULL) puts("no stream");
}
int main(void) {
    put_variable();
    text = NULL;
    give_buffer();
    open_stream();
    printf("%s\n", getenv("CAIRN_CASE"));
    printf("%d\n", setenv(NULL, "x", 1));
    char *before = getenv("CAIRN_CASE");
    text = before - strlen("CAIRN_CASE=");
    setenv("CAIRN_CASE", "there", 1);
    printf("%s %s\n", before, getenv("CAIRN_CASE"));
    unsetenv("CAIRN_CASE");
    printf("%d %s\n", getenv("CAIRN_CASE") == NULL, before);
    return 0;
}
