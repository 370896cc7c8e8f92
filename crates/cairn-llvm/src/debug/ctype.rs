//! C types from `DIBasicType`, `DIDerivedType`, `DICompositeType` and `DISubroutineType`.
//!
//! Types refer to each other in cycles and long chains, so nothing recurses: a type that is mentioned gets its id at
//! once and is built later, from a work list. What debug information could say but C cannot (a typedef of itself, an
//! array nested without end) becomes `CType::Other`, so that whoever follows types comes to an end.

use super::{DebugInfo, Metadata, Node, Value};
use crate::ast::MdId;
use cairn_ir::{BaseKind, CField, CType, CTypeId, Program, Record, RecordId};
use rustc_hash::FxHashMap;

/// Typedefs, qualifiers and arrays around each other, at most.
const MAX_CHAIN: usize = 64;

/// Which types were built.
pub(super) struct TypeMemo {
    ids: FxHashMap<MdId, CTypeId>,
    records: FxHashMap<MdId, RecordId>,
    void: Option<CTypeId>,
    /// Mentioned but not built.
    pending: Vec<(MdId, CTypeId)>,
    /// How many members and parameters may still be listed. Real nodes list each once; the limit keeps many nodes
    /// that share one long list from multiplying it.
    budget: usize,
}

impl TypeMemo {
    pub fn new(metadata: &Metadata) -> Self {
        TypeMemo {
            ids: FxHashMap::default(),
            records: FxHashMap::default(),
            void: None,
            pending: Vec::new(),
            budget: metadata.text_len(),
        }
    }
}

/// The fields of a type node.
#[derive(Default)]
struct TypeNode<'a> {
    tag: &'a str,
    name: Option<std::borrow::Cow<'a, str>>,
    base: Option<MdId>,
    bits: u64,
    align_bits: u64,
    offset: u64,
    encoding: &'a str,
    elements: Option<MdId>,
    file: Option<MdId>,
    line: u32,
    flags: Option<Value<'a>>,
}

impl<'a> TypeNode<'a> {
    fn new(node: Node<'a>) -> Self {
        let mut ty = TypeNode::default();
        for (key, value) in node.fields() {
            match key {
                "tag" => ty.tag = value.0.strip_prefix("DW_TAG_").unwrap_or(value.0),
                "name" => ty.name = value.string(),
                "baseType" => ty.base = value.node(),
                "size" => ty.bits = value.unsigned().unwrap_or(0),
                "align" => ty.align_bits = value.unsigned().unwrap_or(0),
                "offset" => ty.offset = value.unsigned().unwrap_or(0),
                "encoding" => ty.encoding = value.0.strip_prefix("DW_ATE_").unwrap_or(value.0),
                "elements" | "types" => ty.elements = value.node(),
                "file" => ty.file = value.node(),
                "line" => ty.line = value.small(),
                "flags" => ty.flags = Some(value),
                _ => {}
            }
        }
        ty
    }

    fn has_flag(&self, flag: &str) -> bool {
        self.flags.is_some_and(|flags| flags.has_flag(flag))
    }

    fn bytes(&self) -> u64 {
        self.bits.div_ceil(8)
    }
}

impl<'a> DebugInfo<'a> {
    /// The C type of a type node, with everything it is made of; `None` if there is no such node.
    pub fn ctype(&mut self, program: &mut Program, ty: MdId) -> Option<CTypeId> {
        self.node(ty)?;
        let id = self.type_id(program, ty);
        let mut built = Vec::new();
        while let Some((node, id)) = self.types.pending.pop() {
            let ctype = self.build(program, node);
            program.ctypes.types[id] = ctype;
            built.push(id);
        }
        for id in built {
            self.cut_endless(program, id);
        }
        Some(id)
    }

    /// The struct or union that a `DICompositeType` defines.
    pub fn record(&mut self, program: &mut Program, ty: MdId) -> Option<RecordId> {
        self.ctype(program, ty)?;
        self.types.records.get(&ty).copied()
    }

    /// The id of a type that is built now or later.
    fn type_id(&mut self, program: &mut Program, node: MdId) -> CTypeId {
        if let Some(&id) = self.types.ids.get(&node) {
            return id;
        }
        let id = program.ctypes.types.push(CType::Void);
        self.types.ids.insert(node, id);
        self.types.pending.push((node, id));
        id
    }

