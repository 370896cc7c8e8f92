// The preprocessor: variadic macros, stringizing, pasting, X macros, predefined names.
#include <stdio.h>

#define COLOURS(X) X(RED, 1) X(GREEN, 2) X(BLUE, 4)
#define AS_ENUM(name, value) name = value,
#define AS_CASE(name, value) case name: return #name;
enum colour { COLOURS(AS_ENUM) };
static const char *name(enum colour c) { switch (c) { COLOURS(AS_CASE) } return "?"; }
#define LOG(format, ...) printf("[%d] " format "\n", __LINE__ - base, ##__VA_ARGS__)
#define PASTE(a, b) a##b
#define TEXT(x) #x
#define EXPANDED(x) TEXT(x)
#define COUNT(...) (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int))

int main(void) {
    int base = __LINE__, PASTE(var, 7) = 5;
    LOG("plain");
    LOG("%s %d", name(GREEN), var7);
    printf("%s %s %d\n", TEXT(a + b), EXPANDED(COUNT(1)) + 0 ? "text" : "", COUNT(1, 2, 3));
    printf("%d %d\n", __COUNTER__ + 1, __STDC__);
    return 0;
}
