// A file that must be new is refused if there is one.
#include <errno.h>
#include <stdio.h>
int main(void) {
    remove("new.txt");
    FILE *file = fopen("new.txt", "wx");
    printf("%d\n", file != NULL);
    if (file == NULL) return 1;
    fclose(file);
    errno = 0;
    printf("%d", fopen("new.txt", "wx") == NULL);
    printf(" %d\n", errno == EEXIST);
    file = fopen("new.txt", "w,ccs=x");
    if (file != NULL) fclose(file);
    remove("new.txt");
    return 0;
}
