typedef __SIZE_TYPE__ size_t;
static int calls;
int copies(void) { return calls; }
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    calls++;
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((volatile const char *)from)[i];
    return to;
}
