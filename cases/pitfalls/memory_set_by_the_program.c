// Clang makes an operation of the call, which becomes a call of the program's function all the same.
#include <assert.h>
#include <stddef.h>
static int calls;
void *memset(void *to, int byte, size_t count) {
    calls++;
    for (size_t i = 0; i < count; i++) ((volatile char *)to)[i] = (char)byte;
    return to;
}
int main(int argc, char **argv) {
    char b[100];
    memset(b, 0, (size_t)argc * 50 % 100);
    assert(calls == 0); //~ assertion-failure
    return 0;
}
