/* What a C program can say to Cairn: assertions, assumptions, unknown input, and the shape of linked structures.
 *
 * Include it as <cairn.h>; Cairn knows where it is. With an ordinary compiler everything here does nothing: no argument
 * is evaluated, predicates are 1 and unknown values are 0.
 *
 *     struct node { struct node *next; int data; };
 *     head = sort(head);
 *     cairn_list(head, next);
 *
 * A shape is about cells: addresses that the named link members lead to. Each cell must lie in a live object and its
 * link members must be initialised; a link to anything else makes the predicate false, never an error of another kind.
 * Links may be nested members (`cairn_list(p, link.next)`); they have the offset that they have in the type `p` points to.
 *
 *   cairn_list(p, next)            `next` leads from p to null; null is the empty list
 *   cairn_dlist(p, next, prev)     a list whose cells point back by `prev`; the first cell's `prev` is null
 *   cairn_cyclic(p, next)          `next` leads from p back to p, which is not null
 *   cairn_tree(p, left, right)     each cell is reached in one way only; null is the empty tree
 *   cairn_disjoint(p, q, next)     no cell is reached both from p and from q; with two links: (p, q, left, right)
 *   cairn_reach(p, q, next)        `next` leads from p to q, in no step or more
 *
 * Each is an assertion. The predicate alone, for conditions and assumptions: cairn_is_list, cairn_is_dlist,
 * cairn_is_cyclic, cairn_is_tree, cairn_are_disjoint, cairn_reaches.
 */
#ifndef CAIRN_H
#define CAIRN_H

#ifdef __CAIRN__

void __cairn_fail(const char *rule, const char *message) __attribute__((noreturn));
void __cairn_assume(int condition);
_Bool __cairn_is_list(const volatile void *p, __SIZE_TYPE__ next);
_Bool __cairn_is_dlist(const volatile void *p, __SIZE_TYPE__ next, __SIZE_TYPE__ prev);
_Bool __cairn_is_cyclic(const volatile void *p, __SIZE_TYPE__ next);
_Bool __cairn_is_tree(const volatile void *p, __SIZE_TYPE__ left, __SIZE_TYPE__ right);
_Bool __cairn_are_disjoint(const volatile void *p, const volatile void *q, __SIZE_TYPE__ left, __SIZE_TYPE__ right);
_Bool __cairn_reaches(const volatile void *p, const volatile void *q, __SIZE_TYPE__ next);
_Bool __cairn_nondet_bool(void);
char __cairn_nondet_char(void);
signed char __cairn_nondet_schar(void);
unsigned char __cairn_nondet_uchar(void);
short __cairn_nondet_short(void);
unsigned short __cairn_nondet_ushort(void);
int __cairn_nondet_int(void);
unsigned __cairn_nondet_uint(void);
long __cairn_nondet_long(void);
unsigned long __cairn_nondet_ulong(void);
long long __cairn_nondet_longlong(void);
unsigned long long __cairn_nondet_ulonglong(void);
float __cairn_nondet_float(void);
double __cairn_nondet_double(void);

#define CAIRN_HOLDS_(condition, text) ((condition) ? (void)0 : __cairn_fail("assertion-failure", text))
#define CAIRN_OFFSET_(p, member) __builtin_offsetof(__typeof__(*(p)), member)
#define CAIRN_FIRST_(a, ...) a
#define CAIRN_SECOND_(a, b, ...) b

/* The condition holds whenever this is executed. */
#define cairn_assert(condition) CAIRN_HOLDS_(condition, #condition)
/* Executions in which the condition is false are not considered. */
#define cairn_assume(condition) __cairn_assume(!!(condition))
/* Any value of the type. */
#define cairn_nondet_bool() __cairn_nondet_bool()
#define cairn_nondet_char() __cairn_nondet_char()
#define cairn_nondet_schar() __cairn_nondet_schar()
#define cairn_nondet_uchar() __cairn_nondet_uchar()
#define cairn_nondet_short() __cairn_nondet_short()
#define cairn_nondet_ushort() __cairn_nondet_ushort()
#define cairn_nondet_int() __cairn_nondet_int()
#define cairn_nondet_uint() __cairn_nondet_uint()
#define cairn_nondet_long() __cairn_nondet_long()
#define cairn_nondet_ulong() __cairn_nondet_ulong()
#define cairn_nondet_longlong() __cairn_nondet_longlong()
#define cairn_nondet_ulonglong() __cairn_nondet_ulonglong()
#define cairn_nondet_float() __cairn_nondet_float()
#define cairn_nondet_double() __cairn_nondet_double()

