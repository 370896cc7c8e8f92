//! Single spellings: what is accepted beyond LLVM 19 (older and newer versions), and where bad text is refused.

use cairn_llvm::ast::{Const, InstKind, Operand, Type};
use cairn_llvm::read;

/// Puts lines into a function whose values they may use.
fn in_function(lines: &str) -> String {
    format!(
        "%struct.s = type {{ i32, ptr }}\n@g = global i32 0\ndeclare void @f(...)\n\
         define i32 @test(i32 %a, i32 %b, ptr %p) {{\nentry:\n{lines}\n  ret i32 0\n}}\n"
    )
}

#[test]
fn lines_of_older_and_newer_versions_are_accepted() {
    let lines = [
        "  %x = icmp samesign ult i32 %a, %b",
        "  %x = ptrtoaddr ptr %p to i64",
        "  %x = getelementptr i8, i8* %p, i64 1",
        "  %x = load i32, i32 addrspace(1)* %p",
        "  %x = bitcast i32 (i8*, ...)* %p to void ()*",
        "  call void (...) @f(ptr captures(none) %p, ptr captures(address, read_provenance) %p)",
        "  call void (...) @f(ptr dead_on_return dead_on_unwind writable initializes((0, 8)) %p)",
        "  call void (...) @f(<2 x i32> splat (i32 5), float nofpclass(nan) 1.0, i1 true)",
        "  call void (...) @f(i64 range(i64 -5, 5) some_new_attribute(a(b) \"c)\") 7)",
        "  call void (...) @f(ptr poison, ptr null, i8 undef, [2 x i8] zeroinitializer, [1 x i8] c\"x\")",
        "  %x = call reassoc nsz float @f(float 0x7FF0000000000000)",
        "  %x = call noundef nonnull align 8 dereferenceable(4) addrspace(0) ptr @f()",
        "  %x = atomicrmw usub_sat ptr %p, i32 1 monotonic, align 4",
        "  %x = alloca [4294967296 x i8], align 16",
        "  %x = extractelement <vscale x 4 x i32> poison, i32 0",
        "  #dbg_declare(ptr %p, !1, !DIExpression(), !2)",
        "  #dbg_value(!DIArgList(i32 %a, i32 %b), !1, !DIExpression(DW_OP_LLVM_arg, 0), !2)",
        "  #dbg_assign(i1 undef, !1, !DIExpression(), !3, ptr %p, !DIExpression(), !2)",
        "  #dbg_label(!1, !2)",
        "  store i32 %a, ptr %p, align 4, !tbaa !4, !annotation !{!\"auto-init\"}, !dbg !5",
        "  %x = load i32, ptr %p, !range !{i32 0, i32 2}, !noundef !{}",
        "  store ptr @\"\\01_foo\", ptr %p ; comment with \" and (",
        "  br i1 undef, label %1, label %1, !prof !7\n1:",
        "  call void asm sideeffect \"\", \"*m\"(ptr elementtype(i32) %p) #5\r",
    ];
    for line in lines {
        let text = in_function(line);
        let (module, _) = read::module(&text).unwrap_or_else(|error| panic!("{line}: {error}"));
        let body = module.funcs[1].body.as_ref().unwrap();
        let unknown = |kind: &InstKind| matches!(kind, InstKind::Unknown { .. });
        assert!(!body.blocks.iter().flat_map(|block| &block.insts).any(|inst| unknown(&inst.kind)), "{line}");
    }
}

#[test]
fn instructions_nobody_knows_are_kept_by_opcode() {
    let text = in_function("  %x = frobnicate [ i32 1,\n  i32 2 ] (\"}\"), !dbg !77\n  call void (...) @f(i32 %x)");
    let (module, _) = read::module(&text).unwrap();
    let inst = &module.funcs[1].body.as_ref().unwrap().blocks.as_slice()[0].insts[0];
    assert!(matches!(inst.kind, InstKind::Unknown { opcode: "frobnicate" }));
    assert!(inst.result.is_some());
    assert_eq!(inst.dbg.map(|id| id.to_string()).as_deref(), Some("!77"));
}

#[test]
fn values_keep_their_types() {
    let text = in_function("  store i8* null, i8** %p\n  call void (...) @f(<2 x i32> splat (i32 -1))");
    let (module, _) = read::module(&text).unwrap();
    let insts = &module.funcs[1].body.as_ref().unwrap().blocks.as_slice()[0].insts;
    let InstKind::Store { value, .. } = &insts[0].kind else { panic!() };
    assert_eq!(module.types[value.ty], Type::Ptr);
    let InstKind::Call(call) = &insts[1].kind else { panic!() };
    let Operand::Const(Const::Splat(element)) = &call.args[0].value.value else { panic!() };
    assert_eq!(element.1, Const::Int(-1));
    assert_eq!((insts[0].line, insts[1].line), (6, 7));
}

