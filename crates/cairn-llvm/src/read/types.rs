//! Types: parsing, interning, and the check that no type contains itself.

use super::locals::LocalName;
use super::{Map, Reader, Res};
use crate::ast::{Type, TypeId};
use cairn_base::{Id, IdVec};
use cairn_ir::FloatKind;

/// LLVM's own limit on integer widths.
const MAX_INT_BITS: u64 = 1 << 23;

/// How deeply structs and arrays may contain each other through names. Whoever walks types may recurse this far.
const MAX_CONTAINMENT: u32 = 500;

/// Finds types again.
pub(super) struct TypeNames<'a> {
    named: Map<&'a str, TypeId>,
    others: Map<Type<'a>, TypeId>,
    /// Widths of one and two digits.
    small_ints: [Option<TypeId>; 100],
    pub void: TypeId,
    pub ptr: TypeId,
    pub metadata: TypeId,
    pub label: TypeId,
    token: TypeId,
    floats: [TypeId; 6],
}

/// A function type whose parameters were just read: the return type, the parameters, and whether more may follow.
pub(super) type FuncType = (TypeId, Vec<TypeId>, bool);

impl<'a> TypeNames<'a> {
    pub fn new(types: &mut IdVec<TypeId, Type<'a>>) -> Self {
        use FloatKind::{BFloat, F32, F64, Fp128, Half, X86Fp80};
        TypeNames {
            named: Map::default(),
            others: Map::default(),
            small_ints: [None; 100],
            void: types.push(Type::Void),
            ptr: types.push(Type::Ptr),
            metadata: types.push(Type::Metadata),
            label: types.push(Type::Label),
            token: types.push(Type::Token),
            floats: [Half, BFloat, F32, F64, X86Fp80, Fp128].map(|kind| types.push(Type::Float(kind))),
        }
    }

    pub fn intern(&mut self, types: &mut IdVec<TypeId, Type<'a>>, ty: Type<'a>) -> TypeId {
        if let Some(&id) = self.others.get(&ty) {
            return id;
        }
        let id = types.push(ty.clone());
        self.others.insert(ty, id);
        id
    }

    fn named(&mut self, types: &mut IdVec<TypeId, Type<'a>>, name: &'a str) -> TypeId {
        *self.named.entry(name).or_insert_with(|| types.push(Type::Named { name, body: None }))
    }
}

impl<'a> Reader<'a> {
    /// A type; a function type is interned as such.
    #[inline]
    pub(super) fn ty(&mut self) -> Res<TypeId> {
        let base = self.base_ty()?;
        if self.suffix_may_follow() { self.ty_with_suffixes(base) } else { Ok(base) }
    }

    fn ty_with_suffixes(&mut self, base: TypeId) -> Res<TypeId> {
        let (ty, func) = self.ty_suffixes(base)?;
        Ok(match func {
            None => ty,
            Some((ret, params, variadic)) => self.intern(Type::Func { ret, params, variadic }),
        })
    }

    /// A type as it stands after `call`: if it is a function type, its parts are given and the id is the return type.
    pub(super) fn call_ty(&mut self) -> Res<(TypeId, Option<FuncType>)> {
        let base = self.base_ty()?;
        if self.suffix_may_follow() { self.ty_suffixes(base) } else { Ok((base, None)) }
    }

    /// A quick look that spares most types the search for suffixes.
    #[inline]
    fn suffix_may_follow(&self) -> bool {
        match self.cur.byte() {
            b' ' => matches!(self.cur.byte_at(1), b'(' | b'a' | b'*' | b' ' | b'\t' | b'\r' | b'\n' | b';'),
            b'*' | b'(' | b'\t' | b'\r' | b'\n' | b';' => true,
            _ => false,
        }
    }

    /// `*` of typed pointers, address spaces and parameter lists, as many as there are.
    fn ty_suffixes(&mut self, base: TypeId) -> Res<(TypeId, Option<FuncType>)> {
        let mut ty = base;
        let mut func = None;
        loop {
            let before = self.cur;
            match self.cur.peek() {
                b'*' => {
                    self.cur.bump();
                    (ty, func) = (self.types.ptr, None);
                }
                b'a' if self.cur.eat_here("addrspace(") => {
                    self.cur.skip_blanks();
                    if self.cur.byte() == b'"' {
                        self.cur.string()?;
                    } else {
                        self.cur.number()?;
                    }
                    self.cur.expect(b')')?;
                }
                b'(' => {
                    if let Some((ret, params, variadic)) = func {
                        ty = self.intern(Type::Func { ret, params, variadic });
                    }
                    let (params, variadic) = self.nested(Self::param_types)?;
                    func = Some((ty, params, variadic));
                }
                _ => {
                    self.cur = before;
                    return Ok((ty, func));
                }
            }
        }
    }

