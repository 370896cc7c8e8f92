// Files: write, read back, append, seek, remove.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *path = "cairn-case-files.tmp";
    FILE *f = fopen(path, "w");
    if (!f) return 1;
    for (int i = 0; i < 5; i++) fprintf(f, "line %d\n", i);
    printf("%ld ", ftell(f));
    printf("%d\n", fclose(f));
    f = fopen(path, "a");
    fputs("appended\n", f);
    fclose(f);
    f = fopen(path, "r");
    char line[50];
    int count = 0;
    while (fgets(line, sizeof line, f)) count++;
    printf("%d %s%d", count, line, feof(f) != 0);
    rewind(f);
    fseek(f, 7, SEEK_SET);
    fgets(line, sizeof line, f);
    printf(" %s", line);
    fseek(f, -9, SEEK_END);
    int c = fgetc(f);
    ungetc('X', f);
    printf("%c%c", c, fgetc(f));
    printf(" %ld\n", ftell(f));
    fclose(f);
    f = fopen(path, "r+");
    fputs("LINE", f);
    fseek(f, 0, SEEK_SET);
    printf("%s", fgets(line, sizeof line, f));
    fclose(f);
    printf("%d", remove(path));
    printf(" %d\n", fopen(path, "r") == NULL);
    return 0;
}
