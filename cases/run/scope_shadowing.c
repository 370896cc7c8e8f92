// Scopes: shadowing, extern inside a block, file-scope static, tentative definitions.
#include <stdio.h>

int shared;
int shared;
static int hidden = 1;
int later(void);

int main(void) {
    int hidden = 2;
    for (int hidden = 3; hidden < 4; hidden++) {
        int sum = hidden;
        {
            extern int shared;
            int hidden = 10;
            sum += hidden + shared;
        }
        printf("%d\n", sum);
    }
    struct hidden { int hidden; } other = {5};
    printf("%d %d %d\n", hidden, other.hidden, later());
    {
        typedef long long hidden;
        printf("%d\n", (int)sizeof(hidden));
    }
    shared = 7;
    printf("%d\n", later());
    return 0;
}

int later(void) { return hidden * 100 + shared; }
