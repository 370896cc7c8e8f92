//! Which of a file's own compiler flags reach our run of Clang.
//!
//! Flags that give the program its meaning stay (`-I`, `-D`, `-std`, `-m32`, `-fwrapv`, `-funsigned-char`, …): those of
//! [`KEPT`], and the families `-f…` and `-m…` but for what is listed. Those of [`DROPPED`] go without a word: they choose
//! another output, or they harden or instrument the code and would so hide the errors that we look for. Everything else is
//! *refused*: left out and named. A compilation database may come from anywhere, and no flag of it may load code
//! (`-fplugin`, `-Xclang -load`), read more flags (`@file`, `--config`) or write a file (`--output`, `-ftime-trace`).
//! The tables here are the only place that decides.
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
    // What only another compiler or another step knows; the language is said by the file's ending.
    ("-x", Joined), ("-Q", Prefix), ("--param", Value), ("--param=", Prefix), ("-v", Exact), ("-###", Exact), ("-H", Exact), ("-P", Exact),
    ("-C", Exact), ("-CC", Exact), ("-dD", Exact), ("-dM", Exact), ("-s", Exact), ("-r", Exact), ("-no-canonical-prefixes", Exact),
    ("-specs", Prefix), ("-T", Joined), ("-u", Value), ("-e", Value), ("-h", Joined), ("-R", Joined), ("--std-default", Prefix),
];

/// The flags outside the families `-f…` and `-m…` that reach Clang.
#[rustfmt::skip]
const KEPT: &[(&str, Form)] = &[
    ("-I", Joined), ("-D", Joined), ("-U", Joined), ("-isystem", Joined), ("-iquote", Joined), ("-idirafter", Joined),
    ("-include", Joined), ("-imacros", Joined), ("-iprefix", Joined), ("-iwithprefixbefore", Joined), ("-iwithprefix", Joined),
    ("-isysroot", Joined), ("-iframework", Joined), ("-F", Joined),
    ("--sysroot", Value), ("--sysroot=", Prefix), ("-target", Value), ("--target", Value), ("--target=", Prefix), ("-arch", Value),
    ("-std", Value), ("-std=", Prefix), ("--std=", Prefix), ("-ansi", Exact), ("-pthread", Exact), ("-pthreads", Exact),
    ("-nostdinc", Exact), ("-nostdlibinc", Exact), ("-nobuiltininc", Exact), ("-undef", Exact), ("-trigraphs", Exact),
    ("-traditional-cpp", Exact), ("-gcc-toolchain=", Prefix), ("--gcc-toolchain=", Prefix), ("--gcc-install-dir=", Prefix),
    ("-working-directory", Value), ("-working-directory=", Prefix),
];

/// Members of the families that read code, write files or run programs.
#[rustfmt::skip]
const REFUSED: &[&str] = &[
    "-fplugin", "-fpass-plugin", "-fmodule", "-fprebuilt-module", "-fimplicit-module", "-fbuild-session", "-fapinotes",
    "-fintegrated-", "-fno-integrated-", "-fuse-ld", "-ftime-trace", "-ftime-report", "-fproc-stat", "-fstack-usage", "-fsave-",
    "-foptimization-record", "-fcrash-", "-fembed", "-fdump", "-fcallgraph", "-fdepfile", "-femit", "-frewrite", "-foffload",
    "-fthinlto", "-fbasic-block", "-fcuda", "-fhip", "-fgpu", "-fopenmp-target", "-fms-runtime", "-fload", "-fsample-profile",
    "-fmemory-profile", "-fpch", "-fvalidate-ast", "-fcache", "-fcas", "-findex", "-fsymbol-graph", "-fextract-api", "-fverify",
    "-fuse-init-array-plugin", "-fconfig", "-fdriver", "-fembed-dir", "-mllvm", "-mmlir",
];

/// Flags of the `-g` family that are not about debug information.
const NOT_DEBUG: &[&str] = &["-gcc-toolchain"];

/// A file's flags, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sorted {
    /// What reaches our compilation, in its order.
    pub kept: Vec<String>,
    /// What was left out and might have mattered.
    pub refused: Vec<String>,
}

/// The flags that reach our compilation, in their order.
pub fn kept<S: AsRef<str>>(flags: &[S]) -> Vec<String> {
    sort(flags).kept
}

/// Decides for each flag. Arguments that are no flags, such as names of files, are refused as well.
pub fn sort<S: AsRef<str>>(flags: &[S]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut rest = flags.iter().map(AsRef::as_ref);
    while let Some(flag) = rest.next() {
        if let Some(list) = flag.strip_prefix("-Wp,") {
            sorted.add_preprocessor(list);
            continue;
        }
        let (fate, takes_next) = fate(flag);
        let value = if takes_next { rest.next() } else { None };
        sorted.add(fate, flag, value);
    }
    sorted
}

impl Sorted {
    fn add(&mut self, fate: Fate, flag: &str, value: Option<&str>) {
        let fate = match (fate, value) {
            (Fate::Keep, Some(value)) if flag == "-D" || flag == "-U" => self::fate(&format!("{flag}{value}")).0,
            _ => fate,
        };
        let to = match fate {
            Fate::Keep => &mut self.kept,
            Fate::Drop => return,
            Fate::Refuse => &mut self.refused,
        };
        to.extend([Some(flag), value].into_iter().flatten().map(str::to_owned));
    }

