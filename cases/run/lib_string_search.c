// Searching in strings.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    const char *s = "the quick brown fox jumps over the lazy dog";
    printf("%d %d\n", (int)(strchr(s, 'q') - s), (int)(strrchr(s, 'o') - s));
    printf("%d %d\n", strchr(s, 'Z') == NULL, (int)(strchrnul(s, 'Z') - s));
    printf("%d %d\n", (int)(strstr(s, "over") - s), strstr(s, "cat") == NULL);
    printf("%d %d\n", (int)strspn(s, "eht "), (int)strcspn(s, "xyz"));
    printf("%c %d\n", *strpbrk(s, "zyx"), (int)strnlen(s, 10));
    printf("%d\n", (int)((char *)memmem(s, 43, "fox", 3) - s));
    printf("%d\n", (int)((char *)memrchr(s, 't', 43) - s));
    printf("%d\n", (int)((char *)rawmemchr(s, 'j') - s));
    printf("%d\n", (int)(strcasestr(s, "LAZY") - s));
    printf("%d %d\n", (int)(index(s, 'b') - s), (int)(rindex(s, 'b') - s));
    printf("%d %d\n", ffs(0x50), (int)strlen(strchr(s, 0)));
    return 0;
}
