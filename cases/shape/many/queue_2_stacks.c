// A queue of two stacks. Nobody takes from an empty queue.
#include "../list.h"

static struct node *stack1, *stack2;

static void enqueue(void) { stack1 = cell(stack1); }

static int is_empty(void) { return !stack1 && !stack2; }

static void dequeue(void) {
    cairn_assert(!is_empty());
    if (!stack2) {
        while (stack1) {
            struct node *t = stack1;
            stack1 = t->next;
            t->next = stack2;
            stack2 = t;
        }
    }
    struct node *top = stack2;
    stack2 = top->next;
    free(top);
}

int main(void) {
    if (cairn_nondet_bool()) {
        enqueue();
    } else {
        enqueue();
        enqueue();
        dequeue();
    }
    dequeue();
    cairn_assert(is_empty());
    return 0;
}
