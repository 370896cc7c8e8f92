// The name of the file is written.
#include <error.h>
int main(void) {
    char file[2] = {'a', 'b'};
    error_at_line(0, 0, file, 1, "message"); //~ out-of-bounds
    return 0;
}
