// Of a list that may be empty, who holds the last node does not hold the first one.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct n { struct n *next, *prev; };
int w;
static struct n *mk(struct n *next) {
  struct n *t = malloc(sizeof *t);
  if (!t) exit(1);
  t->next = next; t->prev = 0;
  return t;
}
static struct n *first;
static struct n *build(void) {
  struct n *x = malloc(sizeof(struct n) + 8); //~ memory-leak
  if (!x) exit(1);
  struct n *last = mk(x);
  struct n *h = mk(last);
  last->prev = h;
  while (__VERIFIER_nondet_int()) { struct n *t = mk(h); h->prev = t; h = t; }
  first = h;
  return last;
}
static void pop2(void) {
  struct n *a = first, *b = a->next;
  first = 0;
  free(a);
  free(b);
}
static void quit(void) { exit(0); }
//@ nondet: 0, 0
int main(void) {
  struct n *p = build();
  pop2();
  quit();
  w = p == 0;
  return 0;
}
