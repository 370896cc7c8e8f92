//@ args: -a file1 -b value --long=7 file2 --flag -cd -- -z
// getopt_long with operands between the options.
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int flag = 0, c, index = -1;
    struct option options[] = {{"long", required_argument, NULL, 'l'}, {"flag", no_argument, &flag, 9}, {0, 0, 0, 0}};
    while ((c = getopt_long(argc, argv, "ab:cd", options, &index)) != -1) {
        if (c == 0) printf("flag %d ", flag);
        else printf("%c(%s) ", c, optarg ? optarg : "");
    }
    for (; optind < argc; optind++) printf("<%s>", argv[optind]);
    printf("\n");
    return 0;
}
