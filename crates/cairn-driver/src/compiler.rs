//! Reads one call of a compiler: flags, input, output, language, and the machine that its name tells.
//!
//! Nothing is executed here. A cross compiler says in its own name what it compiles for; asking it would mean to run a
//! program that a compilation database names.

use cairn_llvm::clang::os_text;
use std::path::{Component, Path, PathBuf};

/// What a call says about a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Call {
    /// All arguments but input and output.
    pub flags: Vec<String>,
    pub inputs: Vec<PathBuf>,
    pub output: Option<PathBuf>,
    /// What `-x` says.
    pub language: Option<String>,
}

/// Programs that run the compiler that follows.
const LAUNCHERS: &[&str] = &["ccache", "sccache", "distcc", "icecc", "libtool", "env"];

/// The first word of the names of machines.
#[rustfmt::skip]
const MACHINES: &[&str] = &[
    "x86_64", "i386", "i486", "i586", "i686", "aarch64", "arm", "mips", "powerpc", "riscv", "s390", "sparc", "avr", "msp430", "loongarch",
    "m68k", "sh4", "alpha", "hppa", "xtensa",
];

/// Flags that take the next argument as their value, besides those that Clang's table knows.
const WITH_VALUE: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-target",
    "--target",
    "-arch",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-Xclang",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-mllvm",
    "-B",
    "-T",
    "-u",
    "-e",
    "-z",
    "--param",
    "-framework",
    "-include-pch",
    "-dumpdir",
    "-dumpbase",
    "-dumpbase-ext",
    "-wrapper",
    "-aux-info",
    "-working-directory",
    "-resource-dir",
    "--config",
    "--output",
    "-std",
    "-iframework",
    "-F",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-h",
    "-R",
];

/// Response files inside response files.
const DEEPEST: usize = 8;
/// Bytes of a response file.
const LONGEST: u64 = 1 << 20;

/// Reads a command with its compiler in front.
pub fn read(directory: &Path, command: &[String]) -> Result<Call, String> {
    let mut words = command.iter().skip_while(|word| is_launcher(word));
    let compiler = words.next().ok_or("its command is empty")?;
    let arguments = expand(directory, words, 0)?;
    let mut call = split(&arguments);
    if let Some(target) = target(compiler)
        && !call.flags.iter().any(|flag| flag.starts_with("--target") || flag == "-target")
    {
        call.flags.push(format!("--target={target}"));
    }
    Ok(call)
}

/// Sorts arguments without a compiler in front.
pub fn split(arguments: &[String]) -> Call {
    let mut call = Call::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-o" => call.output = rest.next().map(|output| os_text::to_os(output).into()),
            "-x" => call.language = rest.next().cloned(),
            flag if WITH_VALUE.contains(&flag) => {
                call.flags.push(argument.clone());
                call.flags.extend(rest.next().cloned());
            }
            flag if flag.starts_with('-') && flag.len() > 1 => match flag.strip_prefix("-x") {
                Some(language) => call.language = Some(language.to_owned()),
                None => call.flags.push(argument.clone()),
            },
            name => call.inputs.push(os_text::to_os(name).into()),
        }
    }
    call
}

fn is_launcher(word: &str) -> bool {
    LAUNCHERS.contains(&base_name(word)) || (word.contains('=') && !word.starts_with('-') && !word.contains('/'))
}

fn base_name(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Puts what response files (`@file`) hold in their place.
fn expand<'a>(directory: &Path, words: impl Iterator<Item = &'a String>, depth: usize) -> Result<Vec<String>, String> {
    let mut result = Vec::new();
    for word in words {
        let Some(name) = word.strip_prefix('@') else {
            result.push(word.clone());
            continue;
        };
        let file = directory.join(os_text::to_os(name));
        let unusable = |why: &str| format!("its response file `{}` {why}", file.display());
        if depth == DEEPEST {
            return Err(unusable("is nested too deeply"));
        }
        let length = std::fs::metadata(&file).map_err(|_| unusable("cannot be read"))?;
        if !length.is_file() || length.len() > LONGEST {
            return Err(unusable("is too long"));
        }
        let text = std::fs::read(&file).map_err(|_| unusable("cannot be read"))?;
        let inner = shlex::split(&os_text::bytes_to_text(&text)).ok_or_else(|| unusable("has an open quote"))?;
        result.extend(expand(directory, inner.iter(), depth + 1)?);
    }
    Ok(result)
}

