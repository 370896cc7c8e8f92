//! Linked lists: a few helper functions, written anew for each program with its errors, and the statements that use them.

use crate::func::Program;
use crate::pointer::address;
use crate::scope::{Role, Var};
use crate::types::Ty;

impl Program<'_> {
    /// The type of nodes and the functions on lists.
    pub fn list_helpers(&mut self) {
        self.text
            .verbatim("struct node {\n    unsigned value;\n    struct node *next;\n    unsigned char tag[3];\n};\n\n");
        self.push_helper();
        self.pop_helper();
        self.remove_helper();
        self.free_helper();
        self.sum_helper();
        self.text.line("");
    }

    fn push_helper(&mut self) {
        self.text.open("static void list_push(struct node **list, unsigned value)");
        self.text.line("struct node *n = malloc(sizeof *n);");
        if !self.seed(self.rates.missing_null_check) {
            self.text.line("if (n == NULL)");
            self.text.line("    return;");
        }
        self.text.line("n->value = value;");
        if !self.seed(self.rates.uninitialized) {
            self.text.line("n->tag[0] = n->tag[1] = n->tag[2] = (unsigned char)value;");
        }
        if self.seed(self.rates.leak) {
            self.text.line("n->next = NULL;");
        } else {
            self.text.line("n->next = *list;");
        }
        self.text.line("*list = n;");
        self.text.close();
        self.text.line("");
    }

    fn pop_helper(&mut self) {
        self.text.open("static unsigned list_pop(struct node **list)");
        self.text.line("struct node *n = *list;");
        if !self.seed(self.rates.missing_null_check) {
            self.text.line("if (n == NULL)");
            self.text.line("    return 0;");
        }
        self.text.line("unsigned value = n->value;");
        if self.seed(self.rates.use_after_free) {
            self.text.line("free(n);");
            self.text.line("*list = n->next;");
        } else {
            self.text.line("*list = n->next;");
            if !self.seed(self.rates.leak) {
                self.text.line("free(n);");
            }
        }
        self.text.line("return value;");
        self.text.close();
        self.text.line("");
    }

    /// Removes the first node with a value, by a pointer to the pointer that must change.
    fn remove_helper(&mut self) {
        self.text.open("static int list_remove(struct node **list, unsigned value)");
        let check = if self.seed(self.rates.missing_null_check) { "" } else { "*list != NULL && " };
        self.text.line(format!("while ({check}(*list)->value != value)"));
        self.text.line("    list = &(*list)->next;");
        if !check.is_empty() {
            self.text.line("if (*list == NULL)");
            self.text.line("    return 0;");
        }
        self.text.line("struct node *gone = *list;");
        if !self.seed(self.rates.use_after_free) {
            self.text.line("*list = gone->next;");
        }
        self.text.line("free(gone);");
        self.text.line("return 1;");
        self.text.close();
        self.text.line("");
    }

    fn free_helper(&mut self) {
        self.text.open("static void list_free(struct node **list)");
        self.text.open("while (*list != NULL)");
        if self.seed(self.rates.use_after_free) {
            self.text.line("free(*list);");
            self.text.line("*list = (*list)->next;");
        } else {
            self.text.line("struct node *n = *list;");
            self.text.line("*list = n->next;");
            self.text.line("free(n);");
        }
        self.text.close();
        self.text.close();
        self.text.line("");
    }

    fn sum_helper(&mut self) {
        self.text.open("static unsigned list_sum(const struct node *list)");
        if self.random.one_in(2) {
            self.text.line("if (list == NULL)");
            self.text.line("    return 0;");
            self.text.line("return list->value + list->tag[1] + 3u * list_sum(list->next);");
        } else {
            self.text.line("unsigned sum = 0;");
            self.text.line("for (const struct node *n = list; n != NULL; n = n->next)");
            self.text.line("    sum = sum * 3u + n->value + n->tag[2];");
            self.text.line("return sum;");
        }
        self.text.close();
    }

    pub fn list_statement(&mut self) {
        match self.random.below(8) {
            0 => self.declare_list(),
            1 => self.walk_list(),
            2 => self.sum_list(),
            _ if self.scope.lists_locked > 0 => self.sum_list(),
            3 | 4 => self.change_list(|program, list| format!("list_push({list}, {})", program.expr(1))),
            5 => self.change_list(|_, list| format!("mix(list_pop({list}))")),
            6 => self.change_list(|program, list| {
                format!("mix((unsigned)list_remove({list}, {}u))", program.random.below(5))
            }),
            _ => self.change_list(|_, list| format!("list_free({list})")),
        }
    }

    fn change_list(&mut self, call: impl Fn(&mut Self, &str) -> String) {
        let Some(list) = self.address_of_role(&Role::List) else { return self.mix() };
        self.cx.changes_lists = true;
        let call = call(self, &list);
        self.text.line(format!("{call};"));
    }

    fn any_list(&mut self) -> String {
        let lists: Vec<String> =
            self.scope.vars.iter().filter(|var| var.role == Role::List).map(|var| var.name.clone()).collect();
        self.random.pick(&lists).clone()
    }

    fn declare_list(&mut self) {
        let name = self.fresh("list");
        self.text.line(format!("struct node *{name} = NULL;"));
        self.scope.declare(Var::new(&name, Ty::WORD, Role::List, self.scope.depth));
        for _ in 0..self.random.below(3) {
            let value = self.expr(1);
            self.text.line(format!("list_push(&{name}, {value});"));
        }
    }

    /// What a function returns as a list becomes owned.
    pub fn take_list(&mut self, call: &str) {
        let name = self.fresh("list");
        self.text.line(format!("struct node *{name} = {call};"));
        self.scope.declare(Var::new(&name, Ty::WORD, Role::List, self.scope.depth));
    }

    fn sum_list(&mut self) {
        let list = self.any_list();
        self.text.line(format!("mix(list_sum({list}));"));
    }

    /// A block of code for each node.
    fn walk_list(&mut self) {
        let list = self.any_list();
        let name = self.fresh("n");
        self.text.open(format!("for (struct node *{name} = {list}; {name} != NULL; {name} = {name}->next)"));
        self.scope.lists_locked += 1;
        let factor = self.cx.factor;
        self.cx.factor *= 4;
        self.scope.enter();
        self.text.line(format!("total += {name}->value;"));
        let depth = self.scope.depth;
        self.scope.declare(Var::value(&format!("{name}->value"), Ty::WORD, depth));
        let tags = Ty::Array(Box::new(Ty::BYTE), 3);
        self.scope.declare(Var::value(&format!("{name}->tag"), tags, depth));
        if self.scope.depth < 5 && factor < 50 {
            self.block(3);
        }
        self.scope.leave();
        self.cx.factor = factor;
        self.scope.lists_locked -= 1;
        self.text.close();
    }

    /// The end of a function that returns a list.
    pub fn finish_list(&mut self) {
        let value = self.expr(1);
        self.text.line("struct node *result = NULL;");
        self.text.line(format!("list_push(&result, {value});"));
        if self.random.one_in(2) {
            let borrowed = self.scope.vars.iter().find(|var| var.role == Role::List && var.borrowed);
            if let Some(list) = borrowed.map(|var| address(&var.name)) {
                self.cx.changes_lists = true;
                self.text.line(format!("list_push(&result, list_pop({list}));"));
            }
        }
        self.release_below(0);
        self.text.line("return result;");
    }
}
