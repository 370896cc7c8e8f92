//! Global variables: declarations, initialisers as bytes with addresses, constructors.

use super::constants::Folded;
use super::layout::resolve;
use super::module::{Address, ModuleCx};
use super::words;
use crate::ast::{self, Const, TypeId};
use cairn_base::{Name, Span};
use cairn_ir::{self as ir, Global, GlobalId, Init, Reloc, Symbol};
use std::ops::Range;

/// Initialisers that would take more bytes than this are refused rather than built.
const MAX_INIT_BYTES: u64 = 1 << 28;

/// Of constructors that say none.
const LAST_PRIORITY: u32 = 65535;

/// How Clang's names of what locals are initialised from begin.
const LOCAL_TEMPLATE: &str = "__const.";

/// A section to whose ends the linker gives names (`__start_…`): all that is in it can be reached from there.
fn is_gathered(section: &str) -> bool {
    section.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Is it a section of addresses of functions that run before `main` (or behind it), and with which priority?
fn run_list(section: &str) -> Option<(bool, u32)> {
    let (name, number) = match section.rsplit_once('.') {
        Some((name, number)) if !name.is_empty() => (name, number.parse().ok()?),
        _ => (section, LAST_PRIORITY),
    };
    match name {
        ".preinit_array" => Some((true, 0)),
        ".init_array" => Some((true, number)),
        ".fini_array" => Some((false, number)),
        // These count down.
        ".ctors" => Some((true, LAST_PRIORITY.saturating_sub(number % LAST_PRIORITY))),
        ".dtors" => Some((false, LAST_PRIORITY.saturating_sub(number % LAST_PRIORITY))),
        _ => None,
    }
}

/// What is in none of the ranges.
fn gaps(mut ranges: Vec<Range<u64>>, size: u64) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let (mut found, mut at) = (Vec::new(), 0);
    for range in ranges.into_iter().chain(std::iter::once(size..size)) {
        if at < range.start {
            found.push(at..range.start);
        }
        at = at.max(range.end);
    }
    found
}

/// An initialiser under construction.
#[derive(Default)]
struct Image {
    init: Init,
    /// The first thing that could not be expressed.
    unsupported: Option<String>,
}

impl Image {
    /// Zero bytes at the end are left out: they are implied.
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        let Some(last) = bytes.iter().rposition(|byte| *byte != 0) else { return };
        let end = offset.saturating_add(last as u64 + 1);
        if self.reserve(end) {
            self.init.bytes[offset as usize..end as usize].copy_from_slice(&bytes[..=last]);
        }
    }

    fn reserve(&mut self, end: u64) -> bool {
        if end > MAX_INIT_BYTES {
            self.refuse(format!("initialiser of more than {MAX_INIT_BYTES} bytes"));
            return false;
        }
        if self.init.bytes.len() < end as usize {
            self.init.bytes.resize(end as usize, 0);
        }
        true
    }

    fn address(&mut self, offset: u64, bytes: u32, address: Address) {
        if self.reserve(offset.saturating_add(u64::from(bytes))) {
            self.init.relocs.push(Reloc { offset, bytes, symbol: address.symbol, addend: address.offset });
        }
    }

    fn refuse(&mut self, reason: String) {
        self.unsupported.get_or_insert(reason);
    }
}

impl<'m> ModuleCx<'m> {
    /// Gives a global its id. LLVM's own (`llvm.used`, …) are not variables of the program.
    pub fn declare_global(&mut self, global: &ast::Global<'m>) -> Option<GlobalId> {
        let text = self.symbol_text(global.sym);
        if text.starts_with("llvm.") {
            return None;
        }
        let info = self.layout.info(global.ty);
        let source = global.dbg.and_then(|dbg| self.debug.global(&mut self.program, dbg));
        let name = self.program.names.intern(text);
        let id = self.program.globals.push(Global {
            name,
            linkage: words::linkage(global.linkage),
            size: info.size,
            align: if global.align == 0 { info.align } else { global.align },
            constant: global.constant,
            shares: global.constant && global.unnamed,
            thread_local: global.thread_local,
            exposed: global.section.is_some_and(is_gathered),
            init: None,
            ctype: source.and_then(|source| source.ctype),
            source_name: source.and_then(|source| source.name).filter(|source| *source != name),
            span: source.map_or(Span::NONE, |source| source.span),
        });
        self.program.symbols.insert(name, Symbol::Global(id));
        self.addresses[global.sym] = Some(Address { symbol: Symbol::Global(id), offset: 0 });
        Some(id)
    }

