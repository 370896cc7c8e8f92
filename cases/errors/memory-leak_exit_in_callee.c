//@ native: no
// A function forgets a block of its caller's and ends the program.
#include <stdlib.h>
struct owner { char *text; };
static void fill(struct owner *owner) {
    owner->text = malloc(3); //~ memory-leak
}
static void give_up(struct owner *owner) {
    owner->text = NULL;
    exit(0);
}
int main(int argc, char **argv) {
    (void)argv;
    struct owner owner;
    fill(&owner);
    if (argc < 3) give_up(&owner);
    free(owner.text);
    return 0;
}
