//@ stdin: 3 10 20 30\nname Ada\n2.5 x\nrest of line\n
// scanf and fscanf on standard input.
#include <stdio.h>

int main(void) {
    int n, sum = 0, x;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n && scanf("%d", &x) == 1; i++) sum += x;
    char key[10], value[10], c;
    double d;
    int got = fscanf(stdin, "%9s %9s", key, value);
    printf("%d %d %s %s\n", sum, got, key, value);
    got = scanf("%lf %c ", &d, &c);
    printf("%d %g %c\n", got, d, c);
    char line[30];
    fgets(line, sizeof line, stdin);
    printf("%s%d", line, scanf("%d", &x));
    printf(" %d\n", feof(stdin) != 0);
    return 0;
}
