//@ exit: 3
// Messages to standard error: what they count, what is called, and how the program ends.
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>

static void name(void) { printf("name "); }
static void last(void) { printf("%u messages\n", error_message_count); }

int main(void) {
    char file[] = "file";
    atexit(last);
    error(0, 0, "first");
    error(0, ENOENT, "%s: %d", "second", 2);
    printf("%u\n", error_message_count);
    error_at_line(0, 0, "file", 1, "third");
    error_at_line(0, 0, NULL, 1, "fourth");
    error_print_progname = name;
    error_one_per_line = 1;
    for (int i = 0; i < 3; i++) error_at_line(0, EINVAL, "file", 7, "%d", i);
    error_at_line(0, 0, file, 7, "the same line");
    error_at_line(0, 0, file, 8, "the next line");
    error_at_line(0, 0, NULL, 8, "no file");
    error_at_line(0, 0, NULL, 8, "no file");
    error_at_line(0, 0, "file", 8, "the next line");
    printf("%u\n", error_message_count);
    error(3 + 256, 0, "the end");
    printf("not here\n");
    return 0;
}
