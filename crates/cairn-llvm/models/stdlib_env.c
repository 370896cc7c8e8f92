/* stdlib.h: the environment, and programs of the system, which do not exist here. */
#include "cairn_model.h"

enum { MAX_VARIABLES = 64, MAX_TEXT = 1 << 15 };

/* Variables that the program set: `NAME=value`; an unset one has no `=`. What putenv was given is the variable, not a copy of
 * it. The host's others come after them. */
static char *variables[MAX_VARIABLES];
static int variable_count;
/* What setenv was given. Nothing is taken back: as in glibc, a text that getenv gave stays as it is. */
static char texts[MAX_TEXT];
static size_t text_count;

static size_t name_length(const char *name) {
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=') length++;
    return length;
}

static char **find(const char *name, size_t length) {
    for (int i = 0; i < variable_count; i++) {
        size_t at = 0;
        while (at < length && variables[i][at] == name[at]) at++;
        if (at == length && (variables[i][at] == '=' || variables[i][at] == 0)) return &variables[i];
    }
    return NULL;
}

char *getenv(const char *name) {
    __cairn_contract("text -putenv");
    size_t length = cairn_strlen(name);
    char **own = find(name, length);
    if (own == NULL) return __cairn_getenv(name);
    return (*own)[length] == '=' ? *own + length + 1 : NULL;
}
/* Nothing is told to a program that has more rights than its user. */
char *secure_getenv(const char *name) {
    char *value = getenv(name);
    return value != NULL && __cairn_random(0) != 0 ? NULL : value;
}

static int fail(int number) {
    errno = number;
    return -1;
}

/* What a text that getenv gave before holds now, and where it lies, is up to the library. */
static int set(const char *name, size_t length, char *text) {
    __cairn_unspecified();
    char **place = find(name, length);
    if (place == NULL && variable_count == MAX_VARIABLES) return fail(ENOMEM);
    if (place == NULL) place = &variables[variable_count++];
    *place = text;
    return 0;
}

/* `value` null: unset. */
static char *compose(const char *name, size_t length, const char *value) {
    size_t value_length = value != NULL ? cairn_strlen(value) : 0;
    if (length + value_length + 2 > MAX_TEXT - text_count) return NULL;
    char *text = texts + text_count;
    text_count += length + value_length + 2;
    __builtin_memcpy(text, name, length);
    text[length] = value != NULL ? '=' : 0;
    if (value != NULL) __builtin_memcpy(text + length + 1, value, value_length + 1);
    return text;
}

/* The length of a name that a variable can have, or 0. */
static size_t valid_length(const char *name) {
    if (name == NULL) return 0;
    size_t length = name_length(name);
    return name[length] == '=' ? 0 : length;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = valid_length(name);
    if (length == 0) return fail(EINVAL);
    (void)cairn_strlen(value);
    if (!overwrite && getenv(name) != NULL) return 0;
    char *text = __cairn_alloc_fails() ? NULL : compose(name, length, value);
    return text == NULL ? fail(ENOMEM) : set(name, length, text);
}

int unsetenv(const char *name) {
    size_t length = valid_length(name);
    if (length == 0) return fail(EINVAL);
    char *text = compose(name, length, NULL);
    return text == NULL ? fail(ENOMEM) : set(name, length, text);
}

int putenv(char *text) {
    size_t length = name_length(text);
    return text[length] == '=' ? set(text, length, text) : unsetenv(text);
}

int system(const char *command) {
    int status = (int)__cairn_random(0);
    if (command == NULL) return status; /* no shell */
    (void)cairn_strlen(command);
    return status != 0 ? status - 1 : cairn_outside_error(ENOSYS);
}
