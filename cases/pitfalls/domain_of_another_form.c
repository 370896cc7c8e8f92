// Which form is taken depends on the number.
#include <assert.h>
#include <libintl.h>
#include <string.h>
int main(int argc, char **argv) {
    assert(strcmp(dngettext(NULL, "file", "files", argc + 1), "file") == 0); //~ assertion-failure
    return 0;
}
