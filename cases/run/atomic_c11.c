// C11 atomics: loads, stores, fetch operations, compare-exchange, flags.
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int counter = 5;
static atomic_uint bits;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(int *) pointer;
static _Atomic long long wide;

int main(void) {
    int x = 3, array[4] = {1, 2, 3, 4};
    counter++;
    counter += 10;
    printf("%d\n", atomic_fetch_add(&counter, 4));
    printf("%d\n", atomic_exchange(&counter, 100));
    int expected = 99;
    printf("%d", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf(" %d", expected);
    printf(" %d", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf(" %d\n", atomic_load(&counter));
    atomic_store_explicit(&bits, 0xf0, memory_order_release);
    atomic_fetch_or(&bits, 3);
    atomic_fetch_and(&bits, ~0x10u);
    atomic_fetch_xor(&bits, 0xffu);
    printf("%x\n", atomic_load_explicit(&bits, memory_order_acquire));
    int first = atomic_flag_test_and_set(&flag), second = atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    printf("%d %d\n", first, second);
    atomic_store(&pointer, array);
    printf("%d %d\n", *atomic_load(&pointer), x);
    wide = 1LL << 40;
    wide -= 1;
    printf("%lld\n", (long long)wide);
    atomic_thread_fence(memory_order_seq_cst);
    return 0;
}
