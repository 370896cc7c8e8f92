// The C locale; signal handlers called by raise.
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;
static void handler(int number) { seen = seen * 100 + number; }

int main(void) {
    printf("%s %s\n", setlocale(LC_ALL, NULL), localeconv()->decimal_point);
    signal(SIGUSR1, handler);
    signal(SIGTERM, handler);
    raise(SIGUSR1);
    raise(SIGTERM);
    printf("%d\n", (int)seen);
    signal(SIGTERM, SIG_IGN);
    printf("%d %d\n", raise(SIGTERM), signal(SIGUSR1, SIG_DFL) == handler);
    return 0;
}
