// The path is cut behind its first slash, too.
#include <libgen.h>
int main(void) {
    return *dirname("/usr"); //~ invalid-pointer
}
