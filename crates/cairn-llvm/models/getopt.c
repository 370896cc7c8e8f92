/* getopt.h: GNU's getopt and getopt_long, which move operands behind the options. */
#include "cairn_model.h"

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
/* What `optopt` becomes at the end of every call. */
static int wrong_option;

/* Rest of a group such as -abc, or empty. */
static const char *rest = "";
/* Operands that were passed over: argv[first_operand .. end_of_operands]; they move behind the options later. */
static int first_operand, end_of_operands;

static void complain(const char *program, const char *text, const char *option, size_t length) {
    if (!opterr) return;
    cairn_lib_file_write(stderr, program, cairn_strlen(program));
    cairn_lib_file_write(stderr, text, cairn_strlen(text));
    cairn_lib_file_write(stderr, option, length);
    cairn_lib_file_write(stderr, "'\n", 2);
}

static int is_option(const char *text) { return text[0] == '-' && text[1] != 0; }

/* Moves the operands that were passed over behind the options that came after them, which end before optind. */
static void exchange(char **argv) {
    for (int from = end_of_operands; from < optind; from++) {
        char *moved = argv[from];
        int to = first_operand + (from - end_of_operands);
        for (int i = from; i > to; i--) argv[i] = argv[i - 1];
        argv[to] = moved;
    }
    first_operand += optind - end_of_operands;
    end_of_operands = optind;
}

/* Names of one and the same option may begin alike. */
static int differ(const struct option *a, const struct option *b) {
    return a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

static int take_long(int argc, char **argv, const char *text, const struct option *options, int *index, int colon) {
    size_t length = 0;
    int found = -1, exact = 0, several = 0;
    while (text[length] != 0 && text[length] != '=') length++;
    for (int i = 0; options[i].name != NULL && !exact; i++) {
        size_t same = 0;
        while (same < length && options[i].name[same] == text[same]) same++;
        if (same < length) continue;
        exact = options[i].name[length] == 0;
        if (exact) several = 0;
        else if (found >= 0) several |= differ(&options[found], &options[i]);
        if (exact || found < 0) found = i;
    }
    if (found < 0 || several) {
        complain(argv[0], several ? ": option is ambiguous '--" : ": unrecognized option '--", text, cairn_strlen(text));
        return wrong_option = 0, '?';
    }
    const struct option *option = &options[found];
    if (text[length] == '=') {
        if (option->has_arg == 0) {
            complain(argv[0], ": option doesn't allow an argument '--", option->name, cairn_strlen(option->name));
            return wrong_option = option->val, '?';
        }
        optarg = (char *)text + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= argc) {
            complain(argv[0], ": option requires an argument '--", option->name, cairn_strlen(option->name));
            return wrong_option = option->val, colon ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    if (index != NULL) *index = found;
    if (option->flag == NULL) return option->val;
    *option->flag = option->val;
    return 0;
}

static int take_short(int argc, char **argv, const char *letters, int colon) {
    char letter = *rest++;
    const char *known = letters;
    if (*rest == 0) optind++;
    while (*known != 0 && (*known != letter || letter == ':' || letter == ';')) known++;
    if (letter == 'W' && *known != 0 && known[1] == ';') __cairn_unspecified(); /* a long option follows */
    if (*known == 0) {
        complain(argv[0], ": invalid option -- '", &letter, 1);
        return wrong_option = letter, '?';
    }
    if (known[1] != ':') return letter;
    if (*rest != 0) {
        optarg = (char *)rest;
        optind++;
    } else if (known[2] != ':') {
        if (optind >= argc) {
            complain(argv[0], ": option requires an argument -- '", &letter, 1);
            return wrong_option = letter, colon ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    rest = "";
    return letter;
}

/* Operands move behind the options, end them, or are given like options. */
enum order { PERMUTE, STOP_AT_OPERANDS, IN_ORDER };
static enum order order;

/* What comes next. */
enum next { END, OPTION, OPERAND };

/* Goes to the next argument that is given. */
static enum next advance(int argc, char **argv) {
    if (end_of_operands > optind) end_of_operands = optind;
    if (first_operand > optind) first_operand = optind;
    if (order == PERMUTE) {
        if (first_operand != end_of_operands && end_of_operands != optind) exchange(argv);
        else if (end_of_operands != optind) first_operand = optind;
        while (optind < argc && !is_option(argv[optind])) optind++;
        end_of_operands = optind;
    }
    if (optind < argc && cairn_strcmp(argv[optind], "--") == 0) {
        optind++;
        if (first_operand != end_of_operands && end_of_operands != optind) exchange(argv);
        else if (first_operand == end_of_operands) first_operand = optind;
        end_of_operands = argc;
        optind = argc;
    }
    if (optind >= argc) {
        if (first_operand != end_of_operands) optind = first_operand;
        return END;
    }
    return is_option(argv[optind]) ? OPTION : order == IN_ORDER ? OPERAND : END;
}

static int next_option(int argc, char **argv, const char *letters, const struct option *options, int *index) {
    optarg = NULL;
    if (argc < 1) return -1;
    if (optind == 0 || end_of_operands == 0) {
        if (optind == 0) optind = 1;
        first_operand = end_of_operands = optind;
        rest = "";
        order = *letters == '-' ? IN_ORDER
            : *letters == '+' || __cairn_getenv("POSIXLY_CORRECT") != NULL ? STOP_AT_OPERANDS : PERMUTE;
    }
    if (*letters == '+' || *letters == '-') letters++;
    int colon = *letters == ':';
    if (*rest == 0) {
        enum next next = advance(argc, argv);
        if (next == END) return -1;
        if (next == OPERAND) {
            optarg = argv[optind++];
            return 1; /* as if it were the argument of an option with this number */
        }
        const char *text = argv[optind];
        if (text[1] == '-' && options != NULL) {
            optind++;
            return take_long(argc, argv, text + 2, options, index, colon);
        }
        rest = text + 1;
    }
    return take_short(argc, argv, letters, colon);
}

static int tell(int result) { return optopt = wrong_option, result; }

int getopt(int argc, char *const *argv, const char *letters) {
    return tell(next_option(argc, (char **)argv, letters, NULL, NULL));
}

int getopt_long(int argc, char *const *argv, const char *letters, const struct option *options, int *index) {
    return tell(next_option(argc, (char **)argv, letters, options, index));
}
