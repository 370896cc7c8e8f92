// Every cell is on one list, some are on a second one by another link.
#include <cairn.h>
#include <stdlib.h>

struct task { struct task *all, *ready; };

int main(void) {
    struct task *all = NULL, *ready = NULL;
    while (cairn_nondet_bool()) {
        struct task *task = malloc(sizeof *task); //~ memory-leak
        if (!task) abort();
        task->all = NULL;
        task->ready = NULL;
        all = task;
        if (cairn_nondet_bool()) {
            task->ready = ready;
            ready = task;
        }
    }
    cairn_list(all, all);
    cairn_list(ready, ready);
    while (ready) ready = ready->ready;
    while (all) {
        struct task *task = all;
        all = task->all;
        free(task);
    }
    return 0;
}
