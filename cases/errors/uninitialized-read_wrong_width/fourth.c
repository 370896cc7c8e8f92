short fourth(void) { return 3; }