    /// Like `type_id`; no node means `void`.
    fn type_or_void(&mut self, program: &mut Program, node: Option<MdId>) -> CTypeId {
        match node {
            Some(node) => self.type_id(program, node),
            None => *self.types.void.get_or_insert_with(|| program.ctypes.types.push(CType::Void)),
        }
    }

    fn build(&mut self, program: &mut Program, id: MdId) -> CType {
        let Some(node) = self.node(id) else { return other(program, "?", 0) };
        let ty = TypeNode::new(node);
        match node.kind {
            "DIBasicType" => basic(program, &ty),
            "DIDerivedType" => self.derived(program, &ty),
            "DICompositeType" => self.composite(program, id, &ty),
            "DISubroutineType" => self.function(program, &ty),
            kind => other(program, ty.name.as_deref().unwrap_or(kind), ty.bytes()),
        }
    }

    fn derived(&mut self, program: &mut Program, ty: &TypeNode<'a>) -> CType {
        let of = self.type_or_void(program, ty.base);
        match ty.tag {
            "pointer_type" | "reference_type" | "rvalue_reference_type" => CType::Pointer(of),
            "const_type" => CType::Const(of),
            "volatile_type" => CType::Volatile(of),
            "restrict_type" => CType::Qualified { qualifier: program.names.intern("restrict"), of },
            "atomic_type" => CType::Qualified { qualifier: program.names.intern("_Atomic"), of },
            "typedef" => match &ty.name {
                Some(name) => CType::Typedef { name: program.names.intern(name), of },
                None => other(program, "typedef", 0),
            },
            tag => other(program, ty.name.as_deref().unwrap_or(tag), ty.bytes()),
        }
    }

    fn composite(&mut self, program: &mut Program, id: MdId, ty: &TypeNode<'a>) -> CType {
        match ty.tag {
            "structure_type" | "union_type" | "class_type" => {
                let record = self.build_record(program, ty);
                let record = program.ctypes.records.push(record);
                self.types.records.insert(id, record);
                CType::Record(record)
            }
            "array_type" => self.array(program, ty),
            "enumeration_type" => {
                let name = ty.name.as_ref().map(|name| program.names.intern(name));
                CType::Enum { name, bytes: ty.bytes(), signed: self.enum_is_signed(ty) }
            }
            tag => other(program, ty.name.as_deref().unwrap_or(tag), ty.bytes()),
        }
    }

    fn build_record(&mut self, program: &mut Program, ty: &TypeNode<'a>) -> Record {
        let fields = self.fields(program, ty.elements);
        Record {
            name: ty.name.as_ref().map(|name| program.names.intern(name)),
            is_union: ty.tag == "union_type",
            bytes: ty.bytes(),
            align: ty.align_bits / 8,
            incomplete: ty.has_flag("DIFlagFwdDecl") || fields.is_none(),
            fields: fields.unwrap_or_default(),
            span: self.declaration_span(program, ty.file, ty.line),
        }
    }

    /// The members of a record; `None` if they cannot all be listed.
    fn fields(&mut self, program: &mut Program, elements: Option<MdId>) -> Option<Vec<CField>> {
        let mut fields = Vec::new();
        let Some(elements) = elements.and_then(|id| self.node(id)) else { return Some(fields) };
        for item in elements.items() {
            self.types.budget = self.types.budget.checked_sub(1)?;
            let Some(node) = item.node().and_then(|id| self.node(id)) else { continue };
            let member = TypeNode::new(node);
            if matches!(member.tag, "member" | "inheritance") && !member.has_flag("DIFlagStaticMember") {
                fields.push(self.field(program, &member));
            }
        }
        Some(fields)
    }

    fn field(&mut self, program: &mut Program, member: &TypeNode<'a>) -> CField {
        let is_bit_field = member.has_flag("DIFlagBitField");
        CField {
            name: member.name.as_ref().map(|name| program.names.intern(name)),
            ty: self.type_or_void(program, member.base),
            bit_offset: member.offset,
            bit_width: if is_bit_field { u32::try_from(member.bits).ok() } else { None },
        }
    }

