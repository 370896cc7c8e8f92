//! Second names that other files may take over: `int hook(void) __attribute__((weak, alias("usual")))`.
//!
//! A unit speaks of such a name by a declaration, as any other unit does, and says beside it what it stands for. A strong
//! definition of the name wins, also in the unit itself; a model does not. In a program that is whole, what nobody took over is
//! what it stands for; in files by themselves nobody knows.

use super::remap::Maps;
use super::replaceable::redirect;
use super::symbols::Resolution;
use crate::semantic::{Program, Symbol};
use cairn_base::Name;
use rustc_hash::FxHashMap;

/// Takes over what a unit says of names that were not defined anew.
pub(super) fn keep(program: &mut Program, unit: &Program, maps: &Maps, resolution: &Resolution) {
    let is_chosen = |symbol: Symbol| match symbol {
        Symbol::Func(id) => {
            let choice = &resolution.funcs[maps.funcs[id]];
            (choice.unit, choice.id) == (maps.unit, id)
        }
        Symbol::Global(id) => {
            let choice = &resolution.globals[maps.globals[id]];
            (choice.unit, choice.id) == (maps.unit, id)
        }
    };
    let kept = unit.weak_aliases.iter().filter(|(name, _)| is_chosen(*name));
    program.weak_aliases.extend(kept.map(|&(name, target)| (maps.symbol(name), maps.symbol(target))));
}

/// Names that a program has as weak aliases, and that count as defined there.
pub(super) fn names(program: &Program) -> impl Iterator<Item = Name> + '_ {
    program.weak_aliases.iter().map(|&(symbol, _)| match symbol {
        Symbol::Func(id) => program.funcs[id].name,
        Symbol::Global(id) => program.globals[id].name,
    })
}

/// Makes them second names of what they stand for: the program is whole.
pub fn bind_weak_aliases(program: &mut Program) {
    let bound: FxHashMap<Symbol, Symbol> = std::mem::take(&mut program.weak_aliases).into_iter().collect();
    if !bound.is_empty() {
        redirect(program, &|symbol| bound.get(&symbol).copied().unwrap_or(symbol));
    }
}
