// Constant tables: lookups, two dimensions, strings, floats.
#include <stdio.h>

static const unsigned char crc_nibble[16] = {0, 7, 14, 9, 28, 27, 18, 21, 56, 63, 54, 49, 36, 35, 42, 45};
static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e-1};
static const char *const days[7] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
static const struct { const char *key; int value; } map[] = {{"one", 1}, {"two", 2}, {"three", 3}, {0, 0}};
static const short matrix[3][3] = {{2, 7, 6}, {9, 5, 1}, {4, 3, 8}};

int main(void) {
    unsigned crc = 0;
    for (const char *p = "123456789"; *p; p++) {
        crc ^= (unsigned char)*p;
        crc = (unsigned char)(crc << 4) ^ crc_nibble[crc >> 4];
        crc = (unsigned char)(crc << 4) ^ crc_nibble[(crc >> 4) & 15];
    }
    printf("%02x\n", crc);
    printf("%g %s\n", powers[3] * powers[4], days[6]);
    for (int i = 0; map[i].key; i++) printf("%s=%d ", map[i].key, map[i].value);
    int d = 0;
    for (int i = 0; i < 3; i++) d += matrix[i][i];
    printf("%d\n", d);
    return 0;
}
