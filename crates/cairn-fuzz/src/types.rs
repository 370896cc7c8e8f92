//! The types of a program: integers of all sizes, arrays, structs that nest, one union.

use crate::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Int {
    U8,
    I8,
    U16,
    U32,
    I32,
    U64,
    /// A bit-field of `unsigned`; only inside structs.
    Bits(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    Int(Int),
    Array(Box<Ty>, u32),
    /// `struct sN`
    Struct(usize),
    /// `union view`: a word, two halves, four bytes.
    Union,
    /// `unsigned *` inside a struct: null, or to at least so many words of static storage.
    Link(u32),
}

pub struct Field {
    pub name: String,
    pub ty: Ty,
}

pub struct StructDef {
    pub fields: Vec<Field>,
}

#[derive(Default)]
pub struct Types {
    pub structs: Vec<StructDef>,
}

/// Elements that pointers of a `Link` point to.
pub const LINK_LEN: u32 = 2;

impl Int {
    pub fn c(self) -> &'static str {
        match self {
            Int::U8 => "unsigned char",
            Int::I8 => "signed char",
            Int::U16 => "unsigned short",
            Int::U32 | Int::Bits(_) => "unsigned",
            Int::I32 => "int",
            Int::U64 => "unsigned long long",
        }
    }

    /// An `unsigned` expression as a value of this type, without any implementation-defined conversion.
    pub fn convert(self, expr: &str) -> String {
        match self {
            Int::U32 => expr.to_owned(),
            Int::I8 => format!("(signed char)({expr} & 127u)"),
            Int::I32 => format!("(int)({expr} & 65535u) - 300"),
            Int::U8 | Int::U16 | Int::U64 => format!("({})({expr})", self.c()),
            Int::Bits(width) => format!("{expr} & {}u", (1u32 << width) - 1),
        }
    }

    pub fn any(random: &mut Random) -> Int {
        random.weighted(&[(2, Int::U8), (1, Int::I8), (1, Int::U16), (6, Int::U32), (2, Int::I32), (1, Int::U64)])
    }
}

impl Ty {
    pub const WORD: Ty = Ty::Int(Int::U32);
    pub const BYTE: Ty = Ty::Int(Int::U8);

    /// As a declaration of `name`.
    pub fn declare(&self, name: &str) -> String {
        match self {
            Ty::Int(Int::Bits(width)) => format!("unsigned {name} : {width}"),
            Ty::Int(int) => format!("{} {name}", int.c()),
            Ty::Array(element, length) => element.declare(&format!("{name}[{length}]")),
            Ty::Struct(index) => format!("struct s{index} {name}"),
            Ty::Union => format!("union view {name}"),
            Ty::Link(_) => format!("unsigned *{name}"),
        }
    }
}

impl Types {
    /// One to three structs, each of which may contain the ones before.
    pub fn generate(random: &mut Random) -> Types {
        let mut types = Types::default();
        for index in 0..random.between(1, 3) as usize {
            let count = random.between(2, 5);
            let fields = (0..count).map(|i| Field { name: format!("f{i}"), ty: field(random, index) }).collect();
            types.structs.push(StructDef { fields });
        }
        types
    }

    /// The definitions in C.
    pub fn lines(&self) -> Vec<String> {
        let mut lines =
            vec!["union view { unsigned word; unsigned short half[2]; unsigned char byte[4]; };".to_owned()];
        for (index, def) in self.structs.iter().enumerate() {
            lines.push(format!("struct s{index} {{"));
            lines.extend(def.fields.iter().map(|field| format!("    {};", field.ty.declare(&field.name))));
            lines.push("};".to_owned());
        }
        lines
    }

    pub fn any_struct(&self, random: &mut Random) -> usize {
        random.below(self.structs.len() as u32) as usize
    }
}

fn field(random: &mut Random, structs: usize) -> Ty {
    match random.below(10) {
        0..=3 => Ty::Int(Int::any(random)),
        4 => Ty::Int(Int::Bits(random.between(1, 12))),
        5 | 6 => Ty::Array(Box::new(Ty::Int(Int::any(random))), random.between(2, 5)),
        7 if structs > 0 => Ty::Struct(random.below(structs as u32) as usize),
        8 if structs > 0 => Ty::Array(Box::new(Ty::Struct(random.below(structs as u32) as usize)), 2),
        9 => Ty::Union,
        _ => Ty::Link(LINK_LEN),
    }
}
