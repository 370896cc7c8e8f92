/* The fortified names of wchar.h. The bounds that they are given add nothing: every access is checked. */
#include "cairn_model.h"

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
wchar_t *wcscat(wchar_t *to, const wchar_t *from);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count);

wchar_t *__wmemcpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) { return (void)room, wmemcpy(to, from, count); }
wchar_t *__wcscpy_chk(wchar_t *to, const wchar_t *from, size_t room) { return (void)room, wcscpy(to, from); }
wchar_t *__wcscat_chk(wchar_t *to, const wchar_t *from, size_t room) { return (void)room, wcscat(to, from); }
wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) { return (void)room, wcsncpy(to, from, count); }
wchar_t *__wcsncat_chk(wchar_t *to, const wchar_t *from, size_t count, size_t room) { return (void)room, wcsncat(to, from, count); }
