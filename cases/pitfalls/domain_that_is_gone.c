// The domain of a message is looked at.
#include <libintl.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *domain = strdup("domain");
    if (domain == NULL) return 0;
    free(domain);
    dgettext(domain, "message"); //~ use-after-free
    return 0;
}
