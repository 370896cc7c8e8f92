// What leaves the program must be defined.
#include <unistd.h>
static void show(char *p) { write(1, p, 4); } //~ uninitialized-read
int main(void) {
    char text[10];
    show(text);
    return 0;
}
