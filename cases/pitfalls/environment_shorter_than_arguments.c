// There may be more arguments than variables of the environment.
//@ args: a b c
int main(int argc, char **argv, char **envp) {
    if (argc >= 3) return envp[2] != 0; //~ out-of-bounds
    return 0;
}
