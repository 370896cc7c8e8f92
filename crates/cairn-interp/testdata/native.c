/* Prints what an x86-64 machine with glibc computes: the expected values of the tests of `float`, `host::format` and
 * `host::parse`. The tables beside this file were made with
 *
 *     cc -O0 -ffp-contract=off native.c -o native -lm
 *     ./native arithmetic 20 >x87_arithmetic.txt; ./native unary 160 >x87_unary.txt
 *     ./native convert 120 >x87_convert.txt; ./native format 905 >format.txt; ./native parse 0 >parse.txt
 *
 * A larger number gives more rows, with random operands. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned __int128 u128;

static uint64_t state = 88172645463325252u;
static uint64_t rnd(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static long double ld(unsigned sign_exponent, uint64_t significand) {
    long double value = 0;
    memcpy(&value, &significand, 8);
    uint16_t high = (uint16_t)sign_exponent;
    memcpy((char *)&value + 8, &high, 2);
    return value;
}

static void put(long double value) {
    uint64_t low;
    uint16_t high;
    memcpy(&low, &value, 8);
    memcpy(&high, (char *)&value + 8, 2);
    printf(" %04x%016lx", high, low);
}
static void put64(double value) { uint64_t bits; memcpy(&bits, &value, 8); printf(" %016lx", bits); }
static void put32(float value) { uint32_t bits; memcpy(&bits, &value, 4); printf(" %08x", bits); }
static void put128(u128 value) { printf(" %016lx%016lx", (uint64_t)(value >> 64), (uint64_t)value); }

#define TOP 0x8000000000000000u
static long double operand(unsigned i) {
    static const struct { unsigned high; uint64_t low; } special[] = {
        {0, 0}, {0x8000, 0}, {0x7fff, TOP}, {0xffff, TOP}, {0x7fff, 0xc000000000000001u}, {0, 1}, {0x8000, 3},
        {0, TOP - 1}, {1, TOP}, {0x3fff, TOP}, {0xbfff, TOP}, {0x4000, 0xc90fdaa22168c235u}, {0x3ffe, UINT64_MAX},
        {0x7ffe, UINT64_MAX}, {0xfffe, TOP}, {0x403e, UINT64_MAX}, {0xc03f, TOP | 1}, {0x3fbf, TOP}, {0x3ffb, 0xccccccccccccccccu},
        {0x3fff, TOP | 1},
        {0x3ffe, TOP}, {0xbffe, TOP}, {0x3fff, 0xc000000000000000u}, {0x4000, 0xa000000000000000u}, {0x403d, TOP - 1 + TOP},
        {0xc03e, TOP}, {0x403e, TOP}, {0xc03e, TOP | 1}, {0x403f, TOP}, {0x407f, TOP}, {0x43fe, UINT64_MAX}, {0x407e, UINT64_MAX},
        {0x3c01, TOP}, {0x3c00, UINT64_MAX}, {0x3bcc, TOP}, {0x3bcc, TOP | 1}, {0x3f6a, TOP}, {0x3f69, TOP}, {0x401e, TOP},
    };
    unsigned count = sizeof special / sizeof *special;
    if (i < count) return ld(special[i].high, special[i].low);
    uint64_t low = rnd() | TOP;
    switch (rnd() % 4) {
    case 0: low &= UINT64_MAX << (rnd() % 64); break;
    case 1: low = TOP | low >> (rnd() % 64); break;
    }
    unsigned exponent = 0x3fff - 70 + rnd() % 140, sign = rnd() % 2 << 15;
    switch (rnd() % 8) {
    case 0: exponent = 1 + rnd() % 0x7ffe; break;
    case 1: exponent = 0; low = rnd() >> (1 + rnd() % 63); break;
    case 2: exponent = 0x3fff - 1023 - 60 + rnd() % 70; break;
    }
    return ld(sign | exponent, low);
}

static void arithmetic(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            volatile long double a = operand(i), b = operand(j), c = operand((i * 7 + j * 3) % n);
            put(a), put(b), put(c), put(a + b), put(a - b), put(a * b), put(a / b), put(fmodl(a, b)), put(fmal(a, b, c));
            printf(" %d\n", a < b ? -1 : a == b ? 0 : a > b ? 1 : 2);
        }
}

static void unary(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        volatile long double a = operand(i);
        put(a), put(sqrtl(a)), put(floorl(a)), put(ceill(a)), put(truncl(a)), put(rintl(a)), put(roundl(a));
        put64((double)a), put32((float)a);
        if (a > -2147483649.0L && a < 2147483648.0L) printf(" %08x", (uint32_t)(int32_t)a); else printf(" -");
        if (a >= -0x1p63L && a < 0x1p63L) printf(" %016lx", (uint64_t)(int64_t)a); else printf(" -");
        if (a > -1 && a < 0x1p64L) printf(" %016lx", (uint64_t)a); else printf(" -");
        if (a > -1 && a < 0x1p128L) put128((u128)a); else printf(" -");
        printf("\n");
    }
}

/* A number of random length: signed and unsigned to the three formats; then as the bits of an f64 and an f32. */
static void convert(unsigned n) {
    for (unsigned i = 0; i < n; i++) {
        u128 wide = ((u128)rnd() << 64 | rnd()) >> rnd() % 128;
        if (i % 3 == 0) wide = -wide;
        uint64_t word = (uint64_t)wide;
        put128(wide);
        put((__int128)wide), put64((__int128)wide), put32((__int128)wide), put(wide), put64(wide), put32(wide);
        put((int64_t)word), put64((int64_t)word), put32((int64_t)word), put(word), put64(word), put32(word);
        double d;
        float f;
        uint32_t half = (uint32_t)word;
        memcpy(&d, &word, 8);
        memcpy(&f, &half, 4);
        put(d), put32((float)d), put(f), put64(f);
        printf("\n");
    }
}