#[test]
fn bad_lines_are_refused_at_their_place() {
    let cases = [
        ("  %x = add i32 %a, %nowhere", 6, 21, "never defined"),
        ("  br label %nowhere", 6, 13, "never defined"),
        ("  %a = add i32 1, 2", 6, 0, "defined twice"),
        ("  %x = add i32 1", 7, 3, "expected `,`"),
        ("  %x = add i32 1, 2 junk", 6, 21, "unexpected text"),
        ("  %x = add float 1, 0x3FB999999999999A", 6, 21, "not a number"),
        ("  %x = add i32 1.0, 2", 6, 16, "not a number"),
        ("  %x = store i32 1, ptr %p", 6, 0, "no result"),
        ("  %x = call void @f()", 6, 0, "no result"),
        ("  %5 = add i32 1, 2\n  %4 = add i32 1, 2", 7, 0, "number 6"),
        ("  %x = load i32 ptr %p", 6, 17, "expected `,`"),
        ("  %x = load atomic i32, ptr %p, align 4", 6, 0, "ordering"),
        ("  %x = alloca i99999999", 6, 0, "width"),
        ("  %x = alloca [18446744073709551616 x i8]", 6, 0, "too large"),
        ("  store i32 1, ptr @", 6, 21, "expected a name"),
        ("  call void asm \"x, \"\"()", 6, 0, "expected `,`"),
        ("entry:\n", 6, 0, "terminator"),
        ("  br label %l\nl:\n  br label %l\nl:", 9, 1, "defined twice"),
        ("  br label %l\nl:\n  %x = add i32 1, 2\nm:", 9, 0, "terminator"),
        ("  )", 6, 3, "expected an instruction"),
    ];
    for (lines, line, col, message) in cases {
        let error = read::module(&in_function(lines)).expect_err(lines);
        assert!(error.message.contains(message), "{lines}: {error}");
        assert_eq!(error.line, line, "{lines}: {error}");
        assert!(col == 0 || error.col == col, "{lines}: {error}");
    }
}

#[test]
fn bad_modules_are_refused() {
    let deep_type = format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(5000), "]".repeat(5000));
    let deep_const = format!("@x = global i8 {}", "[i8 ".repeat(100_000));
    let deep_metadata = format!("define void @f() {{\n  ret void, !a !{}\n}}\n", "{!".repeat(100_000));
    let chain: String = (0..2000).map(|i| format!("%t{i} = type {{ %t{} }}\n", i + 1)).collect();
    let cases = [
        ("garbage", "expected a definition"),
        ("@x = global i32", "expected a value"),
        ("@x = frobnicated i32 0", "expected `global`"),
        ("@x = global i32 0\n@x = global i32 0", "defined twice"),
        ("%t = type { i32 }\n%t = type { i32 }", "defined twice"),
        ("%t = type { [2 x %u] }\n%u = type { i8, %t }", "contains itself"),
        ("define void @f() {\n}", "no blocks"),
        ("define void @f() {\n  ret void\n", "never closed"),
        ("target triple = \"x", "unterminated"),
        ("attributes #0 = { noreturn", "expected an attribute"),
        ("!99999999999 = !{}", "too large"),
        (deep_type.as_str(), "too deeply"),
        (deep_const.as_str(), "too deeply"),
        (deep_metadata.as_str(), "never closed"),
        (chain.as_str(), "within each other"),
    ];
    for (text, message) in cases {
        let error = read::module(text).expect_err(message);
        assert!(error.message.contains(message), "{message}: {error}");
        assert!(error.line >= 1 && error.col >= 1);
    }
}

#[test]
fn an_empty_module_and_windows_line_ends_are_fine() {
    assert!(read::module("").unwrap().0.funcs.is_empty());
    let text = in_function("  %x = add i32 1, 2, !dbg !3").replace('\n', "\r\n") + "!3 = !{}\r\n";
    let (module, metadata) = read::module(&text).unwrap();
    assert_eq!(module.funcs.len(), 2);
    assert_eq!(metadata.nodes().map(|(_, text)| text).collect::<Vec<_>>(), ["!{}"]);
}
