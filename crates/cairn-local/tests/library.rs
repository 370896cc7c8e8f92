//! Calls of library functions that say what they need: random ones, right and wrong, against executions.

use cairn_cases::{Claims, random_inputs, seeds};
use cairn_engine::Terms;
use cairn_fuzz::Random;
use cairn_local::Local;

/// A conversion and what is passed for it, with a comma before.
const CONVERSIONS: &[&str] = &[
    "%d|, n",
    "%d|, n",
    "%u|, n",
    "%x|, n",
    "%c|, 65 + n",
    "%-8.3d|, n",
    "%+5i|, n",
    "%#o|, n",
    "%hhx|, n",
    "%ld|, (long)n",
    "%lu|, sizeof n",
    "%zu|, sizeof n",
    "%jd|, (long long)n",
    "%f|, n * 0.5",
    "%.3e|, 1e300",
    "%g|, n * 1.0",
    "%s|, \"abc\"",
    "%10s|, n > 2 ? \"yes\" : \"not at all\"",
    "%.2s|, \"abc\"",
    "%p|, (void *)&n",
    "%%|",
    " and |",
    "%s|, fixed",
    // Wrong, or nearly so.
    "%ld|, n",
    "%d|, (long)n",
    "%s|, (char *)0",
    "%s|, raw",
    "%.2s|, raw",
    "%s|, loose",
    "%d|, loose_number",
    "%f|, n",
    "%d|",
    "%n|, &n",
    "%*d|, n, n",
    "%1$d|, n",
    "%y|, n",
    "%s|, n",
    "%Lf|, 1.5",
    "%s|, changing",
];
const STREAMS: &[&str] = &["stdout", "stderr", "stdout", "stderr", "stream", "(FILE *)0", "(FILE *)raw", "other"];
const TEXTS: &[&str] =
    &["\"\"", "\"some text\"", "\"some text\" + 3", "\"x\" + 2", "fixed", "raw", "loose", "changing", "(char *)0"];
const ROOMS: &[&str] = &["room", "room", "room + 2", "room + n", "wide", "loose", "\"constant\"", "table"];

const PRELUDE: &str =
    "#include <stdio.h>\n#include <string.h>\n#include <locale.h>\n#include <errno.h>\n#include <stdlib.h>\n#include <error.h>\n\
     #include <fnmatch.h>\n#include <libintl.h>
int __VERIFIER_nondet_int(void);
static const char fixed[] = \"fixed text\";
static char changing[4] = \"abc\";
static char table[20];
";

fn call(random: &mut Random) -> String {
    let format = |random: &mut Random| {
        let (mut format, mut args) = (String::new(), String::new());
        for _ in 0..random.below(4) {
            let (spec, arg) = random.text(CONVERSIONS).split_once('|').expect("both parts");
            format += spec;
            args += arg;
        }
        format!("\"{format}\"{args}")
    };
    let (stream, text, room) = (random.text(STREAMS), random.text(TEXTS), random.text(ROOMS));
    match random.below(15) {
        0 | 1 => format!("printf({});", format(random)),
        2 | 3 => format!("fprintf({stream}, {});", format(random)),
        4 | 5 => {
            let size = random.text(&["sizeof room", "sizeof wide", "4", "0", "20", "n", "1000"]);
            format!("snprintf({room}, {size}, {});", format(random))
        }
        6 => format!("sprintf({room}, {});", format(random)),
        7 => format!("fputs({text}, {stream});"),
        8 => format!("putchar({0}); fputc({0}, {stream});", random.text(&["n", "65", "loose_number"])),
        9 => format!("puts({text}); perror({text});"),
        10 => format!("return (int)strlen({text}) + ferror({stream});"),
        11 => format!("error({}, n, {});", random.text(&["0", "0", "0", "n", "1", "loose_number"]), format(random)),
        12 => {
            let format = format(random);
            let (text, args) = format[1..].split_once('"').expect("it is quoted");
            format!(
                "fprintf({stream}, dcgettext({}, \"{text}\", 5){args});",
                random.text(&["(char *)0", "\"x\"", "raw"])
            )
        }
        13 => {
            format!("return fnmatch({text}, \"a*\", {}) + fputs(gettext({text}), {stream});", random.text(&["0", "n"]))
        }
        _ => format!("setlocale({}, {text});", random.text(&["LC_ALL", "n", "loose_number"])),
    }
}

#[test]
fn what_the_library_needs_is_enough() {
    let mut claims = Claims::of(&Local, 1 << 30);
    for seed in seeds(1, 120) {
        let random = &mut Random::new(seed);
        let before = random.text(&[
            "",
            "",
            "",
            "fclose(stdout);",
            "freopen(\"x\", \"w\", stdout);",
            "stdout = stderr;",
            "changing[3] = 'd';",
            "errno = loose_number;",
        ]);
        let memory = random.text(&[
            "",
            "",
            "",
            "other = tmpfile();",
            "other = open_memstream(&loose, &length);",
            "stdout = other;",
        ]);
        let text = format!(
            "{PRELUDE}int main(void) {{\n  int n = __VERIFIER_nondet_int() & 7, loose_number; size_t length;\n  \
             char room[12], wide[700], *loose; char raw[3] = {{ 'a', 'b', 'c' }};\n  \
             FILE *stream = stdout, *other = n > 3 ? stderr : stdout;\n  {before}\n  {memory}\n  {}\n  {}\n  return 0;\n}}\n",
            call(random),
            call(random)
        );
        claims.try_on(&format!("seed_{seed}"), &text, &Terms::default(), random_inputs(8, 1_000_000, false));
    }
    claims.confirm();
    assert!(claims.proved > claims.obligations / 4, "{} of {}", claims.proved, claims.obligations);
    assert!(claims.failures > 0, "no execution failed, so none could have shown a mistake");
}
