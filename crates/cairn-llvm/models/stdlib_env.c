/* stdlib.h: the environment, and programs of the system, which do not exist here. */
#include "cairn_model.h"

enum { MAX_VARIABLES = 64, MAX_TEXT = 512 };

/* Variables that the program set: `NAME=value`; an unset one has no `=`. The host's others come after them. */
static char variables[MAX_VARIABLES][MAX_TEXT];
static int variable_count;

static size_t name_length(const char *name) {
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=') length++;
    return length;
}

static char *find(const char *name, size_t length) {
    for (int i = 0; i < variable_count; i++) {
        size_t at = 0;
        while (at < length && variables[i][at] == name[at]) at++;
        if (at == length && (variables[i][at] == '=' || variables[i][at] == 0)) return variables[i];
    }
    return NULL;
}

char *getenv(const char *name) {
    __cairn_contract("text");
    size_t length = cairn_strlen(name);
    char *own = find(name, length);
    if (own == NULL) return __cairn_getenv(name);
    return own[length] == '=' ? own + length + 1 : NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

/* `value` null: unset. */
static int set(const char *name, size_t length, const char *value) {
    size_t value_length = value != NULL ? cairn_strlen(value) : 0;
    if (length + value_length + 2 > MAX_TEXT) {
        errno = ENOMEM;
        return -1;
    }
    char *place = find(name, length);
    if (place == NULL && variable_count == MAX_VARIABLES) {
        errno = ENOMEM;
        return -1;
    }
    if (place == NULL) place = variables[variable_count++];
    __builtin_memcpy(place, name, length);
    place[length] = value != NULL ? '=' : 0;
    if (value != NULL) __builtin_memcpy(place + length + 1, value, value_length + 1);
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = name_length(name);
    if (length == 0 || name[length] == '=') {
        errno = EINVAL;
        return -1;
    }
    if (!overwrite && getenv(name) != NULL) return 0;
    return set(name, length, value);
}

int unsetenv(const char *name) {
    size_t length = name_length(name);
    if (length == 0 || name[length] == '=') {
        errno = EINVAL;
        return -1;
    }
    return set(name, length, NULL);
}

int putenv(char *text) {
    size_t length = name_length(text);
    return set(text, length, text[length] == '=' ? text + length + 1 : NULL);
}

int system(const char *command) {
    int status = (int)__cairn_random(0);
    if (command == NULL) return status; /* no shell */
    (void)cairn_strlen(command);
    if (status != 0) return status - 1;
    errno = ENOSYS;
    return -1;
}
