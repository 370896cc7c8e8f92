//! Second names of symbols: `void *malloc(size_t) __attribute__((alias("my_malloc")))`.
//!
//! In a unit, an alias is an entry of the symbol table whose name is not that of its symbol. In other units it is a
//! declaration, which must become the alias's target. A user's alias gives way to a user's definition of that name, a
//! model's to any.

use super::Unit;
use super::remap::Maps;
use super::symbols::is_definition;
use crate::semantic::{FuncOrigin, Linkage, Program, Symbol};
use cairn_base::{Id, Name};
use rustc_hash::{FxHashMap, FxHashSet};

/// The aliases of all units that count, by name in the linked program.
pub(super) struct Aliases {
    by_name: FxHashMap<Name, (usize, Symbol)>,
    targets: FxHashSet<(usize, Symbol)>,
    /// The same as `by_name`, in a fixed order.
    pub list: Vec<(Name, usize, Symbol)>,
}

impl Aliases {
    /// `units`: users before models.
    pub fn new(units: &[Unit], maps: &[Maps]) -> Aliases {
        let mut aliases = Aliases { by_name: FxHashMap::default(), targets: FxHashSet::default(), list: Vec::new() };
        if units.iter().all(|unit| of(&unit.program).next().is_none()) {
            return aliases;
        }
        let users = defined_names(units, maps, false);
        let models = defined_names(units, maps, true);
        for (index, unit) in units.iter().enumerate() {
            let mut found: Vec<(Name, Symbol)> = of(&unit.program).collect();
            found.sort_unstable_by_key(|(name, _)| *name);
            for (name, symbol) in found {
                let name = maps[index].name(name);
                let taken = users.contains(&name) || unit.model && models.contains(&name);
                if !taken && !aliases.by_name.contains_key(&name) {
                    aliases.by_name.insert(name, (index, symbol));
                    aliases.targets.insert((index, symbol));
                    aliases.list.push((name, index, symbol));
                }
            }
        }
        aliases
    }

    /// What a symbol of a unit really is, if its name is an alias.
    pub fn target(&self, name: Name, unit: usize, symbol: Symbol) -> Option<(usize, Symbol)> {
        let target = *self.by_name.get(&name)?;
        // A target that bears the name of another alias stays itself: no circles.
        (!self.targets.contains(&(unit, symbol))).then_some(target)
    }
}

/// Aliases of one unit, in no particular order.
pub(super) fn of(program: &Program) -> impl Iterator<Item = (Name, Symbol)> + '_ {
    let own_name = |symbol: Symbol| match symbol {
        Symbol::Global(id) => program.globals[id].name,
        Symbol::Func(id) => program.funcs[id].name,
    };
    program
        .symbols
        .iter()
        .map(|(name, symbol)| (*name, *symbol))
        .filter(move |(name, symbol)| own_name(*symbol) != *name)
}

/// Names that users (or models) define for other units to see.
fn defined_names(units: &[Unit], maps: &[Maps], model: bool) -> FxHashSet<Name> {
    let mut names = FxHashSet::default();
    for (unit, maps) in units.iter().zip(maps) {
        let funcs = unit.program.funcs.iter().map(|func| {
            let is_model = unit.model || func.origin == FuncOrigin::Model;
            (func.name, func.linkage, func.is_defined(), is_model)
        });
        let globals = unit.program.globals.iter();
        let globals = globals.map(|global| (global.name, global.linkage, global.init.is_some(), unit.model));
        names.extend(
            funcs
                .chain(globals)
                .filter(|&(_, linkage, defined, is_model)| {
                    is_model == model && linkage != Linkage::Internal && is_definition(linkage, defined)
                })
                .map(|(name, ..)| maps.names[name.index()]),
        );
    }
    names
}
