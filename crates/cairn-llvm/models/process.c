/* Other programs, users and the log: nothing of that exists where a program is executed, so that every request is refused;
   whoever follows many executions at once is told that anything may be there. */
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

/* A program that is executed does not come back: whatever the machine, what comes back was refused. */
static int come_back(void) {
    errno = __cairn_coarse() ? (int)__cairn_random(ENOENT) : ENOENT;
    if (!__cairn_coarse()) ask_outside();
    return -1;
}

/* What is known of a user or a group: nothing, or a record in which anything may stand. */
static void *look_up(void) {
    if (__cairn_coarse()) return __cairn_getenv("USER");
    ask_outside();
    return NULL;
}

FILE *popen(const char *command, const char *mode) {
    (void)cairn_strlen(command), (void)cairn_strlen(mode);
    ask_outside();
    errno = ENOMEM;
    return NULL;
}

int pclose(FILE *file) { return (void)file, refuse(EINVAL); }

/* Strings up to a null pointer; no array at all is none. */
static void look_at_strings(char *const *strings) {
    if (strings == NULL) return;
    for (; *strings != NULL; strings++) (void)cairn_strlen(*strings);
}

#define LOOK_AT_ARGUMENTS(list, argument) \
    va_start(list, argument); \
    for (const char *next = argument; next != NULL; next = va_arg(list, const char *)) (void)cairn_strlen(next)

int execl(const char *path, const char *argument, ...) {
    va_list list;
    (void)cairn_strlen(path);
    LOOK_AT_ARGUMENTS(list, argument);
    va_end(list);
    return come_back();
}
int execlp(const char *path, const char *argument, ...) {
    va_list list;
    (void)cairn_strlen(path);
    LOOK_AT_ARGUMENTS(list, argument);
    va_end(list);
    return come_back();
}
int execle(const char *path, const char *argument, ...) {
    va_list list;
    (void)cairn_strlen(path);
    LOOK_AT_ARGUMENTS(list, argument);
    look_at_strings(va_arg(list, char *const *));
    va_end(list);
    return come_back();
}
int execv(const char *path, char *const *arguments) { return (void)cairn_strlen(path), look_at_strings(arguments), come_back(); }
int execvp(const char *path, char *const *arguments) { return (void)cairn_strlen(path), look_at_strings(arguments), come_back(); }
int execve(const char *path, char *const *arguments, char *const *environment) {
    (void)cairn_strlen(path), look_at_strings(arguments), look_at_strings(environment);
    return come_back();
}

int pipe(int *ends) { return (void)ends, refuse(EMFILE); }
int pipe2(int *ends, int flags) { return (void)ends, (void)flags, refuse(EMFILE); }
void *getpwuid(unsigned user) { return (void)user, look_up(); }
void *getpwnam(const char *name) { return (void)cairn_strlen(name), look_up(); }
void *getgrgid(unsigned group) { return (void)group, look_up(); }
void *getgrnam(const char *name) { return (void)cairn_strlen(name), look_up(); }

/* Where the lists of users and groups are read from next, is for whoever reads them one by one. */
void setpwent(void) { __cairn_contract(""); }
void endpwent(void) { __cairn_contract(""); }
void setgrent(void) { __cairn_contract(""); }
void endgrent(void) { __cairn_contract(""); }

/* Some process ended, none did yet, or there is none. */
static int await_any(int *status) {
    if (!__cairn_coarse()) return refuse(10); /* ECHILD */
    int found = (int)__cairn_random(-1);
    cairn_may_set_errno();
    if (found > 0 && status != NULL) *status = (int)__cairn_random(0);
    if (found < 0) errno = (int)__cairn_random(10);
    return found;
}

int wait(int *status) { return await_any(status); }
int waitpid(int process, int *status, int options) { return (void)process, (void)options, await_any(status); }
/* The name is kept, and read by each message. */
static const char *log_name;
void openlog(const char *name, int options, int facility) { (void)options, (void)facility, log_name = name; }
void closelog(void) { log_name = NULL; }
void syslog(int priority, const char *format, ...) {
    va_list list;
    (void)priority;
    if (log_name != NULL) (void)cairn_strlen(log_name);
    cairn_may_set_errno();
    va_start(list, format);
    cairn_lib_vsnprintf(NULL, 0, format, list);
    va_end(list);
}
