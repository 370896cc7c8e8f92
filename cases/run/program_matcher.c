// A matcher of simple regular expressions.
#include <stdio.h>

static int here(const char *re, const char *text);
static int star(int c, const char *re, const char *text) {
    do if (here(re, text)) return 1;
    while (*text && (*text++ == c || c == '.'));
    return 0;
}
static int here(const char *re, const char *text) {
    if (!re[0]) return 1;
    if (re[1] == '*') return star(re[0], re + 2, text);
    if (re[0] == '$' && !re[1]) return !*text;
    return *text && (re[0] == '.' || re[0] == *text) && here(re + 1, text + 1);
}
static int match(const char *re, const char *text) {
    if (re[0] == '^') return here(re + 1, text);
    do if (here(re, text)) return 1;
    while (*text++);
    return 0;
}

int main(void) {
    const char *res[] = {"^ab*c$", "x.z", "b*$", "^$", "a.*d"}, *texts[] = {"abbbc", "ac", "xyz", "", "aXXd", "cab"};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 6; j++) printf("%d", match(res[i], texts[j]));
        printf("\n");
    }
    return 0;
}