    /// `-Wp,-DX,-MD,file` speaks to the preprocessor; definitions are all that we take from it.
    fn add_preprocessor(&mut self, list: &str) {
        let mut rest = list.split(',');
        while let Some(flag) = rest.next() {
            match flag {
                "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" => _ = rest.next(),
                "-MP" | "-MG" => {}
                _ if flag.starts_with("-D") || flag.starts_with("-U") => self.add(fate(flag).0, flag, None),
                _ => self.refused.push(format!("-Wp,{flag}")),
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Keep,
    Drop,
    Refuse,
}

/// What becomes of a flag, and whether the next argument is its value.
fn fate(flag: &str) -> (Fate, bool) {
    if is_debug_flag(flag) || is_warning_flag(flag) {
        return (Fate::Drop, false);
    }
    if let Some(takes_next) = meets(DROPPED, flag) {
        return (Fate::Drop, takes_next);
    }
    if REFUSED.iter().any(|name| flag.starts_with(name)) {
        return (Fate::Refuse, flag == "-mllvm" || flag == "-mmlir");
    }
    if let Some(takes_next) = meets(KEPT, flag) {
        return (Fate::Keep, takes_next);
    }
    match flag {
        "-Xclang" | "-Xpreprocessor" | "-B" | "-include-pch" | "-resource-dir" | "--config" | "--output" => {
            (Fate::Refuse, true)
        }
        _ if flag.starts_with("-f") || flag.starts_with("-m") => (Fate::Keep, false),
        _ => (Fate::Refuse, false),
    }
}

/// Is the flag in the table? And is the next argument its value?
fn meets(table: &[(&str, Form)], flag: &str) -> Option<bool> {
    table.iter().find_map(|&(name, form)| match form {
        Exact if flag == name => Some(false),
        Prefix if flag.starts_with(name) => Some(false),
        Value | Joined if flag == name => Some(true),
        Joined if flag.starts_with(name) && !is_long_option(name, flag) => Some(false),
        _ => None,
    })
}

/// `-include-pch` is no `-include` with a value `-pch`, `-objc…` no `-o`.
fn is_long_option(name: &str, flag: &str) -> bool {
    match name {
        "-o" => flag.starts_with("-objc") || flag.starts_with("-object"),
        "-include" => flag == "-include-pch",
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
    use super::{kept, sort};

    fn check(flags: &str, expected: &str) {
        let flags: Vec<&str> = flags.split_whitespace().collect();
        assert_eq!(kept(&flags).join(" "), expected, "of {flags:?}");
    }

    #[test]
    fn what_gives_the_program_its_meaning_stays() {
        let meaning = "-Iinc -I inc -DX=1 -D Y -UZ -include a.h -isystem s -std=gnu89 -ansi -m32 -fwrapv \
                       -fno-strict-overflow -fno-strict-aliasing -funsigned-char -fcommon -fshort-enums -fno-builtin \
                       -ffreestanding -pthread -march=native --sysroot=/x -gcc-toolchain=/x -fms-extensions";
        check(meaning, &meaning.split_whitespace().collect::<Vec<_>>().join(" "));
        check("-Wp,-DFOO,-MD,x.d,-UBAR", "-DFOO -UBAR");
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
        check("-Xclang -ftrivial-auto-var-init=pattern", "");
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

    /// Each of these loads code, reads flags or writes a file.
    #[test]
    fn what_a_hostile_database_may_ask_for_is_refused() {
        let hostile = "-fplugin=./evil.so -fpass-plugin=evil.so -Xclang -load -Xclang evil.so -Wp,-load,evil.so @flags \
                       --config x.cfg --config=x.cfg --output /etc/x --output=/etc/x -ftime-trace=/etc/x -mllvm -debug-pass=x -cc1 \
                       -B evil -include-pch evil.pch -fmodules-cache-path=/etc -fcrash-diagnostics-dir=/etc -dependency-file \
                       /etc/x --driver-mode=cl -ivfsoverlay x.yaml -wrapper evil -fno-integrated-cc1 -Xpreprocessor -load evil.c \
                       -fsave-optimization-record=x -foptimization-record-file=/etc/x -fproc-stat-report=/etc/x --analyze";
        let flags: Vec<&str> = hostile.split_whitespace().collect();
        let sorted = sort(&flags);
        assert_eq!(sorted.kept, Vec::<String>::new());
        for flag in ["-fplugin=./evil.so", "@flags", "-cc1", "-Xclang", "--output=/etc/x"] {
            assert!(sorted.refused.iter().any(|refused| refused == flag), "{flag} in {:?}", sorted.refused);
        }
        // Dropped without a word, since every database has them, but their files are not written either.
        check(
            "-o /etc/x -o/etc/x -MF /etc/x -MJ/etc/x -Wp,-MD,/etc/x -save-temps=obj -serialize-diagnostics /etc/x",
            "",
        );
    }
}
