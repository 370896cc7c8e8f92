//! Which of a file's own compiler flags reach our run of Clang.
//!
//! Flags that give the program its meaning stay (`-I`, `-D`, `-std`, `-m32`, `-fwrapv`, `-funsigned-char`, …). Those
//! listed in [`DROPPED`] go: they choose another output, or they harden or instrument the code and would so hide the
//! errors that we look for. This table is the only place that decides.
//!
//! Not here: the flags that we add (`compile`).

/// How an entry of the table meets an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The argument is exactly this.
    Exact,
    /// The argument starts with this.
    Prefix,
    /// The argument is this, and the next one is its value.
    Value,
    /// As `Value`, or the value follows in the same argument.
    Joined,
}

use Form::{Exact, Joined, Prefix, Value};

/// The flags that we leave out, by reason.
#[rustfmt::skip]
const DROPPED: &[(&str, Form)] = &[
    // Instrumentation that turns errors into traps, or hides them behind another allocator or shadow memory.
    ("-fsanitize", Prefix), ("-fno-sanitize", Prefix), ("-ftrapv", Prefix),
    // Hardening: initialises what the program forgot, or replaces library functions by checking ones.
    ("-ftrivial-auto-var-init", Prefix), ("-fzero-init-padding-bits", Prefix), ("-fzero-call-used-regs", Prefix),
    ("-fstack-protector", Prefix), ("-fno-stack-protector", Prefix), ("-fstack-clash-protection", Exact),
    ("-fstack-check", Prefix), ("-fhardened", Exact), ("-fharden", Prefix), ("-fcf-protection", Prefix),
    ("-mretpoline", Prefix), ("-mindirect-branch", Prefix), ("-mfunction-return", Prefix), ("-mspeculative-load", Prefix),
    ("-mharden-sls", Prefix), ("-fsplit-stack", Exact), ("-D_FORTIFY_SOURCE", Prefix), ("-U_FORTIFY_SOURCE", Exact),
    ("-Wp,-D_FORTIFY_SOURCE", Prefix), ("-Wp,-U_FORTIFY_SOURCE", Prefix), ("-D_GLIBCXX_ASSERTIONS", Prefix),
    // Coverage and profiling.
    ("--coverage", Exact), ("-coverage", Exact), ("-fprofile", Prefix), ("-fno-profile", Prefix),
    ("-ftest-coverage", Exact), ("-fcoverage", Prefix), ("-fcs-profile", Prefix), ("-pg", Exact), ("-p", Exact),
    ("-finstrument-functions", Prefix), ("-fpatchable-function-entry", Prefix), ("-mfentry", Exact), ("-mrecord-mcount", Exact),
    ("-mnop-mcount", Exact), ("-fxray", Prefix), ("-fauto-profile", Prefix), ("-fbranch-probabilities", Exact),
    // Optimisation, debug information and link-time code: we say these ourselves.
    ("-O", Prefix), ("-flto", Prefix), ("-fno-lto", Exact), ("-ffat-lto-objects", Exact), ("-fno-fat-lto-objects", Exact),
    ("-fwhole-program", Exact), ("-fuse-linker-plugin", Exact), ("-fdiscard-value-names", Exact), ("-save-temps", Prefix),
    ("--save-temps", Prefix),
    // Another output than ours.
    ("-o", Joined), ("-c", Exact), ("-S", Exact), ("-E", Exact), ("-emit-llvm", Exact), ("-fsyntax-only", Exact),
    ("-pipe", Exact), ("-dumpdir", Value), ("-dumpbase", Value), ("-dumpbase-ext", Value),
    ("-MF", Joined), ("-MT", Joined), ("-MQ", Joined), ("-MJ", Joined), ("-MD", Exact), ("-MMD", Exact), ("-MG", Exact),
    ("-MP", Exact), ("-MV", Exact), ("-MM", Exact), ("-M", Exact), ("-Wp,-MD", Prefix), ("-Wp,-MMD", Prefix),
    ("-Wp,-MT", Prefix), ("-Wp,-MF", Prefix), ("-Wp,-MQ", Prefix), ("-Wp,-MP", Prefix),
    ("--serialize-diagnostics", Value), ("-serialize-diagnostics", Value), ("-fdiagnostics", Prefix),
    ("-fcolor-diagnostics", Exact), ("-fno-color-diagnostics", Exact), ("-fmessage-length", Prefix),
    // Linking.
    ("-l", Joined), ("-L", Joined), ("-Wl,", Prefix), ("-Xlinker", Value), ("-shared", Exact), ("-static", Exact),
    ("-rdynamic", Exact), ("-pie", Exact), ("-no-pie", Exact), ("-nostartfiles", Exact), ("-nostdlib", Exact),
    ("-nodefaultlibs", Exact), ("-z", Value), ("-Wa,", Prefix), ("-Xassembler", Value),
    // Warnings are the business of the user's own compiler, and must not become errors here.
    ("-Werror", Prefix), ("-pedantic", Prefix), ("--pedantic", Prefix), ("-w", Exact),
];

/// Flags of the `-g` family that are not about debug information.
const NOT_DEBUG: &[&str] = &["-gcc-toolchain", "-gcc-install-dir"];

/// Options whose value stands in the next argument: it must not be taken for a flag or a file.
#[rustfmt::skip]
const TAKES_VALUE: &[&str] = &[
    "-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix",
    "-iwithprefixbefore", "-isysroot", "--sysroot", "-iframework", "-F", "-x", "-target", "--target", "-Xclang",
    "-Xpreprocessor", "-mllvm", "-arch", "-B", "--param", "-std", "-include-pch", "-working-directory", "-resource-dir",
];

