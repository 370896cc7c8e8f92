//! The test oracle: truth tables over all values of a few small variables.
//!
//! Rows are numbered by the values of the variables; a term is a column of words, an atom or formula a set of rows,
//! kept 64 to the word, so that Boolean operations on whole tables take microseconds. Plain on purpose; nothing that
//! decides a verdict may use it.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::arena::Arena;
use crate::atom::{AtomId, Fact, Lit};
use crate::context::{Conflict, Theory};
use crate::diagram::{Cond, Conds};
use crate::eval::{self, Valuation};
use crate::term::{Sort, TermId, Var};

/// A set of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rows {
    words: Vec<u64>,
    len: usize,
}

impl Rows {
    pub fn none(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], len }
    }

    pub fn all(len: usize) -> Self {
        Self::none(len).complement()
    }

    pub fn from_fn(len: usize, mut member: impl FnMut(usize) -> bool) -> Self {
        let mut rows = Self::none(len);
        for row in (0..len).filter(|&row| member(row)) {
            rows.words[row / 64] |= 1 << (row % 64);
        }
        rows
    }

    pub fn contains(&self, row: usize) -> bool {
        self.words[row / 64] >> (row % 64) & 1 == 1
    }

    pub fn complement(&self) -> Self {
        let mut rows = Self { words: self.words.iter().map(|w| !w).collect(), len: self.len };
        if !self.len.is_multiple_of(64)
            && let Some(last) = rows.words.last_mut()
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
        rows
    }

    fn zip(&self, other: &Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| op(*a, *b)).collect(), len: self.len }
    }

    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|w| *w == 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }
}

/// A variable with the values it takes in a table.
pub struct Column {
    pub var: Var,
    pub values: Vec<u128>,
}

impl Column {
    /// All words of a small width.
    pub fn words(var: Var) -> Self {
        let width = var.sort.width();
        assert!(width <= 8, "a table over wide words");
        Self { var, values: (0..1u128 << width).collect() }
    }

    /// An object variable over the given objects, without those it can never be.
    pub fn objects(var: Var, values: &[u128]) -> Self {
        assert_eq!(var.sort, Sort::Base);
        Self { var, values: values.iter().copied().filter(|v| eval::is_admissible(var, *v)).collect() }
    }
}

/// All valuations of some variables, with the columns computed so far.
pub struct Table {
    columns: Vec<Column>,
    len: usize,
    seed: u64,
    terms: FxHashMap<TermId, Rc<Vec<u128>>>,
    atoms: FxHashMap<AtomId, Rc<Rows>>,
}