    fn param_types(&mut self) -> Res<(Vec<TypeId>, bool)> {
        self.cur.expect(b'(')?;
        let mut params = Vec::new();
        while !self.cur.eat(b')') {
            if self.cur.byte() == b'.' && self.cur.eat_here("...") {
                self.cur.expect(b')')?;
                return Ok((params, true));
            }
            params.push(self.ty()?);
            if self.cur.peek() != b')' {
                self.cur.expect(b',')?;
            }
        }
        Ok((params, false))
    }

    fn base_ty(&mut self) -> Res<TypeId> {
        match self.cur.peek() {
            b'%' => {
                self.cur.bump();
                let name = self.local_name()?.text();
                Ok(self.types.named(&mut self.module.types, name))
            }
            b'[' => self.nested(Self::array_ty),
            b'{' => {
                let fields = self.nested(Self::struct_fields)?;
                Ok(self.intern(Type::Struct { packed: false, fields }))
            }
            b'<' => self.nested(Self::angle_ty),
            _ => self.word_ty(),
        }
    }

    #[inline]
    fn word_ty(&mut self) -> Res<TypeId> {
        let before = self.cur;
        let word = self.cur.word();
        if let Some(ty) = self.ty_of_word(word)? {
            return Ok(ty);
        }
        if word == "target" && self.cur.byte() == b'(' {
            self.cur.skip_group()?;
            let text = self.cur.since(before.pos());
            return Ok(self.intern(Type::Other(text)));
        }
        before.fail("expected a type")
    }

    /// The type that a keyword names.
    #[inline]
    pub(super) fn ty_of_word(&mut self, word: &'a str) -> Res<Option<TypeId>> {
        Ok(Some(match word.as_bytes() {
            b"ptr" => self.types.ptr,
            b"void" => self.types.void,
            [b'i', digits @ ..] if digits.first().is_some_and(u8::is_ascii_digit) => return self.int_ty(&word[1..]),
            b"half" => self.types.floats[0],
            b"bfloat" => self.types.floats[1],
            b"float" => self.types.floats[2],
            b"double" => self.types.floats[3],
            b"x86_fp80" => self.types.floats[4],
            b"fp128" => self.types.floats[5],
            b"metadata" => self.types.metadata,
            b"label" => self.types.label,
            b"token" => self.types.token,
            b"ppc_fp128" | b"x86_mmx" | b"x86_amx" => self.intern(Type::Other(word)),
            _ => return Ok(None),
        }))
    }

    fn int_ty(&mut self, digits: &str) -> Res<Option<TypeId>> {
        let small = match *digits.as_bytes() {
            [b @ b'0'..=b'9'] => usize::from(b - b'0'),
            [a @ b'0'..=b'9', b @ b'0'..=b'9'] => usize::from(a - b'0') * 10 + usize::from(b - b'0'),
            _ => 0,
        };
        if let Some(ty) = self.types.small_ints[small] {
            return Ok(Some(ty));
        }
        let bits = match digits.parse::<u64>() {
            Ok(bits) if (1..=MAX_INT_BITS).contains(&bits) => bits as u32,
            _ => return self.cur.fail("bad integer width"),
        };
        let ty = self.intern(Type::Int(bits));
        if let Some(slot) = self.types.small_ints.get_mut(bits as usize) {
            *slot = Some(ty);
        }
        Ok(Some(ty))
    }

    fn array_ty(&mut self) -> Res<TypeId> {
        self.cur.expect(b'[')?;
        let len = self.cur.number()?;
        self.cur.expect_word("x")?;
        let elem = self.ty()?;
        self.cur.expect(b']')?;
        Ok(self.intern(Type::Array { len, elem }))
    }