static void format_row(const char *spec, long double value, int is_long) {
    static char text[20000];
    if (is_long) {
        snprintf(text, sizeof text, spec, value);
        put(value);
    } else {
        snprintf(text, sizeof text, spec, (double)value);
        put64((double)value);
    }
    printf("\t%s\t%s\n", spec, text);
}

/* glibc 2.36 prints `%#g` of 999999.5 as `1.e+06`; C wants the zeros: `1.00000e+06`. We do as C says. */
static int loses_digits(const char *spec, long double value, int is_long) {
    char text[200];
    size_t len = strlen(spec);
    if (!strchr(spec, '#') || !strchr("gG", spec[len - 1]) || strstr(spec, ".0") || strstr(spec, ".1") || strstr(spec, ".g"))
        return 0;
    if (is_long) snprintf(text, sizeof text, spec, value); else snprintf(text, sizeof text, spec, (double)value);
    return strstr(text, ".e") || strstr(text, ".E");
}

static double random_double(unsigned i) {
    static const double special[] = {0, 1, 0.5, 1.5, 2.5, 0.1, 9.5, 9.9999995, 99999.95, 999999.5, 1e5, 1e6, 1e-4, 9.9999e-5,
        123456789, 1e100, 1.7976931348623157e308, 5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 0.0625, 0.125,
        1e15, 1e16, 1e17, 123.456, 1.0 / 3, 1e22, 1e23, INFINITY, NAN, 1.9999999999999998, 255.9375, 0.96875, 65535.99999,
        4503599627370497.5, 0.3, 0.05, 0.25, 0.75, 1e-5, 1.25, 3.14159265358979};
    unsigned count = sizeof special / sizeof *special;
    if (i < 2 * count) return i % 2 ? -special[i / 2] : special[i / 2];
    uint64_t bits = rnd();
    double value;
    switch (i % 4) {
    case 0: return (double)(int64_t)rnd() / 1000.0 / (double)(1 + rnd() % 1000000);
    case 1: return (double)(rnd() % 1000000) / 64.0;
    case 2: return (double)(rnd() % 100000000) / 1000.0;
    }
    memcpy(&value, &bits, 8);
    return value;
}

