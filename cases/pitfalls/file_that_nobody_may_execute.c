// What a program writes is not to be executed.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    FILE *file = fopen("written", "w");
    if (file == NULL) return 0;
    fclose(file);
    int allowed = access("written", X_OK);
    remove("written");
    assert(allowed == 0); //~ assertion-failure
    return 0;
}
