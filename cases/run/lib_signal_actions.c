//@ flags: -D_GNU_SOURCE
// What handlers are told, when they run, and what is told of them.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>

static volatile sig_atomic_t depth, deepest, calls, rest;
static sigjmp_buf out;

static void nested(int number) {
    depth++, calls++;
    if (depth > deepest) deepest = depth;
    if (rest-- > 0) raise(number);
    depth--;
}
static void told(int number, siginfo_t *information, void *context) {
    calls++;
    printf("%d %d %d %d %d\n", number, information->si_signo, information->si_code == SI_TKILL, information->si_pid == getpid(), context != NULL);
}
static void leave(int number) { siglongjmp(out, number); }

static void set(int number, void (*handler)(int), int flags, int masked) {
    struct sigaction action, old;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    if (masked != 0) sigaddset(&action.sa_mask, masked);
    printf("%d", sigaction(number, &action, &old));
    printf(" %d", sigaction(number, NULL, &old));
    printf(" %d %x %d\n", old.sa_handler == handler, old.sa_flags & ~0x04000000, masked != 0 && sigismember(&old.sa_mask, masked));
}

static void try_nested(void) {
    depth = deepest = calls = 0, rest = 3;
    raise(SIGUSR1);
    printf("%d calls, %d deep\n", (int)calls, (int)deepest);
}

int main(void) {
    struct sigaction old;
    signal(SIGUSR1, nested);
    sigaction(SIGUSR1, NULL, &old);
    printf("%d %d %d\n", old.sa_handler == nested, (old.sa_flags & SA_RESTART) != 0, sigismember(&old.sa_mask, SIGUSR1));
    try_nested();
    set(SIGUSR1, nested, SA_NODEFER, 0);
    try_nested();
    set(SIGUSR1, nested, SA_RESTART, SIGUSR2);
    try_nested();
    set(SIGUSR1, (void (*)(int))(void *)told, SA_SIGINFO | SA_RESETHAND, SIGTERM);
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &old);
    printf("%d\n", old.sa_handler == SIG_DFL);

    /* A handler that is left by a jump. */
    signal(SIGUSR2, leave);
    for (volatile int i = 0; i < 3; i++) {
        int number = sigsetjmp(out, 1);
        if (number == 0) raise(SIGUSR2);
        else printf("left by %d\n", number);
    }

    sigset_t set_of_one, before;
    sigemptyset(&set_of_one);
    sigaddset(&set_of_one, SIGUSR1);
    signal(SIGUSR1, nested);
    calls = 0, rest = 0;
    printf("%d\n", sigprocmask(SIG_BLOCK, &set_of_one, &before));
    raise(SIGUSR1);
    printf("%d calls", (int)calls);
    printf(", %d\n", sigprocmask(SIG_SETMASK, &before, NULL));
    printf("%d calls, %d %d\n", (int)calls, sigprocmask(99, &before, NULL), sigprocmask(99, NULL, NULL));
    printf("%d %d %d\n", raise(0), sigaction(SIGKILL, NULL, &old), signal(SIGKILL, SIG_IGN) == SIG_ERR);
    sigfillset(&set_of_one);
    printf("%d %d %d %d\n", sigismember(&set_of_one, 31), sigismember(&set_of_one, 32), sigaddset(&set_of_one, 33), sigismember(&set_of_one, 64));
    set(SIGUSR1, nested, SA_RESETHAND, 0);
    raise(SIGUSR1);
    fflush(stdout);
    raise(SIGURG);
    return 0;
}