/// The machine in `aarch64-linux-gnu-gcc-12`.
fn target(compiler: &str) -> Option<&str> {
    let name = base_name(compiler);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches('-');
    let prefix = ["-gcc", "-cc", "-clang"].iter().find_map(|ending| name.strip_suffix(ending))?;
    let (machine, _) = prefix.split_once('-')?;
    MACHINES.iter().any(|known| machine.starts_with(known)).then_some(prefix)
}

/// Why a file is not C, by `-x` or else by its ending.
pub fn not_c(file: &Path, language: Option<&str>) -> Option<String> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let ending_says = match ending {
        "c" => "c",
        "i" => "cpp-output",
        "s" | "S" | "sx" | "asm" => "assembler",
        "cc" | "cpp" | "cxx" | "C" | "c++" | "ii" | "cp" => "c++",
        "m" | "mm" => "objective-c",
        other => other,
    };
    let language = language.filter(|&language| language != "none").unwrap_or(ending_says);
    match language {
        "c" | "cpp-output" if matches!(ending, "c" | "i") => None,
        "c" | "cpp-output" => Some(format!("C in a file that ends in `.{ending}`")),
        _ if language.starts_with("assembler") => Some("assembly".to_owned()),
        _ if language.starts_with("c++") => Some("C++".to_owned()),
        _ => Some(format!("not C (`.{ending}`)")),
    }
}

/// The path without `.` and, as far as names tell, without `..`.
pub fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                _ = result.pop()
            }
            Component::ParentDir if result.has_root() => {}
            part => result.push(part),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_cross_compiler_tells_its_target() {
        assert_eq!(target("/opt/bin/aarch64-linux-gnu-gcc-12"), Some("aarch64-linux-gnu"));
        assert_eq!(target("arm-none-eabi-gcc"), Some("arm-none-eabi"));
        assert_eq!(target("x86_64-w64-mingw32-clang.exe"), Some("x86_64-w64-mingw32"));
        for plain in ["gcc", "gcc-12", "clang-19.1", "musl-gcc", "my-own-gcc", "cc"] {
            assert_eq!(target(plain), None, "{plain}");
        }
        let call = read(Path::new("/"), &words("CC=x ccache arm-none-eabi-gcc -c a.c -o b/a.o")).expect("a call");
        assert_eq!(call.flags, ["-c", "--target=arm-none-eabi"]);
        assert_eq!((call.inputs, call.output), (vec!["a.c".into()], Some("b/a.o".into())));
    }

    #[test]
    fn response_files_are_read_and_bounded() {
        let folder = std::env::temp_dir().join(format!("cairn-response-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("temporary");
        std::fs::write(folder.join("flags"), "-DA='x y'\n-Iinc @more").expect("temporary");
        std::fs::write(folder.join("more"), "-DB").expect("temporary");
        std::fs::write(folder.join("self"), "@self @self").expect("temporary");
        assert_eq!(read(&folder, &words("cc @flags a.c")).expect("a call").flags, ["-DA=x y", "-Iinc", "-DB"]);
        assert!(read(&folder, &words("cc @self")).expect_err("endless").contains("nested"));
        assert!(read(&folder, &words("cc @missing")).expect_err("missing").contains("cannot be read"));
        std::fs::remove_dir_all(&folder).expect("temporary");
    }

    #[test]
    fn paths_lose_their_detours() {
        for (path, expected) in [("/a/./b/../c", "/a/c"), ("a/../../b", "../b"), ("/../a", "/a"), ("./a", "a")] {
            assert_eq!(normal(Path::new(path)), Path::new(expected));
        }
    }
}
