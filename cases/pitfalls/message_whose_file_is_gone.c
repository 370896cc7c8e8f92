// With one message for each line, the file of the last one is kept, and compared with the next.
#include <error.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    error_one_per_line = 1;
    char *file = strdup("file");
    if (file == NULL) return 0;
    error_at_line(0, 0, file, 1, "message");
    free(file);
    error_at_line(0, 0, "file", 1, "message"); //~ use-after-free
    return 0;
}
