int add(int a, int b) { return a + b; }
int narrow(a, b) char a; short b; { return a + b; }
char *name(void) { return "old"; }
double half(double x) { return x / 2; }
