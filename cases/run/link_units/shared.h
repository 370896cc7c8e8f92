struct point { int x, y; };
extern int table[];
extern const char *const messages[2];
extern int tentative;
extern int (*callback)(int);
const char *other_name(void);
int other_counter(void), other_tentative(void), other_twice(int), tunable(void);
void set_callback(void);
struct point make_point(int x, int y);
static inline int twice(int x) { static int calls; return 2 * x + calls++; }
