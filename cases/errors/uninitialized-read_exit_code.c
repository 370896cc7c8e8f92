//@ native: no
// The finding is where main returns.
int main(int argc, char **argv) {
    int codes[2];
    (void)argv;
    codes[0] = 0;
    return codes[argc]; //~ uninitialized-read
}
