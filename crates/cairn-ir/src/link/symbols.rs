//! Decides which definition each external symbol of a program gets.
//!
//! Strong definitions win over tentative ones, those over weak ones, those over the models' and over inline copies; a
//! declaration is last. Two strong definitions, or a function and a variable of one name, are conflicts.

use super::aliases::{self, Aliases};
use super::remap::Maps;
use super::{LinkError, Unit, unit_name, weak_aliases};
use crate::semantic::{Func, FuncId, FuncOrigin, Global, GlobalId, Linkage, Program, Symbol};
use cairn_base::{Id, IdVec, Name, Span};
use rustc_hash::FxHashMap;

/// For each symbol of the linked program, where its content comes from.
pub(super) struct Resolution {
    pub aliases: Aliases,
    pub funcs: IdVec<FuncId, Choice<FuncId>>,
    pub globals: IdVec<GlobalId, Choice<GlobalId>>,
}

/// The winner among the symbols that became one, and what the others add to it.
pub(super) struct Choice<I> {
    pub unit: usize,
    pub id: I,
    rank: u8,
    has_ctype: bool,
    /// Only one symbol of a private name.
    pub private: bool,
    /// Some unit refers to it without `weak`: leaving it undefined is not "null".
    pub strong_reference: bool,
    pub noreturn: bool,
    /// Of tentative definitions and declarations, the largest.
    pub size: u64,
    pub align: u64,
}

const UNDEFINED: u8 = 0;
const USER_STRONG: u8 = 7;

/// Of two symbols of one name, the one of higher rank is the program's.
fn rank(linkage: Linkage, defined: bool, model: bool) -> u8 {
    match (defined, linkage, model) {
        (false, ..) => UNDEFINED,
        (_, Linkage::AvailableExternally, _) => 1,
        (_, Linkage::Weak, true) => 2,
        (_, Linkage::Common, true) => 3,
        (_, Linkage::External | Linkage::Internal, true) => 4,
        (_, Linkage::Weak, false) => 5,
        (_, Linkage::Common, false) => 6,
        (_, Linkage::External | Linkage::Internal, false) => USER_STRONG,
    }
}

/// The facts about one symbol of one unit that decide.
struct Candidate<'u> {
    unit: usize,
    name: Name,
    text: &'u str,
    linkage: Linkage,
    rank: u8,
    noreturn: bool,
    has_ctype: bool,
    size: u64,
    align: u64,
    span: Span,
    model: bool,
}

impl<'u> Candidate<'u> {
    fn func(units: &'u [Unit], maps: &[Maps], unit: usize, func: &Func) -> Candidate<'u> {
        let model = units[unit].model || func.origin == FuncOrigin::Model;
        Candidate {
            unit,
            name: maps[unit].names[func.name.index()],
            text: units[unit].program.names.text(func.name),
            linkage: func.linkage,
            rank: rank(func.linkage, func.is_defined(), model),
            noreturn: func.noreturn,
            has_ctype: func.ctype.is_some(),
            size: 0,
            align: 0,
            span: func.span,
            model,
        }
    }

    fn global(units: &'u [Unit], maps: &[Maps], unit: usize, global: &Global) -> Candidate<'u> {
        let model = units[unit].model;
        Candidate {
            unit,
            name: maps[unit].names[global.name.index()],
            text: units[unit].program.names.text(global.name),
            linkage: global.linkage,
            rank: rank(global.linkage, global.init.is_some(), model),
            noreturn: false,
            has_ctype: global.ctype.is_some(),
            size: global.size,
            align: global.align,
            span: global.span,
            model,
        }
    }

    /// A name that stands for something if nobody defines it anew is as good as a weak definition.
    fn or_alias(self, unit: &Unit, symbol: Symbol) -> Candidate<'u> {
        let is_alias = unit.program.weak_aliases.iter().any(|(name, _)| *name == symbol);
        let rank = if is_alias { rank(Linkage::Weak, true, self.model) } else { self.rank };
        Candidate { rank, ..self }
    }

    fn choice<I>(&self, id: I, private: bool) -> Choice<I> {
        Choice {
            unit: self.unit,
            id,
            rank: self.rank,
            has_ctype: self.has_ctype,
            private,
            strong_reference: self.linkage != Linkage::Weak,
            noreturn: self.noreturn,
            size: self.size,
            align: self.align,
        }
    }
}

impl<I> Choice<I> {
    pub fn is_defined(&self) -> bool {
        self.rank != UNDEFINED
    }

