// LZ-style compression and back, with a checksum.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t pack(const unsigned char *in, size_t n, unsigned char *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, back = 0;
        for (size_t d = 1; d <= i && d < 256; d++) {
            size_t l = 0;
            while (i + l < n && l < 255 && in[i + l] == in[i + l - d]) l++;
            if (l > best) best = l, back = d;
        }
        if (best > 3) out[o++] = 0, out[o++] = (unsigned char)back, out[o++] = (unsigned char)best, i += best;
        else out[o++] = in[i++];
    }
    return o;
}
static size_t unpack(const unsigned char *in, size_t n, unsigned char *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        if (in[i]) { out[o++] = in[i++]; continue; }
        for (int l = in[i + 2]; l > 0; l--, o++) out[o] = out[o - in[i + 1]];
        i += 3;
    }
    return o;
}

int main(void) {
    unsigned char text[600], *packed = malloc(1200), back[600];
    size_t n = 0;
    for (int i = 0; i < 20; i++) n += (size_t)sprintf((char *)text + n, "item %d of the list; ", i % 7);
    size_t p = pack(text, n, packed), u = unpack(packed, p, back);
    unsigned a = 1, b = 0;
    for (size_t i = 0; i < p; i++) a = (a + packed[i]) % 65521, b = (b + a) % 65521;
    printf("%d %d %d %d %08x\n", (int)n, (int)p, (int)u, memcmp(text, back, n), b << 16 | a);
    free(packed);
    return 0;
}
