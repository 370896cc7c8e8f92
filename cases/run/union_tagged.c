// A tagged union with anonymous members, walked by a switch.
#include <stdio.h>

enum kind { NUMBER, TEXT, PAIR };
struct value {
    enum kind kind;
    union {
        double number;
        const char *text;
        struct { const struct value *left, *right; };
    };
};

static void show(const struct value *v) {
    switch (v->kind) {
    case NUMBER: printf("%g", v->number); break;
    case TEXT: printf("\"%s\"", v->text); break;
    case PAIR:
        printf("(");
        show(v->left);
        printf(" . ");
        show(v->right);
        printf(")");
    }
}

static const struct value one = {NUMBER, {.number = 1}}, name = {TEXT, {.text = "name"}};
static const struct value pair = {PAIR, {.left = &one, .right = &name}};

int main(void) {
    struct value outer = {.kind = PAIR, .left = &pair, .right = &one};
    show(&outer);
    printf("\n");
    return 0;
}