impl Table {
    /// The seed chooses the meaning of uninterpreted functions and of variables without a column.
    pub fn new(columns: Vec<Column>, seed: u64) -> Self {
        let len = columns.iter().map(|c| c.values.len()).product();
        assert!(len <= 1 << 20, "a table of more than a million rows");
        Self { columns, len, seed, terms: FxHashMap::default(), atoms: FxHashMap::default() }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn column_value(&self, column: usize, row: usize) -> u128 {
        let below: usize = self.columns[..column].iter().map(|c| c.values.len()).product();
        let values = &self.columns[column].values;
        values[row / below % values.len()]
    }

    pub fn valuation(&self, row: usize) -> Valuation {
        let mut valuation = Valuation::new(self.seed);
        for (i, column) in self.columns.iter().enumerate() {
            valuation.set(column.var, self.column_value(i, row));
        }
        valuation
    }

    /// The values of a term in all rows.
    pub fn term(&mut self, arena: &Arena, root: TermId) -> Rc<Vec<u128>> {
        if let Some(values) = self.terms.get(&root) {
            return values.clone();
        }
        let mut missing = Vec::new();
        arena.for_each_subterm(&[root], |t| missing.extend((!self.terms.contains_key(&t)).then_some(t)));
        for term in missing {
            let column = self.compute(arena, term);
            self.terms.insert(term, Rc::new(column));
        }
        self.terms[&root].clone()
    }

    fn compute(&self, arena: &Arena, term: TermId) -> Vec<u128> {
        if let Some(var) = arena.as_var(term)
            && let Some(column) = self.columns.iter().position(|c| c.var == var)
        {
            return (0..self.len).map(|row| self.column_value(column, row)).collect();
        }
        let open = Valuation::new(self.seed);
        let mut below = Vec::new();
        arena.term(term).for_each_child(|t| below.push((t, &self.terms[&t])));
        (0..self.len)
            .map(|row| {
                let child = |t: TermId| below.iter().find(|b| b.0 == t).expect("a child of the term").1[row];
                eval::step(arena, term, &open, child)
            })
            .collect()
    }

    /// The rows where an atom holds.
    pub fn atom(&mut self, arena: &Arena, atom: AtomId) -> Rc<Rows> {
        if let Some(rows) = self.atoms.get(&atom) {
            return rows.clone();
        }
        let terms: Vec<(TermId, Rc<Vec<u128>>)> = arena.atom(atom).terms().map(|t| (t, self.term(arena, t))).collect();
        let rows = Rc::new(Rows::from_fn(self.len, |row| {
            eval::holds(arena, atom, |t| terms.iter().find(|c| c.0 == t).expect("a term of the atom").1[row])
        }));
        self.atoms.insert(atom, rows.clone());
        rows
    }

    pub fn lit(&mut self, arena: &Arena, lit: Lit) -> Rows {
        let rows = self.atom(arena, lit.atom());
        if lit.is_positive() { (*rows).clone() } else { rows.complement() }
    }

    pub fn fact(&mut self, arena: &Arena, fact: Fact) -> Rows {
        match fact {
            Fact::Const(true) => Rows::all(self.len),
            Fact::Const(false) => Rows::none(self.len),
            Fact::Lit(lit) => self.lit(arena, lit),
        }
    }

    /// The rows where a condition holds.
    pub fn cond(&mut self, conds: &Conds, f: Cond) -> Rows {
        let mut order = Vec::new();
        conds.for_each_node(&[f], |id, node| order.push((id, node)));
        // Children lie below their parents in the order of atoms.
        order.sort_by(|a, b| conds.arena.atom_order(b.1.atom, a.1.atom));
        let mut done: FxHashMap<Cond, Rows> = FxHashMap::default();
        done.insert(Cond::TRUE, Rows::all(self.len));
        let side = |done: &FxHashMap<Cond, Rows>, f: Cond| match f.is_negated() {
            true => done[&f.positive()].complement(),
            false => done[&f].clone(),
        };
        for (id, node) in order {
            let atom = self.atom(&conds.arena, node.atom);
            let (hi, lo) = (side(&done, node.hi), side(&done, node.lo));
            done.insert(id, atom.and(&hi).or(&atom.complement().and(&lo)));
        }
        side(&done, f)
    }

    /// A table of all values of the variables in the condition's reach, with the given objects for object variables.
    pub fn over(vars: &[Var], objects: &[u128], seed: u64) -> Self {
        let column = |&var: &Var| match var.sort {
            Sort::Bv(_) => Column::words(var),
            Sort::Base => Column::objects(var, objects),
        };
        Self::new(vars.iter().map(column).collect(), seed)
    }

    /// The rows that agree, in all columns but that of `var`, with some row of the set: ∃ var.
    pub fn project(&self, rows: &Rows, var: Var) -> Rows {
        let Some(column) = self.columns.iter().position(|c| c.var == var) else { return rows.clone() };
        let below: usize = self.columns[..column].iter().map(|c| c.values.len()).product();
        let size = self.columns[column].values.len();
        let first = |row: usize| row - row / below % size * below;
        Rows::from_fn(self.len, |row| (0..size).any(|i| rows.contains(first(row) + i * below)))
    }
}

/// The strongest theory there is: decides everything by the table. The model for all others.
pub struct TableTheory {
    pub table: Table,
    live: Vec<Rows>,
}

impl TableTheory {
    pub fn new(table: Table) -> Self {
        let live = vec![Rows::all(table.len())];
        Self { table, live }
    }

    fn live(&self) -> &Rows {
        self.live.last().expect("more pops than pushes")
    }
}

impl Theory for TableTheory {
    fn push(&mut self) {
        let top = self.live().clone();
        self.live.push(top);
    }

    fn pop(&mut self) {
        self.live.pop();
    }

    fn assume(&mut self, arena: &mut Arena, lit: Lit) -> Result<(), Conflict> {
        let rows = self.table.lit(arena, lit).and(self.live());
        let empty = rows.is_empty();
        *self.live.last_mut().expect("more pops than pushes") = rows;
        if empty { Err(Conflict) } else { Ok(()) }
    }

    fn implied(&mut self, arena: &mut Arena, atom: AtomId) -> Option<bool> {
        let rows = self.table.atom(arena, atom);
        if self.live().is_subset(&rows) {
            return Some(true);
        }
        self.live().and(&rows).is_empty().then_some(false)
    }

    fn model(&mut self, _: &mut Arena) -> Option<Valuation> {
        let row = (0..self.table.len()).find(|&row| self.live().contains(row))?;
        Some(self.table.valuation(row))
    }
}
