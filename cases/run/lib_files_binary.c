// Binary files: fwrite and fread of structs, rename, several open files.
#include <stdio.h>
#include <string.h>

struct record { int id; char name[12]; double value; };

int main(void) {
    const char *a = "cairn-case-a.tmp", *b = "cairn-case-b.tmp";
    FILE *f = fopen(a, "wb");
    for (int i = 0; i < 4; i++) {
        struct record r;
        memset(&r, 0, sizeof r);
        r.id = i;
        snprintf(r.name, sizeof r.name, "record %d", i);
        r.value = i * 1.5;
        fwrite(&r, sizeof r, 1, f);
    }
    fclose(f);
    printf("%d\n", rename(a, b));
    f = fopen(b, "rb");
    FILE *g = fopen(a, "w+b");
    struct record r;
    fseek(f, 2 * (long)sizeof r, SEEK_SET);
    printf("%d", (int)fread(&r, sizeof r, 1, f));
    printf(" %d %s %g\n", r.id, r.name, r.value);
    fwrite(&r, sizeof r, 1, g);
    rewind(g);
    memset(&r, 0, sizeof r);
    printf("%d", (int)fread(&r, sizeof r, 2, g));
    printf(" %s %d\n", r.name, feof(g) != 0);
    fclose(f), fclose(g);
    printf("%d %d\n", remove(a), remove(b));
    return 0;
}
