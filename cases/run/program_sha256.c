// SHA-256 of a few texts.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t k[64], h[8];
static uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

/* The first 32 bits of the fraction of the root of a prime, by integer search. */
static uint32_t fraction(int prime, int cube) {
    uint64_t low = 0, high = 1ull << 37;
    while (low + 1 < high) {
        uint64_t mid = (low + high) / 2;
        long double m = (long double)mid / 4294967296.0L, p = cube ? m * m * m : m * m;
        if (p <= prime) low = mid;
        else high = mid;
    }
    return (uint32_t)low;
}

static void block(const unsigned char *p) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = v[7] + (rotr(v[4], 6) ^ rotr(v[4], 11) ^ rotr(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t t2 = (rotr(v[0], 2) ^ rotr(v[0], 13) ^ rotr(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

static void digest(const char *text) {
    unsigned char last[64] = {0};
    size_t length = strlen(text);
    int prime = 1;
    for (int i = 0; i < 64; i++) {
        for (int d = 2; prime++, d = 2, 1;) {
            while (d * d <= prime && prime % d) d++;
            if (d * d > prime) break;
        }
        k[i] = fraction(prime, 1);
        if (i < 8) h[i] = fraction(prime, 0);
    }
    memcpy(last, text, length);
    last[length] = 0x80;
    last[62] = (unsigned char)(length >> 5), last[63] = (unsigned char)(length << 3);
    block(last);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    printf("\n");
}

int main(void) {
    digest("");
    digest("abc");
    return 0;
}
