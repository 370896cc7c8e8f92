/* Other programs, users and the log: nothing of that exists for the program, so that every request is refused. */
#include "cairn_model.h"

/* Another machine would answer differently: whoever sees only this answer must not conclude anything from it. */
static void ask_outside(void) {
    (void)__cairn_getenv("PATH");
    __cairn_unspecified();
}

static int refuse(int number) {
    ask_outside();
    errno = number;
    return -1;
}

FILE *popen(const char *command, const char *mode) {
    (void)cairn_strlen(command), (void)cairn_strlen(mode);
    ask_outside();
    errno = ENOMEM;
    return NULL;
}

int pclose(FILE *file) { return (void)file, refuse(EINVAL); }
int execl(const char *path, const char *argument, ...) { return (void)cairn_strlen(path), (void)argument, refuse(ENOENT); }
int execlp(const char *path, const char *argument, ...) { return (void)cairn_strlen(path), (void)argument, refuse(ENOENT); }
int execle(const char *path, const char *argument, ...) { return (void)cairn_strlen(path), (void)argument, refuse(ENOENT); }
int execv(const char *path, char *const *arguments) { return (void)cairn_strlen(path), (void)arguments, refuse(ENOENT); }
int execvp(const char *path, char *const *arguments) { return (void)cairn_strlen(path), (void)arguments, refuse(ENOENT); }
int execve(const char *path, char *const *arguments, char *const *environment) {
    (void)cairn_strlen(path), (void)arguments, (void)environment;
    return refuse(ENOENT);
}

int pipe(int *ends) { return (void)ends, refuse(EMFILE); }
int wait(int *status) { return (void)status, refuse(10); } /* ECHILD */
int waitpid(int process, int *status, int options) { return (void)process, (void)status, (void)options, refuse(10); }
void *getpwuid(unsigned user) { return (void)user, ask_outside(), NULL; }
void *getpwnam(const char *name) { return (void)cairn_strlen(name), ask_outside(), NULL; }
void *getgrgid(unsigned group) { return (void)group, ask_outside(), NULL; }
void *getgrnam(const char *name) { return (void)cairn_strlen(name), ask_outside(), NULL; }
void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
void syslog(int priority, const char *format, ...) { (void)priority, (void)cairn_strlen(format); }