static void format(unsigned n) {
    static const char conversions[] = "fFeEgGaA";
    for (unsigned i = 0; i < n; i++) {
        char spec[40], *out = spec;
        int is_long = rnd() % 5 < 2;
        long double value = random_double(i % 300);
        if (is_long && i % 3 == 0) value = operand(rnd() % 80);
        if (is_long && i % 3 == 1) value += value * 0x1p-60L * (long double)(rnd() % 16);
        *out++ = '%';
        for (const char *flag = "-+ #0"; *flag; flag++)
            if (rnd() % 4 == 0) *out++ = *flag;
        if (rnd() % 3 == 0) out += sprintf(out, "%d", (int)(rnd() % 40));
        if (rnd() % 3) out += sprintf(out, rnd() % 20 ? ".%d" : ".", (int)(rnd() % (rnd() % 4 ? 8 : 30)));
        if (is_long) *out++ = 'L';
        char letter = conversions[rnd() % 8];
        int exponent = 0;
        frexpl(value, &exponent);
        /* No rows of thousands of digits. */
        if ((letter == 'f' || letter == 'F') && (exponent > 400 || exponent < -2000)) letter = 'g';
        *out++ = letter;
        *out = 0;
        if (!loses_digits(spec, value, is_long)) format_row(spec, value, is_long);
    }
    format_row("%.1074f", 5e-324, 0), format_row("%f", 1.7976931348623157e308, 0), format_row("%.770e", 2.225073858507201e-308, 0);
    format_row("%.400Lf", ld(0x3fff, TOP | 1), 1), format_row("%Lf", ld(0x7ffe, UINT64_MAX), 1), format_row("%.120Lg", ld(0, 1), 1);
}

static void parse(unsigned n) {
    static const char *texts[] = {"", " ", "x", "0", "-0", "+0.0", "1", "  1.5abc", "\t\n\v\f\r 42", ".5", "5.", ".", "-.", "+", "1e",
        "1e+", "1e5", "1E-5x", "1e5.5", "0x", "0x.", "0xg", "0x1", "0x1p", "0x1p+", "0x1.8p1", "0X.8P+2", "0x1.fffffffffffff8p0",
        "0x1.fffffffffffff80000000000000000000000001p0", "0x1.00000000000008p0", "0x1.00000000000018p0", "0x1.0000000000000001p0",
        "0x1.0000000000000003p0", "0xfffffffffffffffffffffffffffffffffffff", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1p1023",
        "0x1p1024", "-0x1p99999999999999999999", "0x1p-99999999999999999999", "0x0p99999999999999999", "inf", "INFINITY", "infinit",
        "-Inf", "nan", "-NaN", "nan(", "nan()", "nan(123)", "nan(0x1f)", "nan(zz_9)", "nan(1 2)", "nan(077)", "in", "na",
        "nan(0xffffffffffffffffffff)", "0.1", "0.2", "0.3", "3.14159265358979323846264338327950288", "1e22", "1e23", "1e308", "1.8e308",
        "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "2.2250738585072011e-308",
        "2.2250738585072014e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400", "1e400", "1e-4940",
        "3.6e-4951", "1.8e-4951", "1.9e-4951", "1e4932", "1.2e4932", "1.18973149535723176502e4932", "1.18973149535723176509e4932",
        "1e99999999999999999999", "-1e-99999999999999999999", "0e99999999999999999999", "9007199254740993", "9007199254740992.99999",
        "9007199254740993.00000000000000000000000000000000000001", "18446744073709551615", "18446744073709551617",
        "36893488147419103233", "36893488147419103234.5", "100000000000000016777215", "100000000000000016777216",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
        "0000000000000000000000000000000000001.000000000000000000000000000000000001e1", "0.00000000000000000000000000000000000000000123e40",
        "1_000", "1,5", "--1", "+-1", "0b1", "1f", "1.2.3", "0x1.2.3", "0x.1", "00x1", "1e 5", "e5", "0e", "0x0p", "Infinity1", "nanx"};
    (void)n;
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        printf("\"");
        for (const char *c = texts[i]; *c; c++)
            if (*c < ' ') printf("\\x%02x", *c); else putchar(*c);
        printf("\"\t");
        put64(strtod(texts[i], &end));
        printf(" %d", (int)(end - texts[i]));
        put(strtold(texts[i], &end));
        printf(" %d", (int)(end - texts[i]));
        put32(strtof(texts[i], &end));
        printf("\n");
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    unsigned n = (unsigned)atoi(argv[2]);
    if (!strcmp(argv[1], "arithmetic")) arithmetic(n);
    else if (!strcmp(argv[1], "unary")) unary(n);
    else if (!strcmp(argv[1], "convert")) convert(n);
    else if (!strcmp(argv[1], "format")) format(n);
    else if (!strcmp(argv[1], "parse")) parse(n);
    else return 2;
    return 0;
}
