#include "shared.h"

static int counter = 200;
static const char *name(void) { return "other"; }
int tentative;
int table[4] = {1, 2, 3, 4};
const char *const messages[2] = {"first", "second"};

const char *other_name(void) { return name(); }
int other_counter(void) { return ++counter; }
int other_tentative(void) { return tentative * 10; }
int other_twice(int x) { return twice(x); }
int tunable(void) { return 2; }
static int add_counter(int x) { return x + counter; }
void set_callback(void) { callback = add_counter; }
struct point make_point(int x, int y) { return (struct point){y, x}; }
