//! Names, positions and C types that come out of debug information.

use cairn_base::Span;
use cairn_ir::{BaseKind, CType, CTypeId, Program, Record, Target};
use cairn_llvm::ast::{InstKind, MdId, Module};
use cairn_llvm::debug::{DebugInfo, Metadata};
use cairn_llvm::read;

const SAMPLES: [&str; 2] = [include_str!("data/sample.clang19.ll"), include_str!("data/sample.clang15.ll")];

struct Loaded<'a> {
    module: Module<'a>,
    debug: DebugInfo<'a>,
    program: Program,
}

fn load(text: &str) -> Loaded<'_> {
    let (module, metadata) = read::module(text).unwrap_or_else(|error| panic!("{error}"));
    Loaded { module, debug: DebugInfo::new(metadata), program: Program::new(Target::x86_64()) }
}

impl<'a> Loaded<'a> {
    fn func_node(&self, name: &str) -> MdId {
        let func = self.module.funcs.iter().find(|func| self.module.symbols[func.sym] == name);
        func.and_then(|func| func.dbg).expect("debug information")
    }

    fn record(&mut self, llvm_name: &str) -> Record {
        let id = self.debug.record_by_name(&mut self.program, llvm_name);
        self.program.ctypes.records[id.unwrap_or_else(|| panic!("no {llvm_name}"))].clone()
    }

    /// A C type in words.
    fn show(&self, id: CTypeId) -> String {
        let name = |name| self.program.names.text(name).to_owned();
        match &self.program.ctypes.types[id] {
            CType::Void => "void".to_owned(),
            CType::Base { name: text, .. } | CType::Other { name: text, .. } => name(*text),
            CType::Pointer(of) => format!("{}*", self.show(*of)),
            CType::Array { elem, len } => {
                format!("{}[{}]", self.show(*elem), len.map_or("?".to_owned(), |l| l.to_string()))
            }
            CType::Record(record) => name(self.program.ctypes.records[*record].name.expect("a tag")),
            CType::Enum { name: text, bytes, signed } => {
                format!("enum {} {bytes} {signed}", name(text.expect("a tag")))
            }
            CType::Typedef { name: text, .. } => name(*text),
            CType::Const(of) => format!("const {}", self.show(*of)),
            CType::Volatile(of) => format!("volatile {}", self.show(*of)),
            CType::Qualified { qualifier, of } => format!("{} {}", name(*qualifier), self.show(*of)),
            CType::Function { ret, params, variadic } => {
                let params: Vec<_> = params.iter().map(|param| self.show(*param)).collect();
                format!("{}({}{})", self.show(*ret), params.join(", "), if *variadic { ", ..." } else { "" })
            }
        }
    }
}

#[test]
fn functions_have_names_types_and_lines() {
    let expected = [
        ("push", "node*(node*, int)"),
        ("sum", "int(int, ...)"),
        ("classify", "int(enum color 4 false, int)"),
        ("low_level", "unsigned int(unsigned int, _Atomic int*, int)"),
        ("by_value", "big(big, point_t)"),
        ("main", "int(int, char**)"),
    ];
    for text in SAMPLES {
        let mut loaded = load(text);
        for (name, ctype) in expected {
            let node = loaded.func_node(name);
            let func = loaded.debug.func(&mut loaded.program, node).expect("a subprogram");
            assert_eq!(loaded.program.names.text(func.name.unwrap()), name);
            assert_eq!(loaded.show(func.ctype.unwrap()), ctype);
            let line =
                include_str!("data/sample.c").lines().position(|line| line.contains(&format!("{name}("))).unwrap();
            assert!(func.span.line as usize > line, "{name}");
            assert_eq!(loaded.program.files[func.span.file].name, "sample.c");
            assert_eq!(loaded.program.files[func.span.file].directory, "/src");
        }
    }
}

#[test]
fn locations_point_into_the_source() {
    let source: Vec<&str> = include_str!("data/sample.c").lines().collect();
    for text in SAMPLES {
        let mut loaded = load(text);
        let push = loaded.module.funcs.iter().find(|func| loaded.module.symbols[func.sym] == "push").unwrap();
        let insts = push.body.iter().flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts);
        let call = insts.filter(|inst| matches!(inst.kind, InstKind::Call(_))).find_map(|inst| {
            let span = loaded.debug.span(&mut loaded.program, inst.dbg?);
            source.get(span.line as usize - 1)?.get(span.col as usize - 1..)?.starts_with("malloc(").then_some(span)
        });
        assert!(call.is_some());
    }
}

#[test]
fn variables_know_their_parameter_and_type() {
    for text in SAMPLES {
        let mut loaded = load(text);
        let func = loaded.module.funcs.iter().find(|func| loaded.module.symbols[func.sym] == "low_level").unwrap();
        let insts = func.body.iter().flat_map(|body| body.blocks.iter()).flat_map(|block| &block.insts);
        let vars: Vec<_> = insts
            .filter_map(|inst| match inst.kind {
                InstKind::DbgDeclare { var, .. } => loaded.debug.var(&mut loaded.program, var),
                _ => None,
            })
            .collect();
        let shown: Vec<_> = vars
            .iter()
            .map(|var| {
                format!("{} {:?} {}", loaded.program.names.text(var.name), var.param, loaded.show(var.ty.unwrap()))
            })
            .collect();
        assert_eq!(shown[0], "x Some(0) unsigned int");
        assert_eq!(shown[1], "shared Some(1) _Atomic int*");
        assert_eq!(shown[2], "len Some(2) int");
        assert_eq!(shown[3], "r None unsigned int");
        assert!(shown.contains(&"vla None int[?]".to_owned()), "{shown:?}");
    }
}

