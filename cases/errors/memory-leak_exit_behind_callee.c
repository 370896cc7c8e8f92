//@ native: no
// The same through a variable, and the program ends one call further down.
#include <stdlib.h>
static char *text;
static void fill(void) {
    text = malloc(3); //~ memory-leak
}
static void stop(int code) {
    if (code) exit(0);
}
static void give_up(int code) {
    text = NULL;
    stop(code);
}
int main(int argc, char **argv) {
    (void)argv;
    fill();
    if (argc < 3) give_up(argc);
    free(text);
    return 0;
}