/// The flags that reach our compilation, in their order.
pub fn kept<S: AsRef<str>>(flags: &[S]) -> Vec<String> {
    let mut result = Vec::new();
    let mut rest = flags.iter().map(AsRef::as_ref);
    while let Some(flag) = rest.next() {
        if TAKES_VALUE.contains(&flag) {
            let Some(value) = rest.next() else {
                result.push(flag.to_owned());
                break;
            };
            if !is_dropped_pair(flag, value) {
                result.extend([flag.to_owned(), value.to_owned()]);
            }
        } else {
            match dropped(flag) {
                Drop::Keep => result.push(flag.to_owned()),
                Drop::Flag => {}
                Drop::WithNext => _ = rest.next(),
            }
        }
    }
    result
}

enum Drop {
    Keep,
    Flag,
    WithNext,
}

fn dropped(flag: &str) -> Drop {
    if is_debug_flag(flag) || is_warning_flag(flag) {
        return Drop::Flag;
    }
    for &(name, form) in DROPPED {
        match form {
            Exact if flag == name => return Drop::Flag,
            Prefix if flag.starts_with(name) => return Drop::Flag,
            Value | Joined if flag == name => return Drop::WithNext,
            Joined if flag.starts_with(name) && !is_long_option(name, flag) => return Drop::Flag,
            _ => {}
        }
    }
    Drop::Keep
}

/// `-o`, `-l` and `-L` take joined values, but no real option of these letters is a value.
fn is_long_option(name: &str, flag: &str) -> bool {
    name == "-o" && (flag.starts_with("-objc") || flag.starts_with("-object"))
}

/// `-D _FORTIFY_SOURCE=2` in two arguments, and instrumentation behind `-Xclang`.
fn is_dropped_pair(flag: &str, value: &str) -> bool {
    match flag {
        "-D" | "-U" | "-Xclang" | "-Xpreprocessor" => {
            let joined = if flag.starts_with("-X") { value.to_owned() } else { format!("{flag}{value}") };
            !matches!(dropped(&joined), Drop::Keep)
        }
        _ => false,
    }
}

/// `-g`, `-g3`, `-ggdb`, `-gsplit-dwarf`, `-fdebug-…`: how much debug information there is, we say.
fn is_debug_flag(flag: &str) -> bool {
    let family = flag.starts_with("-g") || flag.starts_with("-fdebug-") || flag.starts_with("-fno-debug");
    family && !NOT_DEBUG.iter().any(|name| flag.starts_with(name))
}

/// `-Wall`, `-Wextra`, …, but not `-Wp,…`, which speaks to the preprocessor.
fn is_warning_flag(flag: &str) -> bool {
    flag.strip_prefix("-W").is_some_and(|rest| !rest.starts_with("p,"))
}

#[cfg(test)]
mod tests {
    use super::kept;

    fn check(flags: &str, expected: &str) {
        let flags: Vec<&str> = flags.split_whitespace().collect();
        assert_eq!(kept(&flags).join(" "), expected, "of {flags:?}");
    }

    #[test]
    fn what_gives_the_program_its_meaning_stays() {
        let meaning = "-Iinc -I inc -DX=1 -D Y -UZ -include a.h -isystem s -std=gnu89 -ansi -m32 -fwrapv \
                       -fno-strict-overflow -fno-strict-aliasing -funsigned-char -fcommon -fshort-enums -fno-builtin \
                       -ffreestanding -pthread -march=native -Wp,-DFOO --sysroot=/x -gcc-toolchain=/x -fms-extensions";
        check(meaning, &meaning.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn what_hides_errors_goes() {
        check(
            "-fsanitize=address,undefined -fno-sanitize-recover=all -fsanitize-trap=all -ftrapv -ftrapv-handler=f",
            "",
        );
        check(
            "-ftrivial-auto-var-init=zero -fstack-protector-strong -fstack-clash-protection -fcf-protection=full",
            "",
        );
        check(
            "-D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=3 -U_FORTIFY_SOURCE -U _FORTIFY_SOURCE -Wp,-D_FORTIFY_SOURCE=2",
            "",
        );
        check("-mretpoline -mretpoline-external-thunk -mindirect-branch=thunk-extern -mindirect-branch-register", "");
        check(
            "--coverage -fprofile-arcs -fprofile-generate=x -ftest-coverage -pg -finstrument-functions-after-inlining",
            "",
        );
        check(
            "-Xclang -ftrivial-auto-var-init=pattern -Xclang -fexperimental-strict-floating-point",
            "-Xclang -fexperimental-strict-floating-point",
        );
    }

    #[test]
    fn what_makes_another_output_goes_with_its_value() {
        check("-O2 -O -Os -g -g3 -ggdb -gsplit-dwarf -flto=thin -c -o x.o -MD -MF x.d -MTx.o -MQ x -MMD -DA", "-DA");
        check(
            "-ox.o -S -E -lm -L /lib -L/lib -Wl,-rpath,/x -Werror -Werror=foo -Wall -Wno-unused -pedantic-errors -DA",
            "-DA",
        );
    }

    #[test]
    fn a_value_is_never_taken_for_a_flag() {
        check("-include -O2 -D -c -I -g", "-include -O2 -D -c -I -g");
        check("-I", "-I");
    }
}
