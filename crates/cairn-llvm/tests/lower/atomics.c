// Atomic operations, from the builtins and from C11.
#include <stdatomic.h>

static _Atomic int shared = 5;
static _Atomic(int *) pointer;
static long plain = 10;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
    if (shared++ != 5 || --shared != 5) return 1;
    shared += 10;
    shared |= 16;
    if (atomic_load(&shared) != 31) return 2;
    int expected = 30;
    if (atomic_compare_exchange_strong(&shared, &expected, 1) || expected != 31) return 3;
    if (!atomic_compare_exchange_strong(&shared, &expected, 1) || shared != 1) return 4;
    if (atomic_exchange_explicit(&shared, 7, memory_order_acq_rel) != 1) return 5;
    if (atomic_fetch_and(&shared, 6) != 7 || atomic_fetch_xor(&shared, 5) != 6 || shared != 3) return 6;
    if (__atomic_fetch_nand(&plain, 2, __ATOMIC_SEQ_CST) != 10 || plain != -3) return 7;
    if (__sync_fetch_and_add(&plain, 3) != -3 || __sync_val_compare_and_swap(&plain, 0, 9) != 0) return 8;
    int x = 1;
    atomic_store_explicit(&pointer, &x, memory_order_release);
    if (*atomic_load_explicit(&pointer, memory_order_acquire) != 1) return 9;
    if (__atomic_fetch_max(&plain, 20, __ATOMIC_RELAXED) != 9 || __atomic_fetch_min(&plain, -1, __ATOMIC_RELAXED) != 20)
        return 10;
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_flag_test_and_set(&flag) || !atomic_flag_test_and_set(&flag)) return 11;
    _Atomic double real = 1.5;
    real += 2;
    return real == 3.5 ? 0 : 12;
}