    /// An array of as many dimensions as it has subranges.
    fn array(&mut self, program: &mut Program, ty: &TypeNode<'a>) -> CType {
        if ty.has_flag("DIFlagVector") {
            return other(program, ty.name.as_deref().unwrap_or("vector"), ty.bytes());
        }
        let elem = self.type_or_void(program, ty.base);
        let elements = ty.elements.and_then(|id| self.node(id));
        let mut lengths: Vec<_> = elements.into_iter().flat_map(Node::items).take(MAX_CHAIN + 1).collect();
        if lengths.is_empty() || lengths.len() > MAX_CHAIN {
            return other(program, "array", ty.bytes());
        }
        let outermost = self.array_length(lengths.remove(0));
        let mut elem = elem;
        for length in lengths.into_iter().rev() {
            let len = self.array_length(length);
            elem = program.ctypes.types.push(CType::Array { elem, len });
        }
        CType::Array { elem, len: outermost }
    }

    /// The count of a `DISubrange`; unknown if it is a variable, -1 or missing.
    fn array_length(&self, subrange: Value<'a>) -> Option<u64> {
        let node = self.node(subrange.node()?).filter(|node| node.kind == "DISubrange")?;
        node.fields().find(|(key, _)| *key == "count")?.1.unsigned()
    }

    /// By the underlying type, or else by whether the first constant is unsigned.
    fn enum_is_signed(&self, ty: &TypeNode<'a>) -> bool {
        let mut base = ty.base;
        for _ in 0..MAX_CHAIN {
            let Some(node) = base.and_then(|id| self.node(id)) else { break };
            let under = TypeNode::new(node);
            if node.kind == "DIBasicType" {
                return under.encoding.starts_with("signed");
            }
            base = under.base;
        }
        let first = ty.elements.and_then(|id| self.node(id)?.items().next()?.node());
        let first = first.and_then(|id| self.node(id));
        !first.is_some_and(|node| node.fields().any(|(key, value)| key == "isUnsigned" && value.0 == "true"))
    }

    /// The return type, the parameters, and `null` at the end if more may follow.
    fn function(&mut self, program: &mut Program, ty: &TypeNode<'a>) -> CType {
        let types = ty.elements.and_then(|id| self.node(id));
        let items: Vec<_> = types.into_iter().flat_map(Node::items).take(self.types.budget).collect();
        self.types.budget -= items.len();
        let ret = self.type_or_void(program, items.first().and_then(|item| item.node()));
        let mut params = items.get(1..).unwrap_or(&[]);
        let variadic = params.last().is_some_and(|item| item.0 == "null");
        if variadic {
            params = &params[..params.len() - 1];
        }
        let params = params.iter().map(|item| self.type_or_void(program, item.node())).collect();
        CType::Function { ret, params, variadic }
    }

    /// Replaces a type that wraps others without end.
    fn cut_endless(&self, program: &mut Program, id: CTypeId) {
        let mut inner = id;
        for _ in 0..MAX_CHAIN {
            match &program.ctypes.types[inner] {
                CType::Typedef { of, .. } | CType::Const(of) | CType::Volatile(of) | CType::Qualified { of, .. } => {
                    inner = *of;
                }
                CType::Array { elem, .. } => inner = *elem,
                _ => return,
            }
        }
        program.ctypes.types[id] = other(program, "?", 0);
    }
}

fn basic(program: &mut Program, ty: &TypeNode) -> CType {
    let text = ty.name.as_deref().unwrap_or("?");
    let plain_char = text == "char";
    let kind = match ty.encoding {
        "boolean" => BaseKind::Bool,
        "signed_char" | "unsigned_char" if plain_char => BaseKind::Char { signed: ty.encoding == "signed_char" },
        "signed" | "signed_char" => BaseKind::Signed,
        "unsigned" | "unsigned_char" | "UTF" => BaseKind::Unsigned,
        "float" => BaseKind::Float,
        "complex_float" => BaseKind::Complex,
        _ => return other(program, text, ty.bytes()),
    };
    CType::Base { name: program.names.intern(text), kind, bytes: ty.bytes() }
}

fn other(program: &mut Program, name: &str, bytes: u64) -> CType {
    CType::Other { name: program.names.intern(name), bytes }
}
