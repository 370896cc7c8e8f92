// The __sync and __atomic builtins.
#include <stdio.h>

#define SHOW(x) printf("%d\n", (int)(x))

int main(void) {
    int a = 10;
    unsigned char c = 250;
    short s = -3;
    SHOW(__sync_fetch_and_add(&a, 5));
    SHOW(__sync_add_and_fetch(&a, 5));
    SHOW(__sync_fetch_and_sub(&c, 1));
    SHOW(__sync_add_and_fetch(&c, 10));
    SHOW(__sync_bool_compare_and_swap(&a, 20, 30));
    SHOW(__sync_val_compare_and_swap(&a, 20, 40));
    SHOW(__sync_lock_test_and_set(&s, 8));
    SHOW(s);
    __sync_lock_release(&s);
    __sync_synchronize();
    int n = 7, old = 7, loaded;
    SHOW(__atomic_compare_exchange_n(&n, &old, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    __atomic_load(&n, &loaded, __ATOMIC_ACQUIRE);
    SHOW(loaded);
    SHOW(s);
    SHOW(__atomic_exchange_n(&n, -1, __ATOMIC_ACQ_REL));
    SHOW(__atomic_fetch_nand(&a, 6, __ATOMIC_RELAXED));
    SHOW(a);
    SHOW(__atomic_add_fetch(&n, 3, __ATOMIC_RELAXED));
    return 0;
}
