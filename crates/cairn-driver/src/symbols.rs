//! What a translation unit defines for others and what it wants from them.

use cairn_ir::{Linkage, Program, Symbol};
use serde::{Deserialize, Serialize};

/// Names, sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Symbols {
    /// Only one unit of a program may define each of these.
    pub strong: Vec<String>,
    /// Definitions that give way to others.
    pub weak: Vec<String>,
    /// Used and not defined here.
    pub wanted: Vec<String>,
}

impl Symbols {
    pub fn of(program: &Program) -> Symbols {
        let mut symbols = Symbols::default();
        let funcs = program.funcs.iter().map(|func| (func.name, func.linkage, func.body.is_some()));
        let globals = program.globals.iter().map(|global| (global.name, global.linkage, global.init.is_some()));
        for (name, linkage, defined) in funcs.chain(globals) {
            let list = match linkage {
                Linkage::Internal => continue,
                _ if !defined => &mut symbols.wanted,
                Linkage::AvailableExternally => &mut symbols.wanted,
                Linkage::External => &mut symbols.strong,
                Linkage::Weak | Linkage::Common => &mut symbols.weak,
            };
            list.push(program.names.text(name).to_owned());
        }
        for &(symbol, _) in &program.weak_aliases {
            let name = match symbol {
                Symbol::Func(id) => program.func_name(id),
                Symbol::Global(id) => program.global_name(id),
            };
            symbols.weak.push(name.to_owned());
            symbols.wanted.retain(|wanted| wanted != name);
        }
        for list in [&mut symbols.strong, &mut symbols.weak, &mut symbols.wanted] {
            list.sort();
            list.dedup();
        }
        symbols
    }

    /// All that other units can refer to.
    pub fn definitions(&self) -> impl Iterator<Item = &String> {
        self.strong.iter().chain(&self.weak)
    }

    pub fn defines(&self, name: &str) -> bool {
        [&self.strong, &self.weak]
            .into_iter()
            .any(|list| list.binary_search_by(|known| known.as_str().cmp(name)).is_ok())
    }
}
