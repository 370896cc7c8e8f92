//@ stdin: int a = 5; /* comment */ "str\\"ing" x2 // end\n'c' 3.14\n
// A tokenizer written as a state machine over standard input.
#include <ctype.h>
#include <stdio.h>

enum state { START, WORD, NUMBER, STRING, ESCAPE, COMMENT, STAR, LINE };

int main(void) {
    enum state state = START;
    int c, counts[8] = {0}, previous = 0;
    while ((c = getchar()) != EOF) {
        enum state before = state;
        switch (state) {
        case WORD: if (isalnum(c)) break; state = START; /* fall through */
        case NUMBER: if (state == NUMBER && (isdigit(c) || c == '.')) break; state = START; /* fall through */
        case START:
            if (isalpha(c)) state = WORD;
            else if (isdigit(c)) state = NUMBER;
            else if (c == '"') state = STRING;
            else if (c == '*' && previous == '/') state = COMMENT;
            else if (c == '/' && previous == '/') state = LINE;
            break;
        case STRING: state = c == '"' ? START : c == '\\' ? ESCAPE : STRING; break;
        case ESCAPE: state = STRING; break;
        case COMMENT: state = c == '*' ? STAR : COMMENT; break;
        case STAR: state = c == '/' ? START : c == '*' ? STAR : COMMENT; break;
        case LINE: if (c == '\n') state = START;
        }
        if (state != before) counts[state]++;
        previous = c;
    }
    for (int i = 0; i < 8; i++) printf("%d ", counts[i]);
    printf("\n");
    return 0;
}