#[test]
fn globals_have_source_names() {
    for text in SAMPLES {
        let mut loaded = load(text);
        let global = |loaded: &mut Loaded, symbol: &str| {
            let global = loaded.module.globals.iter().find(|global| loaded.module.symbols[global.sym] == symbol);
            let debug = loaded.debug.global(&mut loaded.program, global.unwrap().dbg.unwrap()).unwrap();
            (debug.name.map(|name| loaded.program.names.text(name).to_owned()), loaded.show(debug.ctype.unwrap()))
        };
        assert_eq!(global(&mut loaded, "push.count"), (Some("count".to_owned()), "int".to_owned()));
        assert_eq!(global(&mut loaded, "table").1, "int[3][2]");
        assert_eq!(global(&mut loaded, "handler").1, "int(const char*, ...)*");
    }
}

#[test]
fn records_are_found_by_llvm_name() {
    for text in SAMPLES {
        let mut loaded = load(text);
        let node = loaded.record("struct.node");
        let name =
            |loaded: &Loaded, index: usize| node.fields[index].name.map(|n| loaded.program.names.text(n).to_owned());
        let names: Vec<_> = (0..node.fields.len()).map(|index| name(&loaded, index).unwrap()).collect();
        assert_eq!(names, ["next", "key", "low", "high", "value"]);
        assert_eq!(node.fields.iter().map(|field| field.bit_offset).collect::<Vec<_>>(), [0, 64, 96, 99, 128]);
        assert_eq!(
            node.fields.iter().map(|field| field.bit_width).collect::<Vec<_>>(),
            [None, None, Some(3), Some(5), None]
        );
        assert_eq!((node.bytes, node.is_union, node.incomplete), (24, false, false));
        assert_eq!(loaded.show(node.fields[0].ty), "node*");
        assert_eq!(loaded.record("struct.node.12"), node);
        assert_eq!(loaded.record("struct.point_t").bytes, 16);
        for missing in ["struct.anon", "union.anon.3", "struct.fwd", "struct.missing", "node", "class.node"] {
            assert_eq!(loaded.debug.record_by_name(&mut loaded.program, missing), None, "{missing}");
        }
    }
}

#[test]
fn two_records_of_one_name_answer_nothing() {
    let text = r#"
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 8)
!1 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "s", size: 16)
!2 = !DICompositeType(tag: DW_TAG_union_type, name: "s", size: 32)
!3 = !DICompositeType(tag: DW_TAG_structure_type, name: "u", flags: DIFlagFwdDecl)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "u", size: 64)
"#;
    let mut loaded = load(text);
    assert_eq!(loaded.debug.record_by_name(&mut loaded.program, "struct.s"), None);
    assert_eq!(loaded.record("union.s").bytes, 4);
    assert_eq!(loaded.record("struct.u").bytes, 8);
}

#[test]
fn types_that_contain_themselves_come_to_an_end() {
    let mut text = String::from(
        "!0 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !1)\n\
         !1 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !0)\n\
         !2 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, elements: !3)\n\
         !3 = !{!4}\n!4 = !DISubrange(count: 2)\n",
    );
    // A long chain of pointers and one of arrays.
    for i in 0..20_000 {
        text += &format!("!{} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{})\n", 5 + i, 6 + i);
    }
    for i in 20_005..30_000 {
        text += &format!("!{i} = !DICompositeType(tag: DW_TAG_array_type, baseType: !{}, elements: !3)\n", i + 1);
    }
    let mut loaded = load(&text);
    let nodes = Metadata::nodes(&read::module(&text).unwrap().1).map(|(id, _)| id).collect::<Vec<_>>();
    for node in nodes {
        loaded.debug.ctype(&mut loaded.program, node);
    }
    for id in loaded.program.ctypes.types.ids() {
        loaded.program.ctypes.resolve(id);
        loaded.program.ctypes.size_of(id, 8);
    }
}

#[test]
fn base_types_have_their_family() {
    let text = r#"
!0 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!1 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!2 = !DIBasicType(name: "_Bool", size: 8, encoding: DW_ATE_boolean)
!3 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)
!4 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
"#;
    let mut loaded = load(text);
    let expected = [
        (BaseKind::Char { signed: true }, 1),
        (BaseKind::Unsigned, 1),
        (BaseKind::Bool, 1),
        (BaseKind::Float, 16),
        (BaseKind::Signed, 8),
    ];
    for (index, expected) in expected.into_iter().enumerate() {
        let id = loaded.debug.ctype(&mut loaded.program, cairn_base::Id::new(index)).unwrap();
        let CType::Base { kind, bytes, .. } = loaded.program.ctypes.types[id] else { panic!("{index}") };
        assert_eq!((kind, bytes), expected);
    }
}

#[test]
fn without_debug_information_there_are_no_answers() {
    let mut loaded = load("define void @f() !dbg !7 {\n  ret void, !dbg !8\n}\n");
    let node = loaded.func_node("f");
    assert_eq!(loaded.debug.func(&mut loaded.program, node), None);
    assert_eq!(loaded.debug.span(&mut loaded.program, node), Span::NONE);
    assert_eq!(loaded.debug.var(&mut loaded.program, node), None);
    assert_eq!(loaded.debug.global(&mut loaded.program, node), None);
    assert_eq!(loaded.debug.ctype(&mut loaded.program, node), None);
    assert_eq!(loaded.debug.record_by_name(&mut loaded.program, "struct.s"), None);
}
