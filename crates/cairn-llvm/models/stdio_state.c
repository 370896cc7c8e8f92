/* stdio.h: the state of streams; files by name. */
#include "cairn_model.h"

int feof(FILE *file) { __cairn_contract("stream"); return (file->flags & FILE_END) != 0; }
int ferror(FILE *file) { __cairn_contract("stream"); return (file->flags & FILE_ERROR) != 0; }
int feof_unlocked(FILE *file) { __cairn_contract("stream"); return feof(file); }
int ferror_unlocked(FILE *file) { __cairn_contract("stream"); return ferror(file); }
void clearerr(FILE *file) { __cairn_contract("stream"); file->flags &= ~(FILE_END | FILE_ERROR); }
void clearerr_unlocked(FILE *file) { __cairn_contract("stream"); clearerr(file); }
int fileno(FILE *file) { __cairn_contract("stream"); return file->fd; }
int fileno_unlocked(FILE *file) { __cairn_contract("stream"); return file->fd; }
void flockfile(FILE *file) { __cairn_contract("stream"); cairn_look_at(file); }
int ftrylockfile(FILE *file) { return cairn_look_at(file), 0; }
void funlockfile(FILE *file) { __cairn_contract("stream"); cairn_look_at(file); }

int remove(const char *path) {
    cairn_may_set_errno();
    if (__cairn_coarse()) return (void)cairn_strlen(path), __cairn_random(0) != 0 ? 0 : cairn_outside_error(ENOENT);
    return __cairn_unlink(path) == 0 ? 0 : cairn_outside_error(ENOENT);
}

int rename(const char *from, const char *to) {
    cairn_may_set_errno();
    if (__cairn_coarse()) return (void)cairn_strlen(from), (void)cairn_strlen(to), __cairn_random(0) != 0 ? 0 : cairn_outside_error(ENOENT);
    return __cairn_rename(from, to) == 0 ? 0 : cairn_outside_error(ENOENT);
}

char *tmpnam(char *name) {
    static char buffer[20];
    static int next;
    static const char start[] = "/tmp/cairn-tmp-";
    if (name == NULL) name = buffer;
    __cairn_unspecified(); /* which name it is */
    __builtin_memcpy(name, start, sizeof start);
    name[sizeof start - 1] = (char)('a' + next / 26 % 26);
    name[sizeof start] = (char)('a' + next++ % 26);
    name[sizeof start + 1] = 0;
    return name;
}
