/* libgen.h: the last part of a path. GNU's `basename`, which has the same name in C, is in string_search.c. */
#include "cairn_model.h"

/* Slashes at the end are cut off. */
char *__xpg_basename(char *path) {
    if (path == NULL || path[0] == 0) return (char *)".";
    size_t end = cairn_strlen(path), start;
    while (end > 1 && path[end - 1] == '/') end--;
    if (end == 1 && path[0] == '/') return path + cairn_strlen(path) - 1;
    if (path[end] != 0) path[end] = 0;
    for (start = end; start > 0 && path[start - 1] != '/'; start--) {}
    return path + start;
}
