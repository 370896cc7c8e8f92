double third(void) { return 1.0 / 3; }
