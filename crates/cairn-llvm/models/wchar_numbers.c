/* wchar.h: wide text to numbers. The part that can be a number is copied as bytes and read by the functions for those. */
#include "cairn_model.h"

long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);

/* Up to the first character that occurs in no number. */
static size_t numeral_length(const wchar_t *text) {
    size_t length = 0;
    while (text[length] > 0 && text[length] < 128 && (cairn_is_space(text[length]) || cairn_digit_value(text[length]) < 36
           || text[length] == '+' || text[length] == '-' || text[length] == '.' || text[length] == '(' || text[length] == ')'
           || text[length] == '_')) length++;
    return length;
}

static void narrow(char *to, const wchar_t *from, size_t length) {
    for (size_t i = 0; i < length; i++) to[i] = (char)from[i];
    to[length] = 0;
}

long wcstol(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    long value = strtol(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

long __isoc23_wcstol(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    long value = strtol(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

unsigned long wcstoul(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    unsigned long value = strtoul(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

unsigned long __isoc23_wcstoul(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    unsigned long value = strtoul(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

long long wcstoll(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    long long value = strtoll(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

long long __isoc23_wcstoll(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    long long value = strtoll(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

unsigned long long wcstoull(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    unsigned long long value = strtoull(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

unsigned long long __isoc23_wcstoull(const wchar_t *text, wchar_t **end, int base) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    unsigned long long value = strtoull(bytes, &stop, base);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

double wcstod(const wchar_t *text, wchar_t **end) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    double value = strtod(bytes, &stop);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

float wcstof(const wchar_t *text, wchar_t **end) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    float value = strtof(bytes, &stop);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}

long double wcstold(const wchar_t *text, wchar_t **end) {
    size_t length = numeral_length(text);
    char bytes[length + 1], *stop;
    narrow(bytes, text, length);
    long double value = strtold(bytes, &stop);
    if (end != NULL) *end = (wchar_t *)text + (stop - bytes);
    return value;
}
