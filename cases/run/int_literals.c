// Types of integer constants, seen through sizeof and arithmetic.
#include <stdio.h>

int main(void) {
    printf("%d %d %d\n", (int)sizeof(1), (int)sizeof(1LL), (int)sizeof('a'));
    printf("%d %d\n", 2147483647 + 0u > 0, (int)sizeof(2147483648u));
    printf("%d %d %d %d\n", 0x7f, 0177, 127, 0b1111111);
    printf("%llu\n", 0xffffffffffffffffULL);
    printf("%d %d %d\n", '\n', '\x41', '\101');
    printf("%d\n", L'z');
    printf("%d\n", -1 == 0xffffffff);
    printf("%d\n", (int)sizeof(L"abc"));
    return 0;
}
