// Nothing initialises what lies between the members.
#include <string.h>
struct pair { char first; int second; };
int main(void) {
    struct pair a = {1, 2}, b = {1, 2};
    if (memcmp(&a, &b, sizeof a) != 0) return 1; //~ uninitialized-read
    return 0;
}