    pub fn initialise(&mut self, global: &'m ast::Global<'m>, id: GlobalId) {
        let Some(content) = &global.init else { return };
        let mut image = Image::default();
        self.write_const(&mut image, content, global.ty, 0);
        let Image { mut init, unsupported } = image;
        init.relocs.sort_unstable_by_key(|reloc| reloc.offset);
        init.unsupported = unsupported.map(|reason| self.program.names.intern(&reason));
        if let Some((is_constructors, priority)) = global.section.and_then(run_list) {
            let funcs = init.relocs.iter().filter_map(|reloc| match reloc.symbol {
                Symbol::Func(id) => Some((priority, id)),
                Symbol::Global(_) => None,
            });
            let list = if is_constructors { &mut self.program.constructors } else { &mut self.program.destructors };
            list.extend(funcs);
        }
        self.program.globals[id].init = Some(init);
        if self.symbol_text(global.sym).starts_with(LOCAL_TEMPLATE) {
            let mut set = Vec::new();
            self.collect_set(&mut set, content, global.ty, 0);
            self.unset_parts.insert(id, gaps(set, self.layout.info(global.ty).size));
        }
    }

    /// The bytes that the initialiser says something of: padding and what is undefined are not among them.
    fn collect_set(&mut self, set: &mut Vec<Range<u64>>, content: &Const<'m>, ty: TypeId, offset: u64) {
        let info = self.layout.info(ty);
        match (content, self.members(ty)) {
            (Const::Undef | Const::Poison, _) => {}
            (Const::Aggregate(elements), Some(members)) => {
                for ((element_ty, element), inner) in elements.iter().zip(&members.offsets) {
                    self.collect_set(set, element, *element_ty, offset + inner);
                }
            }
            (Const::Aggregate(elements), None) if matches!(resolve(self.module, ty), ast::Type::Array { .. }) => {
                let mut at = offset;
                for (element_ty, element) in elements {
                    self.collect_set(set, element, *element_ty, at);
                    at = at.saturating_add(self.layout.info(*element_ty).size);
                }
            }
            _ => {
                let bytes = info.scalar.map_or(info.size, |scalar| scalar.store_bytes(self.layout.pointer_bits()));
                set.push(offset..offset.saturating_add(bytes));
            }
        }
    }

    fn write_const(&mut self, image: &mut Image, content: &Const<'m>, ty: TypeId, offset: u64) {
        match content {
            Const::Zero | Const::Undef | Const::Poison | Const::Null => {}
            Const::Bytes(bytes) => image.write(offset, bytes),
            Const::Aggregate(elements) => self.write_elements(image, elements, ty, offset),
            Const::Splat(element) => {
                for (_, lane) in self.shape(ty).scalars.clone() {
                    self.write_const(image, &element.1, element.0, offset + lane);
                }
            }
            scalar => self.write_scalar(image, scalar, ty, offset),
        }
    }