    fn meet(&mut self, other: &Candidate<'_>, id: I) {
        // Tentative definitions and declarations: the largest is the object; between equals, the better described.
        let by_size = matches!(other.linkage, Linkage::Common) || other.rank == UNDEFINED;
        let better_tie =
            by_size && (other.size > self.size || other.size == self.size && other.has_ctype && !self.has_ctype);
        let (size, align) = (self.size.max(other.size), self.align.max(other.align));
        self.strong_reference |= other.linkage != Linkage::Weak;
        self.noreturn |= other.noreturn;
        if other.rank > self.rank || other.rank == self.rank && better_tie {
            (self.unit, self.id, self.rank) = (other.unit, id, other.rank);
            (self.size, self.align, self.has_ctype) = (other.size, other.align, other.has_ctype);
        }
        if by_size && other.rank == self.rank {
            (self.size, self.align) = (size, align);
        }
    }
}

/// What is known of an external name while units are read.
struct Known {
    symbol: Symbol,
    /// A definition that no other may meet, to say where it is; otherwise the first mention.
    strong: bool,
    mention: (usize, Span),
    model: bool,
}

impl Resolution {
    /// Also fills `globals` and `funcs` of the maps.
    pub fn new(units: &[Unit], maps: &mut [Maps]) -> Result<Resolution, LinkError> {
        let mut resolver = Resolver {
            units,
            known: FxHashMap::default(),
            resolution: Resolution { aliases: Aliases::new(units, maps), funcs: IdVec::new(), globals: IdVec::new() },
            conflicts: Vec::new(),
            renamed: Vec::new(),
        };
        for (index, unit) in units.iter().enumerate() {
            for (id, global) in unit.program.globals.iter_enumerated() {
                let candidate = Candidate::global(units, maps, index, global).or_alias(unit, Symbol::Global(id));
                let new = match resolver.rename(&candidate, Symbol::Global(id)) {
                    true => GlobalId::new(0),
                    false => resolver.add_global(&candidate, id),
                };
                maps[index].globals.push(new);
            }
            for (id, func) in unit.program.funcs.iter_enumerated() {
                let candidate = Candidate::func(units, maps, index, func).or_alias(unit, Symbol::Func(id));
                let new = match resolver.rename(&candidate, Symbol::Func(id)) {
                    true => FuncId::new(0),
                    false => resolver.add_func(&candidate, id),
                };
                maps[index].funcs.push(new);
            }
        }
        resolver.bind_renamed(maps);
        match resolver.conflicts.is_empty() {
            true => Ok(resolver.resolution),
            false => Err(LinkError::Conflicts(resolver.conflicts)),
        }
    }
}

struct Resolver<'u> {
    units: &'u [Unit],
    known: FxHashMap<Name, Known>,
    resolution: Resolution,
    conflicts: Vec<String>,
    /// Symbols of units that are aliases of others: unit, symbol, and the unit and symbol that it stands for.
    renamed: Vec<(usize, Symbol, usize, Symbol)>,
}