/* Predicates. */
#define cairn_is_list(p, next) __cairn_is_list((p), CAIRN_OFFSET_(p, next))
#define cairn_is_dlist(p, next, prev) __cairn_is_dlist((p), CAIRN_OFFSET_(p, next), CAIRN_OFFSET_(p, prev))
#define cairn_is_cyclic(p, next) __cairn_is_cyclic((p), CAIRN_OFFSET_(p, next))
#define cairn_is_tree(p, left, right) __cairn_is_tree((p), CAIRN_OFFSET_(p, left), CAIRN_OFFSET_(p, right))
/* With one link, it counts as both. */
#define cairn_are_disjoint(p, q, ...)                                                                                  \
    __cairn_are_disjoint((p), (q), CAIRN_OFFSET_(p, CAIRN_FIRST_(__VA_ARGS__, 0)),                                     \
                         CAIRN_OFFSET_(p, CAIRN_SECOND_(__VA_ARGS__, __VA_ARGS__, 0)))
#define cairn_reaches(p, q, next) __cairn_reaches((p), (q), CAIRN_OFFSET_(p, next))

/* Assertions. */
#define cairn_list(p, next) CAIRN_HOLDS_(cairn_is_list(p, next), "cairn_list(" #p ", " #next ")")
#define cairn_dlist(p, next, prev) CAIRN_HOLDS_(cairn_is_dlist(p, next, prev), "cairn_dlist(" #p ", " #next ", " #prev ")")
#define cairn_cyclic(p, next) CAIRN_HOLDS_(cairn_is_cyclic(p, next), "cairn_cyclic(" #p ", " #next ")")
#define cairn_tree(p, left, right) CAIRN_HOLDS_(cairn_is_tree(p, left, right), "cairn_tree(" #p ", " #left ", " #right ")")
#define cairn_disjoint(p, q, ...)                                                                                      \
    CAIRN_HOLDS_(cairn_are_disjoint(p, q, __VA_ARGS__), "cairn_disjoint(" #p ", " #q ", " #__VA_ARGS__ ")")
#define cairn_reach(p, q, next) CAIRN_HOLDS_(cairn_reaches(p, q, next), "cairn_reach(" #p ", " #q ", " #next ")")

#else /* an ordinary compiler */

#define cairn_assert(condition) ((void)sizeof(!(condition)))
#define cairn_assume(condition) ((void)sizeof(!(condition)))
#define cairn_nondet_bool() ((_Bool)0)
#define cairn_nondet_char() ((char)0)
#define cairn_nondet_schar() ((signed char)0)
#define cairn_nondet_uchar() ((unsigned char)0)
#define cairn_nondet_short() ((short)0)
#define cairn_nondet_ushort() ((unsigned short)0)
#define cairn_nondet_int() ((int)0)
#define cairn_nondet_uint() ((unsigned)0)
#define cairn_nondet_long() ((long)0)
#define cairn_nondet_ulong() ((unsigned long)0)
#define cairn_nondet_longlong() ((long long)0)
#define cairn_nondet_ulonglong() ((unsigned long long)0)
#define cairn_nondet_float() ((float)0)
#define cairn_nondet_double() ((double)0)

#define cairn_is_list(p, next) ((void)sizeof(p), 1)
#define cairn_is_dlist(p, next, prev) ((void)sizeof(p), 1)
#define cairn_is_cyclic(p, next) ((void)sizeof(p), 1)
#define cairn_is_tree(p, left, right) ((void)sizeof(p), 1)
#define cairn_are_disjoint(p, q, ...) ((void)sizeof(p), (void)sizeof(q), 1)
#define cairn_reaches(p, q, next) ((void)sizeof(p), (void)sizeof(q), 1)

#define cairn_list(p, next) ((void)sizeof(p))
#define cairn_dlist(p, next, prev) ((void)sizeof(p))
#define cairn_cyclic(p, next) ((void)sizeof(p))
#define cairn_tree(p, left, right) ((void)sizeof(p))
#define cairn_disjoint(p, q, ...) ((void)sizeof(p), (void)sizeof(q))
#define cairn_reach(p, q, next) ((void)sizeof(p), (void)sizeof(q))

#endif

#endif
