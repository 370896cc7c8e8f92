// A list of lists: each row has cells of its own.
#include "../list.h"

struct row { struct node *cells; struct row *next; };

static struct row *any_rows(void) {
    struct row *rows = NULL;
    while (cairn_nondet_bool()) {
        struct row *row = malloc(sizeof *row);
        if (!row) abort();
        row->cells = any_list();
        row->next = rows;
        rows = row;
    }
    return rows;
}

int main(void) {
    struct row *rows = any_rows();
    cairn_list(rows, next);
    for (struct row *row = rows; row; row = row->next) {
        cairn_list(row->cells, next);
        row->cells = cell(row->cells);
    }
    while (rows) {
        struct row *row = rows;
        rows = row->next;
        free_list(row->cells);
        free(row);
    }
    return 0;
}
