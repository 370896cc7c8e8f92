// Evaluation order of && || ?: and the comma operator.
#include <stdio.h>

static int log_it(const char *name, int value) {
    printf("%s ", name);
    return value;
}

int main(void) {
    int r = log_it("a", 0) && log_it("b", 1);
    r += log_it("c", 1) || log_it("d", 1);
    r += log_it("e", 0) || log_it("f", 0) || log_it("g", 5);
    r += log_it("h", 1) ? log_it("i", 10) : log_it("j", 20);
    r += (log_it("k", 1), log_it("l", 100));
    int *null = 0;
    if (null && *null) r = -1;
    printf("\n%d\n", r);
    int x = 5;
    x = x ?: log_it("never", 1);
    int y = 0 ?: log_it("m", 7);
    printf("%d %d %d\n", x, y, !!x == 1);
    return 0;
}