impl Resolver<'_> {
    /// Notes a symbol whose name is an alias of another one; its id is bound when all ids are known.
    fn rename(&mut self, candidate: &Candidate<'_>, symbol: Symbol) -> bool {
        if candidate.linkage == Linkage::Internal {
            return false;
        }
        let target = self.resolution.aliases.target(candidate.name, candidate.unit, symbol);
        let Some((unit, target)) = target else { return false };
        if std::mem::discriminant(&symbol) != std::mem::discriminant(&target) {
            let (here, there) =
                (self.place(candidate.unit, candidate.span), unit_name(&self.units[unit].program, unit));
            let name = candidate.text;
            self.conflicts.push(format!("`{name}` is not the same kind of symbol in {here} as its alias in {there}"));
        }
        self.renamed.push((candidate.unit, symbol, unit, target));
        true
    }

    fn bind_renamed(&self, maps: &mut [Maps]) {
        for &(unit, symbol, target_unit, target) in &self.renamed {
            match (symbol, target) {
                (Symbol::Func(id), Symbol::Func(target)) => {
                    maps[unit].funcs[id] = maps[target_unit].funcs[target];
                }
                (Symbol::Global(id), Symbol::Global(target)) => {
                    maps[unit].globals[id] = maps[target_unit].globals[target];
                }
                // A conflict that is reported.
                _ => {}
            }
        }
    }

    fn add_func(&mut self, candidate: &Candidate<'_>, id: FuncId) -> FuncId {
        if candidate.linkage != Linkage::Internal {
            match self.known.get(&candidate.name).map(|known| known.symbol) {
                Some(Symbol::Func(new)) => {
                    self.note(candidate);
                    self.resolution.funcs[new].meet(candidate, id);
                    return new;
                }
                Some(Symbol::Global(_)) => self.kinds_differ(candidate, "function", "variable"),
                None => {
                    let new = self.resolution.funcs.push(candidate.choice(id, false));
                    self.introduce(candidate, Symbol::Func(new));
                    return new;
                }
            }
        }
        self.resolution.funcs.push(candidate.choice(id, true))
    }

    fn add_global(&mut self, candidate: &Candidate<'_>, id: GlobalId) -> GlobalId {
        if candidate.linkage != Linkage::Internal {
            match self.known.get(&candidate.name).map(|known| known.symbol) {
                Some(Symbol::Global(new)) => {
                    self.note(candidate);
                    self.resolution.globals[new].meet(candidate, id);
                    return new;
                }
                Some(Symbol::Func(_)) => self.kinds_differ(candidate, "variable", "function"),
                None => {
                    let new = self.resolution.globals.push(candidate.choice(id, false));
                    self.introduce(candidate, Symbol::Global(new));
                    return new;
                }
            }
        }
        self.resolution.globals.push(candidate.choice(id, true))
    }

    fn introduce(&mut self, candidate: &Candidate<'_>, symbol: Symbol) {
        let known = Known {
            symbol,
            strong: candidate.rank == USER_STRONG,
            mention: (candidate.unit, candidate.span),
            model: candidate.model,
        };
        self.known.insert(candidate.name, known);
    }

    /// Updates what is known of the name, and finds duplicates.
    fn note(&mut self, candidate: &Candidate<'_>) {
        let known = self.known.get_mut(&candidate.name).expect("introduced before");
        known.model &= candidate.model;
        if candidate.rank == USER_STRONG {
            let (first, was_strong) = (known.mention, std::mem::replace(&mut known.strong, true));
            if was_strong {
                let (name, here) = (candidate.text, self.place(candidate.unit, candidate.span));
                let first = self.place(first.0, first.1);
                self.conflicts.push(format!("`{name}` is defined twice: in {first} and in {here}"));
            } else {
                known.mention = (candidate.unit, candidate.span);
            }
        }
    }

    /// A user's symbol and a model's of another kind have nothing to do with each other; two of the user's conflict.
    fn kinds_differ(&mut self, candidate: &Candidate<'_>, kind: &str, known_kind: &str) {
        let known = &self.known[&candidate.name];
        if candidate.model && !known.model {
            return;
        }
        let name = candidate.text;
        let there = self.place(known.mention.0, known.mention.1);
        let here = self.place(candidate.unit, candidate.span);
        self.conflicts.push(format!("`{name}` is a {known_kind} in {there} and a {kind} in {here}"));
    }

    fn place(&self, unit: usize, span: Span) -> String {
        let program = &self.units[unit].program;
        program.describe_span(span).unwrap_or_else(|| unit_name(program, unit))
    }
}

/// An inline copy does not stand for the definition that it is a copy of.
pub(super) fn is_definition(linkage: Linkage, defined: bool) -> bool {
    defined && linkage != Linkage::AvailableExternally
}

/// Names of a unit's symbols that other units can see, defined there or not.
pub(super) fn external_names(program: &Program, defined: bool) -> impl Iterator<Item = &str> {
    let funcs = program.funcs.iter().map(|func| (func.name, func.linkage, func.is_defined()));
    let globals = program.globals.iter().map(|global| (global.name, global.linkage, global.init.is_some()));
    let seen = move |&(_, linkage, has_content): &(Name, Linkage, bool)| {
        linkage != Linkage::Internal && is_definition(linkage, has_content) == defined
    };
    let aliases = aliases::of(program).map(|(name, _)| name).chain(weak_aliases::names(program));
    let aliases = aliases.filter(move |_| defined);
    funcs.chain(globals).filter(seen).map(|(name, ..)| name).chain(aliases).map(|name| program.names.text(name))
}