    fn write_elements(&mut self, image: &mut Image, elements: &[(TypeId, Const<'m>)], ty: TypeId, offset: u64) {
        if let Some(members) = self.members(ty) {
            for ((element_ty, element), inner) in elements.iter().zip(&members.offsets) {
                self.write_const(image, element, *element_ty, offset + inner);
            }
            return;
        }
        if matches!(resolve(self.module, ty), ast::Type::Vector { .. }) {
            let shape = self.shape(ty);
            if !shape.in_memory {
                return image.refuse("vector of lanes that are not whole bytes".to_owned());
            }
            for ((element_ty, element), (_, inner)) in elements.iter().zip(&shape.scalars) {
                self.write_const(image, element, *element_ty, offset + inner);
            }
            return;
        }
        let mut at = offset;
        for (element_ty, element) in elements {
            self.write_const(image, element, *element_ty, at);
            at = at.saturating_add(self.layout.info(*element_ty).size);
        }
    }

    fn write_scalar(&mut self, image: &mut Image, content: &Const<'m>, ty: TypeId, offset: u64) {
        let Some(scalar) = self.layout.info(ty).scalar else {
            return image.refuse(format!("initialiser of this form: {}", kind_of(content)));
        };
        let len = scalar.store_bytes(self.layout.pointer_bits()) as usize;
        match self.fold(content, scalar) {
            Some(Folded::Const(ir::Const::Global { id, offset: addend })) => {
                image.address(offset, len as u32, Address { symbol: Symbol::Global(id), offset: addend });
            }
            Some(Folded::Const(ir::Const::Func(id))) => {
                image.address(offset, len as u32, Address { symbol: Symbol::Func(id), offset: 0 });
            }
            Some(Folded::Address(address) | Folded::AddressInt(address)) => {
                image.address(offset, len as u32, address);
            }
            Some(Folded::Const(ir::Const::Int { value, .. } | ir::Const::Float { bits: value, .. })) => {
                image.write(offset, &value.to_le_bytes()[..len.min(16)]);
            }
            Some(Folded::Const(ir::Const::Wide(wide))) => {
                let bytes: Vec<u8> = wide.limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
                image.write(offset, &bytes[..len.min(bytes.len())]);
            }
            Some(Folded::IntPointer(value)) => image.write(offset, &value.to_le_bytes()[..len.min(8)]),
            Some(Folded::Const(ir::Const::Null | ir::Const::Undef(_))) => {}
            None => image.refuse(format!("initialiser of this form: {}", kind_of(content))),
        }
    }

    /// `llvm.global_ctors` and `llvm.global_dtors`; the others say nothing about execution.
    pub fn special_global(&mut self, global: &ast::Global<'m>) {
        let is_constructors = match self.symbol_text(global.sym) {
            "llvm.global_ctors" => true,
            "llvm.global_dtors" => false,
            _ => return,
        };
        let Some(Const::Aggregate(entries)) = &global.init else { return };
        for (_, entry) in entries {
            let Const::Aggregate(parts) = entry else { continue };
            let [(_, Const::Int(priority)), (_, func), ..] = &parts[..] else { continue };
            let Some(Address { symbol: Symbol::Func(id), .. }) = self.fold_address(func) else { continue };
            let list = if is_constructors { &mut self.program.constructors } else { &mut self.program.destructors };
            list.push((*priority as u32, id));
        }
    }

    /// What must be there though no C uses it (`llvm.used`) is there for assembly, where the unit has some.
    pub fn expose_used(&mut self) {
        let used = |text| matches!(text, "llvm.used" | "llvm.compiler.used");
        for global in &self.module.globals {
            if !used(self.symbol_text(global.sym)) {
                continue;
            }
            let Some(Const::Aggregate(entries)) = &global.init else { continue };
            for (_, entry) in entries {
                match self.fold_address(entry).map(|address| address.symbol) {
                    Some(Symbol::Global(id)) => self.program.globals[id].exposed = true,
                    Some(Symbol::Func(id)) => self.program.funcs[id].exposed = true,
                    None => {}
                }
            }
        }
    }

    /// The text of a C string that stands in a global, up to its end.
    pub fn string_at(&self, id: GlobalId, offset: i64) -> Option<&str> {
        let init = self.program.globals.get(id)?.init.as_ref()?;
        let bytes = init.bytes.get(usize::try_from(offset).ok()?..)?;
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        std::str::from_utf8(&bytes[..end]).ok()
    }

    pub fn intern(&mut self, text: &str) -> Name {
        self.program.names.intern(text)
    }
}

fn kind_of(content: &Const) -> String {
    match content {
        Const::Expr(expr) => match &**expr {
            ast::ConstExpr::Binary { op, .. } => format!("constant expression `{op}`"),
            ast::ConstExpr::Cast { op, .. } => format!("constant expression `{op:?}`"),
            ast::ConstExpr::Gep { .. } => "constant expression `getelementptr`".to_owned(),
            ast::ConstExpr::Compare { pred, .. } => format!("constant comparison `{pred}`"),
            ast::ConstExpr::Select { .. } => "constant expression `select`".to_owned(),
            ast::ConstExpr::Unknown(word) => format!("constant `{word}`"),
        },
        Const::Sym(_) => "address of an unknown symbol".to_owned(),
        _ => "constant that does not fit its type".to_owned(),
    }
}
