// va_copy, passing a va_list on, pointers to it, vprintf and vsnprintf.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int take(va_list list) { return va_arg(list, int); }
static double average(int n, ...) {
    va_list list, again;
    va_start(list, n);
    va_copy(again, list);
    double sum = 0, squares = 0;
    for (int i = 0; i < n; i++) sum += va_arg(list, int);
    for (int i = 0; i < n; i++) { int x = va_arg(again, int); squares += x * x; }
    va_end(again);
    va_end(list);
    return sum / n + squares;
}

static int log_line(const char *prefix, const char *format, ...) {
    char line[100];
    va_list list;
    va_start(list, format);
    int n = snprintf(line, sizeof line, "%s: ", prefix);
    n += vsnprintf(line + n, sizeof line - n, format, list);
    va_end(list);
    puts(line);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
    return n;
}

static int first(int dummy, ...) {
    va_list list;
    va_start(list, dummy);
    int r = take(list);
    va_end(list);
    return r;
}

int main(void) {
    printf("%g %d\n", average(4, 1, 2, 3, 4), first(0, 42, 43));
    printf("%d\n", log_line("info", "%d %s %g %c", 5, "five", 5.5, '5'));
    return 0;
}
