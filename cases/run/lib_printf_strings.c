// Conversions of strings and pointers, %n, return values.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    int at = 0;
    printf("[%s][%10s][%-10s][%.3s][%10.2s]\n", "text", "text", "text", "text", "text");
    printf("[%s][%.0s][%5s]\n", "", "gone", "longer than five");
    char unterminated[3] = {'a', 'b', 'c'};
    printf("[%.3s][%.2s]\n", unterminated, unterminated);
    printf("[%ls][%lc][%.2ls]\n", L"wide", L'w', L"wide");
    printf("[%p][%10p]\n", (void *)0, (void *)0);
    int n = printf("counted%n text\n", &at);
    printf("%d %d\n", n, at);
    char buffer[10];
    n = snprintf(buffer, sizeof buffer, "%s", "much too long for it");
    printf("%d <%s>\n", n, buffer);
    n = snprintf(NULL, 0, "%d-%d", 100, 200);
    printf("%d\n", n);
    printf("%d %s\n", sprintf(buffer, "%03d", 7), buffer);
    return 0;
}
