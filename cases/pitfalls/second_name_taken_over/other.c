int limit = 5;
int hook(void) { return limit; }
