// Of many iterations, one looks at what the iteration before had.
#include <cairn.h>
//@ nondet: 20, 0
struct request { int *reply; };
static void ask(struct request *request, int *reply) { request->reply = reply; }
int main(void) {
    struct request last = { 0 };
    int n = cairn_nondet_int();
    for (int i = 0; i < n; i++) {
        int reply = i;
        if (i == 7) *last.reply = 1; //~ use-after-scope
        ask(&last, &reply);
    }
}
