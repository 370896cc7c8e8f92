//! The module level: every symbol gets its place in the program before any code or initialiser is lowered.
//!
//! Order: declare functions and globals, resolve aliases, then initialisers, then bodies (which may look into the
//! initialisers of string literals).

use super::func::FuncLowering;
use super::intrinsic_names::Intrinsic;
use super::layout::Layout;
use super::primitives::Primitive;
use super::shape::{Members, Shape};
use super::{DebugSource, LowerOptions, words};
use crate::ast::{self, Module, SymId, TypeId};
use crate::read::unescape;
use cairn_base::{IdVec, Name, Span};
use cairn_ir::{Func, FuncId, FuncOrigin, Global, GlobalId, Linkage, Program, Sig, Symbol, Target, Type};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;

/// Everything that lowering one module needs.
pub struct ModuleCx<'m> {
    pub module: &'m Module<'m>,
    pub layout: Layout,
    pub program: Program,
    pub debug: &'m mut dyn DebugSource,
    pub options: LowerOptions,
    /// The address that each symbol stands for.
    pub addresses: IdVec<SymId, Option<Address>>,
    /// What a direct call to each symbol means.
    pub callees: IdVec<SymId, CalleeKind>,
    pub shapes: IdVec<TypeId, Option<Rc<Shape>>>,
    pub members: IdVec<TypeId, Option<Rc<Members>>>,
    /// What locals are initialised from: the bytes of it that no initialiser says anything of.
    pub unset_parts: FxHashMap<GlobalId, Vec<Range<u64>>>,
    labels: FxHashMap<(SymId, &'m str), u64>,
    /// Which functions have a body in the text (bodies arrive in the program one after the other).
    defined: IdVec<FuncId, bool>,
}

/// A place in the program: a function or global, plus bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    pub symbol: Symbol,
    pub offset: i64,
}

/// What a direct call to a symbol means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CalleeKind {
    Function,
    Intrinsic(Intrinsic),
    Primitive(Primitive),
}

impl<'m> ModuleCx<'m> {
    pub fn new(module: &'m Module<'m>, debug: &'m mut dyn DebugSource, options: LowerOptions) -> ModuleCx<'m> {
        let layout = Layout::new(module);
        let target = Target { pointer_bits: layout.pointer_bits(), triple: module.triple.to_owned() };
        ModuleCx {
            module,
            layout,
            program: Program::new(target),
            debug,
            options,
            addresses: IdVec::filled(None, module.symbols.len()),
            callees: IdVec::filled(CalleeKind::Function, module.symbols.len()),
            shapes: IdVec::filled(None, module.types.len()),
            members: IdVec::filled(None, module.types.len()),
            unset_parts: FxHashMap::default(),
            labels: FxHashMap::default(),
            defined: IdVec::new(),
        }
    }

    pub fn lower(mut self) -> Program {
        let module = self.module;
        let funcs: Vec<Option<FuncId>> = module.funcs.iter().map(|func| self.declare_func(func)).collect();
        let globals: Vec<_> = module.globals.iter().map(|global| self.declare_global(global)).collect();
        self.resolve_aliases();
        for (global, id) in module.globals.iter().zip(globals) {
            match id {
                Some(id) => self.initialise(global, id),
                None => self.special_global(global),
            }
        }
        self.program.constructors.sort_by_key(|(priority, _)| *priority);
        self.program.destructors.sort_by_key(|(priority, _)| *priority);
        for (func, id) in module.funcs.iter().zip(funcs) {
            if let (Some(code), Some(id)) = (&func.body, id) {
                let body = FuncLowering::new(&mut self, func, code).lower();
                self.program.funcs[id].body = Some(body);
            }
        }
        let texts = module.module_asm.iter().map(|text| self.program.names.intern(&unescape(text)));
        self.program.assembly = texts.collect();
        if self.program.assembly_texts().next().is_some() {
            self.expose_used();
        }
        self.program
    }

    pub fn symbol_text(&self, sym: SymId) -> &'m str {
        self.module.symbols.get(sym).map_or("", |name| name)
    }

    /// Makes a function known, except for intrinsics and primitives, which are operations.
    fn declare_func(&mut self, func: &'m ast::Func<'m>) -> Option<FuncId> {
        let text = self.symbol_text(func.sym);
        if func.body.is_none() {
            let kind = callee_kind(text);
            self.callees[func.sym] = kind;
            let is_operation = match kind {
                CalleeKind::Function => false,
                CalleeKind::Intrinsic(_) => true,
                CalleeKind::Primitive(primitive) => !primitive.is_c_function(),
            };
            if is_operation {
                return None;
            }
        }
        let source = func.dbg.and_then(|dbg| self.debug.func(&mut self.program, dbg));
        let declared = Func {
            name: self.program.names.intern(text),
            linkage: words::linkage(func.linkage),
            sig: self.signature(func),
            origin: self.options.origin,
            noreturn: func.attrs.noreturn,
            exposed: false,
            ctype: source.and_then(|source| source.ctype),
            span: source.map_or(Span::NONE, |source| source.span),
            body: None,
        };
        let name = declared.name;
        let id = self.program.funcs.push(declared);
        self.defined.push(func.body.is_some());
        self.program.symbols.insert(name, Symbol::Func(id));
        self.addresses[func.sym] = Some(Address { symbol: Symbol::Func(id), offset: 0 });
        Some(id)
    }