    /// A vector `<4 x T>` or a packed struct `<{ … }>`.
    fn angle_ty(&mut self) -> Res<TypeId> {
        self.cur.expect(b'<')?;
        if self.cur.peek() == b'{' {
            let fields = self.struct_fields()?;
            self.cur.expect(b'>')?;
            return Ok(self.intern(Type::Struct { packed: true, fields }));
        }
        let scalable = self.cur.eat_word("vscale");
        if scalable {
            self.cur.expect_word("x")?;
        }
        let len = self.cur.number_u32()?;
        self.cur.expect_word("x")?;
        let elem = self.ty()?;
        self.cur.expect(b'>')?;
        Ok(self.intern(Type::Vector { len, elem, scalable }))
    }

    fn struct_fields(&mut self) -> Res<Vec<TypeId>> {
        self.cur.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.cur.eat(b'}') {
            fields.push(self.ty()?);
            if self.cur.peek() != b'}' {
                self.cur.expect(b',')?;
            }
        }
        Ok(fields)
    }

    /// `%name = type …` at the top level, the cursor after `%`.
    pub(super) fn type_definition(&mut self) -> Res<()> {
        let start = self.cur;
        let name = self.local_name()?.text();
        self.cur.expect(b'=')?;
        self.cur.expect_word("type")?;
        let id = self.types.named(&mut self.module.types, name);
        if self.cur.eat_word("opaque") {
            return Ok(());
        }
        let definition = self.ty()?;
        match &mut self.module.types[id] {
            Type::Named { body: body @ None, .. } => *body = Some(definition),
            _ => return start.fail(format!("type %{name} is defined twice")),
        }
        Ok(())
    }

    /// Fails if a type contains itself by value, or contains others so deeply that walking it is dangerous.
    pub(super) fn check_containment(&self) -> Res<()> {
        let mut depths = vec![Depth::Unknown; self.module.types.len()];
        for id in self.module.types.ids() {
            if !containment_depth(&self.module.types, id, &mut depths) {
                let what = match &self.module.types[id] {
                    Type::Named { name, .. } => format!("type %{name}"),
                    _ => "a type".to_owned(),
                };
                return self.cur.fail_at(0, format!("{what} contains itself, or too many types within each other"));
            }
        }
        Ok(())
    }

    /// The text of a name after `%`, as locals, labels and types write it.
    #[inline]
    pub(super) fn local_name(&mut self) -> Res<LocalName<'a>> {
        let start = self.cur.pos();
        match self.cur.byte() {
            b'0'..=b'9' => {
                let number = self.cur.number_u32()?;
                Ok(LocalName::Number(number, self.cur.since(start)))
            }
            b'"' => {
                let name = self.cur.string()?;
                // `%"7"` is a name, `%7` a number: the quotes keep them apart.
                let numeric = name.bytes().all(|b| b.is_ascii_digit());
                Ok(LocalName::Name(if numeric { self.cur.since(start) } else { name }))
            }
            _ => match self.cur.word_here() {
                "" => self.cur.fail("expected a name"),
                name => Ok(LocalName::Name(name)),
            },
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Unknown,
    /// On the path that is being followed.
    Open,
    Known(u32),
}

/// Computes the containment depth of `root` with an explicit stack; false if it is cyclic or too deep.
fn containment_depth(types: &IdVec<TypeId, Type<'_>>, root: TypeId, depths: &mut [Depth]) -> bool {
    let mut stack = vec![(root, false)];
    while let Some((id, children_done)) = stack.pop() {
        let children = children(&types[id]);
        if children_done {
            let depth = children.iter().map(|c| if let Depth::Known(d) = depths[c.index()] { d + 1 } else { 0 }).max();
            let depth = depth.unwrap_or(0);
            if depth > MAX_CONTAINMENT {
                return false;
            }
            depths[id.index()] = Depth::Known(depth);
        } else if depths[id.index()] == Depth::Unknown {
            depths[id.index()] = Depth::Open;
            stack.push((id, true));
            for child in children {
                match depths[child.index()] {
                    Depth::Unknown => stack.push((*child, false)),
                    Depth::Open => return false,
                    Depth::Known(_) => {}
                }
            }
        }
    }
    true
}

/// What a value of the type holds inside itself.
fn children<'t>(ty: &'t Type<'_>) -> &'t [TypeId] {
    match ty {
        Type::Array { elem, .. } | Type::Vector { elem, .. } => std::slice::from_ref(elem),
        Type::Struct { fields, .. } => fields,
        Type::Named { body, .. } => body.as_slice(),
        _ => &[],
    }
}
