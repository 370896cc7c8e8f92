// A constructor is not only called by the program, but also before it, with no such argument.
#include <stdlib.h>
__attribute__((constructor)) static void start(int count, char **arguments, char **environment, int level) {
    if (level > 3) exit(1); //~ uninitialized-read
}
int main(int count, char **arguments) {
    start(count, arguments, NULL, 1);
    return 0;
}
