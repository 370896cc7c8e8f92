//! Layouts and initialisers against the machine's own: the bytes of globals in Clang's object file are the truth.

mod support;

use cairn_ir::Program;
use cairn_llvm::lower::LowerOptions;
use std::process::Command;
use support::{Clang, lower, temporary};

/// Every global of `probe` has its place in a section of its own, in order.
const PROBES: &str = r#"
#define PROBE __attribute__((section("probe"), used))
typedef float v4sf __attribute__((vector_size(16)));
typedef short v3hi __attribute__((ext_vector_type(3)));
struct plain { char a; short b; int c; long long d; char e; };
struct __attribute__((packed)) packed { char a; short b; double c; long double d; struct plain e; };
struct __attribute__((packed, aligned(4))) packed4 { char a; long long b; };
struct bits { unsigned a : 3; unsigned : 0; int b : 17; long long c : 35; char d; unsigned char e : 1, f : 7; };
struct tight { char a; int b : 24; short c; };
struct aligned { char a; int b __attribute__((aligned(32))); char c; };
union any { char c[5]; double d; long double ld; struct { short s; int i; } in; };
struct deep { struct { char c; union any u; } in[2]; struct { } nothing; float _Complex z; _Bool t; };
struct vectors { char c; v4sf v; v3hi w; char d; };
struct doubles { char a; double b; char c; long double d; float e; long f; };
struct end { short n; char data[]; };
struct outer { char a; struct packed b; char c; struct aligned d; };

PROBE char first = 1;
PROBE struct plain plain = {1, 2, 3, 4, 5};
PROBE struct packed packed = {1, 2, 3.5, -4.5L, {6, 7, 8, 9, 10}};
PROBE struct packed4 packed4[2] = {{1, 2}, {3, 4}};
PROBE struct bits bits = {5, -7, -9, 'x', 1, 100};
PROBE struct tight tight = {1, -2, 3};
PROBE struct aligned aligned = {1, 2, 3};
PROBE union any any[3] = {{"abcd"}, {.ld = 1.25L}, {.in = {1, 2}}};
PROBE struct deep deep = {{{'a', {.d = 2.5}}, {'b', {.in = {3, 4}}}}, {}, 1.5f, 1};
PROBE struct vectors vectors = {1, {1.5f, 2.5f, 3.5f, 4.5f}, {1, 2, 3}, 9};
PROBE struct doubles doubles[2] = {{1, 2.5, 3, 4.5L, 5.5f, 6}, {7, 8.5, 9, -10.5L, 11.5f, -12}};
PROBE struct end end = {3, {1, 2, 3}};
PROBE struct outer outer = {1, {2, 3, 4}, 5, {6, 7, 8}};
PROBE char text[10] = "text";
PROBE short grid[2][3] = {{1, 2}, {3, 4, 5}};
PROBE char *pointers[3] = {text + 2, 0, (char *)&outer.d.b};
PROBE unsigned long number = (unsigned long)&grid[1][1];
PROBE char last = 1;
"#;

#[test]
fn initialisers_are_the_bytes_of_the_object_file() {
    for clang in Clang::all() {
        let program = lower(&clang.llvm_text_of(PROBES), &LowerOptions::default());
        let (ours, unknown) = image(&program);
        let mut native = section(&object_file(clang), b"probe").expect("the section is there");
        // Addresses are filled in by the linker; i386 keeps their addends in place.
        unknown.into_iter().for_each(|byte| native[byte] = 0);
        assert_eq!(ours, native, "{clang:?}");
    }
}

/// All globals one after the other as the assembler puts them, and which bytes belong to addresses.
fn image(program: &Program) -> (Vec<u8>, Vec<usize>) {
    let (mut bytes, mut unknown) = (Vec::new(), Vec::new());
    for global in program.globals.iter() {
        let start = bytes.len().next_multiple_of(global.align as usize);
        let init = global.init.as_ref().expect("every probe is defined");
        assert_eq!(init.unsupported, None);
        bytes.resize(start, 0);
        bytes.extend_from_slice(&init.bytes);
        bytes.resize(start + global.size as usize, 0);
        for reloc in &init.relocs {
            let at = start + reloc.offset as usize;
            unknown.extend(at..at + reloc.bytes as usize);
        }
    }
    (bytes, unknown)
}

fn object_file(clang: Clang) -> Vec<u8> {
    let (source, object) = (temporary("c"), temporary("o"));
    std::fs::write(&source, PROBES).expect("a temporary file");
    let status = Command::new(clang.command).args([clang.model, "-w", "-c", "-o"]).args([&object, &source]).status();
    assert!(status.expect("clang runs").success());
    let bytes = std::fs::read(&object).expect("the object file is there");
    std::fs::remove_file(source).expect("the source is there");
    std::fs::remove_file(object).expect("the object file is there");
    bytes
}

/// The content of a section of an ELF file.
fn section(elf: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let wide = elf[4] == 2;
    let number = |at: usize, len: usize| {
        elf[at..at + len].iter().rev().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
    };
    let (table, entry, count, names) = if wide {
        (number(0x28, 8), number(0x3a, 2), number(0x3c, 2), number(0x3e, 2))
    } else {
        (number(0x20, 4), number(0x2e, 2), number(0x30, 2), number(0x32, 2))
    };
    let place = |header: usize| {
        if wide {
            (number(header + 0x18, 8), number(header + 0x20, 8))
        } else {
            (number(header + 0x10, 4), number(header + 0x14, 4))
        }
    };
    let (strings, _) = place(table + names * entry);
    (0..count).map(|index| table + index * entry).find_map(|header| {
        let text = &elf[strings + number(header, 4)..];
        let (start, len) = place(header);
        (text.starts_with(name) && text[name.len()] == 0).then(|| elf[start..start + len].to_vec())
    })
}
