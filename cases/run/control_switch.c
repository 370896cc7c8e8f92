// switch: fall-through, ranges, default in the middle, wide values, nested.
#include <stdio.h>

static const char *classify(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'z': case 'A' ... 'Z': return "letter";
    default: return "other";
    case ' ': case '\t': return "space";
    }
}

static int duff(char *to, const char *from, int count) {
    int n = (count + 3) / 4, rounds = 0;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            rounds++;
            } while (--n > 0);
    }
    return rounds;
}

int main(void) {
    printf("%s %s %s %s\n", classify('7'), classify('q'), classify(' '), classify('#'));
    char out[8] = {0};
    printf("%d %s\n", duff(out, "abcdefg", 7), out);
    unsigned long long big = 0x100000001ull;
    switch (big) {
    case 1: printf("wrong\n"); break;
    case 0x100000001ull: printf("wide\n");
    }
    int sum = 0;
    for (int i = -3; i < 6; i++) {
        switch (i) {
        case -1: continue;
        case 2: sum += 100;
        case 3: sum += 10; break;
        case 4: switch (sum) { case 120: sum++; break; default: sum--; } break;
        default: sum += 0;
        }
    }
    printf("%d\n", sum);
    return 0;
}