    fn signature(&mut self, func: &ast::Func) -> Sig {
        let params = func.params.iter().flat_map(|param| self.scalar_types(param.ty)).collect();
        Sig { params, results: self.scalar_types(func.ret), variadic: func.variadic }
    }

    pub fn scalar_types(&mut self, ty: TypeId) -> Vec<Type> {
        match self.layout.info(ty).scalar {
            Some(scalar) => vec![scalar],
            None => self.shape(ty).scalars.iter().map(|(ty, _)| *ty).collect(),
        }
    }

    /// An alias is another name for its target. Aliases of aliases need as many rounds as the chain is long.
    fn resolve_aliases(&mut self) {
        let mut waiting: Vec<&ast::Alias> = self.module.aliases.iter().collect();
        loop {
            let before = waiting.len();
            waiting.retain(|alias| !self.resolve_alias(alias));
            if waiting.len() == before {
                break;
            }
        }
        // An `ifunc` is chosen at load time, by code that nothing here runs: an unknown function.
        for alias in waiting {
            self.declare_unknown(alias);
        }
    }

    fn resolve_alias(&mut self, alias: &ast::Alias<'m>) -> bool {
        let address = if alias.ifunc { None } else { self.fold_address(&alias.target) };
        let Some(address) = address else { return false };
        // The second name of a second name is one of the same thing, whoever takes over the other.
        let known = self.program.weak_aliases.iter().find(|(name, _)| *name == address.symbol);
        let address = Address { symbol: known.map_or(address.symbol, |(_, target)| *target), ..address };
        self.addresses[alias.sym] = Some(address);
        if alias.linkage != ast::Linkage::Internal {
            self.expose(address.symbol);
        }
        if address.offset == 0 {
            let name = self.program.names.intern(self.symbol_text(alias.sym));
            let is_open = alias.linkage == ast::Linkage::Weak && self.options.origin == FuncOrigin::User;
            let named = if is_open { self.weak_alias(name, address.symbol) } else { address.symbol };
            self.addresses[alias.sym] = Some(Address { symbol: named, ..address });
            self.program.symbols.insert(name, named);
        }
        true
    }

    /// What is `static` has a name that others know after all.
    fn expose(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Global(id) => {
                let global = &mut self.program.globals[id];
                global.exposed |= global.linkage == Linkage::Internal;
            }
            Symbol::Func(id) => {
                let func = &mut self.program.funcs[id];
                func.exposed |= func.linkage == Linkage::Internal;
            }
        }
    }

    /// Declares a name that stands for something unless another file defines it.
    fn weak_alias(&mut self, name: Name, target: Symbol) -> Symbol {
        let named = match target {
            Symbol::Global(id) => {
                let target = self.program.globals[id].clone();
                let named = Global { name, linkage: Linkage::External, init: None, exposed: false, ..target };
                Symbol::Global(self.program.globals.push(named))
            }
            Symbol::Func(id) => {
                let target = self.program.funcs[id].clone();
                let named = Func { name, linkage: Linkage::External, exposed: false, body: None, ..target };
                self.defined.push(false);
                Symbol::Func(self.program.funcs.push(named))
            }
        };
        self.program.weak_aliases.push((named, target));
        named
    }

    fn declare_unknown(&mut self, alias: &ast::Alias<'m>) {
        let name = self.program.names.intern(self.symbol_text(alias.sym));
        let id = self.declare(name, words::linkage(alias.linkage), Sig::default());
        self.addresses[alias.sym] = Some(Address { symbol: Symbol::Func(id), offset: 0 });
    }

    /// The function of a name, declared if it is not yet; `None` if something else has that name.
    pub fn function_named(&mut self, text: &str, sig: Sig) -> Option<FuncId> {
        let name = self.program.names.intern(text);
        match self.program.symbols.get(&name) {
            Some(Symbol::Func(id)) => Some(*id),
            Some(Symbol::Global(_)) => None,
            None => Some(self.declare(name, Linkage::External, sig)),
        }
    }

    fn declare(&mut self, name: Name, linkage: Linkage, sig: Sig) -> FuncId {
        let origin = self.options.origin;
        let declared = Func {
            name,
            linkage,
            sig,
            origin,
            noreturn: false,
            exposed: false,
            ctype: None,
            span: Span::NONE,
            body: None,
        };
        let id = self.program.funcs.push(declared);
        self.defined.push(false);
        self.program.symbols.insert(name, Symbol::Func(id));
        id
    }

    /// The number that stands for the address of a block; blocks are numbered as they are first asked for.
    pub fn label_address(&mut self, func: SymId, label: &'m str) -> u64 {
        let next = self.labels.len() as u64 + 1;
        let number = *self.labels.entry((func, label)).or_insert(next);
        self.options.label_base.wrapping_add(16 * number)
    }

    /// Whether a function has a body here that takes no variable arguments: then nobody looks at such.
    pub fn ignores_varargs(&self, func: FuncId) -> bool {
        self.defined[func] && !self.program.funcs[func].sig.variadic
    }
}

fn callee_kind(name: &str) -> CalleeKind {
    if let Some(name) = name.strip_prefix("llvm.") {
        CalleeKind::Intrinsic(Intrinsic::from_name(name))
    } else {
        Primitive::from_name(name).map_or(CalleeKind::Function, CalleeKind::Primitive)
    }
}
