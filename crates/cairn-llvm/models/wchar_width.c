/* wchar.h: how many columns characters take, in the C locale. */
#include "cairn_model.h"

int wcwidth(wchar_t c) { return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1; }

int wcswidth(const wchar_t *text, size_t limit) {
    int width = 0;
    for (size_t i = 0; i < limit && text[i] != 0; i++) {
        if (wcwidth(text[i]) < 0) return -1;
        width = width == INT_MAX ? INT_MAX : width + 1;
    }
    return width;
}
