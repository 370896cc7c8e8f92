//@ exit: 2
// A message with a status ends the program, with what was lost before.
#include <error.h>
#include <stdlib.h>
struct owner { char *text; };
static void fill(struct owner *owner) {
    owner->text = malloc(3); //~ memory-leak
}
static void give_up(struct owner *owner) {
    owner->text = NULL;
    error(2, 0, "message");
}
int main(int argc, char **argv) {
    (void)argv;
    struct owner owner;
    fill(&owner);
    if (argc < 3) give_up(&owner);
    free(owner.text);
    return 0;
}
