/* The fortified names of string.h. The bounds that they are given add nothing: every access is checked. */
#include "cairn_model.h"

void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *mempcpy(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
void explicit_bzero(void *to, size_t count);
char *strcpy(char *to, const char *from);
char *stpcpy(char *to, const char *from);
char *strcat(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t count);
char *stpncpy(char *to, const char *from, size_t count);
char *strncat(char *to, const char *from, size_t count);

void *__memcpy_chk(void *to, const void *from, size_t count, size_t room) { return (void)room, memcpy(to, from, count); }
void *__memmove_chk(void *to, const void *from, size_t count, size_t room) { return (void)room, memmove(to, from, count); }
void *__mempcpy_chk(void *to, const void *from, size_t count, size_t room) { return (void)room, mempcpy(to, from, count); }
void *__memset_chk(void *to, int byte, size_t count, size_t room) { return (void)room, memset(to, byte, count); }
void __explicit_bzero_chk(void *to, size_t count, size_t room) { (void)room, explicit_bzero(to, count); }
char *__strcpy_chk(char *to, const char *from, size_t room) { return (void)room, strcpy(to, from); }
char *__stpcpy_chk(char *to, const char *from, size_t room) { return (void)room, stpcpy(to, from); }
char *__strcat_chk(char *to, const char *from, size_t room) { return (void)room, strcat(to, from); }
char *__strncpy_chk(char *to, const char *from, size_t count, size_t room) { return (void)room, strncpy(to, from, count); }
char *__stpncpy_chk(char *to, const char *from, size_t count, size_t room) { return (void)room, stpncpy(to, from, count); }
char *__strncat_chk(char *to, const char *from, size_t count, size_t room) { return (void)room, strncat(to, from, count); }
