//! What the tests of conditions share: random formulas with their truth tables.
#![allow(dead_code, reason = "each test file uses its own part")]

use cairn_logic::random::{Generator, Plan};
use cairn_logic::table::{Rows, Table};
use cairn_logic::{Cond, Conds, Fact, eval};

/// Random formulas over a few facts, next to the table that says what they mean.
pub struct Lab {
    pub conds: Conds,
    pub generator: Generator,
    pub table: Table,
    pub facts: Vec<Fact>,
    pub width: u32,
}

impl Lab {
    pub fn new(seed: u64, width: u32, vars: u32, facts: usize) -> Self {
        Self::with(Generator::new(seed, width, vars), width, facts, 1)
    }

    pub fn with(mut generator: Generator, width: u32, facts: usize, depth: u32) -> Self {
        let mut conds = Conds::default();
        let facts = generator.facts(&mut conds.arena, width, depth, facts);
        let table = table_of(&generator);
        Self { conds, generator, table, facts, width }
    }

    pub fn plan(&mut self, depth: u32) -> Plan {
        self.generator.plan(&self.facts, depth)
    }

    /// A random condition, checked against its table.
    pub fn cond(&mut self, depth: u32) -> (Cond, Rows) {
        let plan = self.plan(depth);
        let f = plan.build(&mut self.conds);
        let rows = plan.rows(&self.conds.arena, &mut self.table);
        assert_eq!(self.table.cond(&self.conds, f), rows, "{plan:?}");
        (f, rows)
    }

    pub fn rows(&mut self, f: Cond) -> Rows {
        self.table.cond(&self.conds, f)
    }
}

/// Many unnamed objects, so that a few disequalities never use them up.
pub fn table_of(generator: &Generator) -> Table {
    let objects: Vec<u128> = generator.bases().iter().map(|&b| eval::base_value(b)).chain(1..=4).collect();
    let vars: Vec<_> = generator.words().iter().chain(generator.objects()).copied().collect();
    Table::over(&vars, &objects, 1)
}
