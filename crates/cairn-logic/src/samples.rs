//! Sample signatures: the value of each condition under 512 fixed valuations.
//!
//! A set bit certifies that a condition is satisfiable; a bit of `c` outside of `d` refutes `c ⇒ d`. The valuations obey
//! every axiom that folding uses. They depend on content alone (keys of variables, constants that the client announces
//! before the first question), never on the order of creation. Computed on demand, 64 at a time, and kept: most conditions that
//! have a sample at all have one among the first.
//! Not here: anything that claims a condition to be unsatisfiable.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::atom::AtomId;
use crate::bits;
use crate::diagram::{Cond, Conds};
use crate::eval::{self, Valuation, base_value};
use crate::term::{BaseConst, Sort, TermId, Var};
use crate::unique::mix;

/// How many valuations.
pub const SAMPLES: usize = 512;
const WORDS: usize = SAMPLES / BLOCK;
/// How many are computed at once.
const BLOCK: usize = 64;

/// One bit per valuation.
pub type Signature = [u64; WORDS];

/// Values of found models live in the last slots.
const MODEL_SLOTS: usize = 64;
/// Columns are forgotten, and computed again on demand, beyond this number in each block: 1 KB each.
const MOST_COLUMNS: usize = 2000;

/// The values of a term in the samples of a block.
type Column = Rc<[u128; BLOCK]>;

/// The valuations and the signatures computed so far.
#[derive(Default)]
pub struct Samples {
    words: Vec<u128>,
    bases: Vec<BaseConst>,
    models: Vec<Valuation>,
    added: usize,
    blocks: [Block; WORDS],
}

/// What was computed for some samples: values of terms, and where atoms and conditions hold.
#[derive(Default)]
struct Block {
    columns: FxHashMap<TermId, Column>,
    atoms: FxHashMap<AtomId, u64>,
    nodes: FxHashMap<Cond, u64>,
}

impl Samples {
    fn forget(&mut self) {
        self.blocks = Default::default();
    }

    fn valuation(&self, sample: usize) -> Valuation {
        match self.model_of(sample) {
            Some(model) => model.clone(),
            None => Valuation::new(mix(0x5A_3B1E, sample as u64)),
        }
    }

    fn model_of(&self, sample: usize) -> Option<&Valuation> {
        self.models.get(SAMPLES - 1 - sample)
    }

    /// The value of a variable in one sample.
    fn value(&self, sample: usize, var: Var) -> u128 {
        if let Some(model) = self.model_of(sample) {
            return model.var(var);
        }
        let hash = mix(mix(mix(sample as u64, 0xC0DE), var.class as u64), u64::from(var.key));
        match var.sort {
            Sort::Bv(width) => bits::truncate(width, self.word(sample, hash, width)),
            Sort::Base => self.object(sample, hash, var),
        }
    }

    fn word(&self, sample: usize, hash: u64, width: u32) -> u128 {
        let random = u128::from(hash) | u128::from(mix(hash, 3)) << 64;
        // Shared by all variables of the sample: makes equal pairs and neighbours.
        let common = mix(sample as u64, 0xBA5E);
        let special = |h: u64| match self.words.len() {
            n if n > 0 && h & 1 == 0 => self.words[(h >> 8) as usize % n],
            _ => 1u128.checked_shl((h >> 8) as u32 % width).unwrap_or(0),
        };
        let near = |value: u128, h: u64| value.wrapping_add(u128::from(h % 3)).wrapping_sub(1);
        match sample {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3..64 => u128::from(hash % 4),
            64..96 => u128::from(hash % 16),
            96..192 => near(special(common), hash >> 40),
            192..320 => near(special(hash), hash >> 40),
            320..352 if hash & 3 != 0 => special(common),
            320..384 => u128::MAX - u128::from(hash % 4),
            384..416 => bits::sign_bit(width).wrapping_sub(2).wrapping_add(u128::from(hash % 4)),
            _ => random >> (mix(hash, 9) % u64::from(bits::MAX_WIDTH)),
        }
    }

    fn object(&self, sample: usize, hash: u64, var: Var) -> u128 {
        let choice = if sample.is_multiple_of(8) { mix(sample as u64, 0x0B1) } else { hash };
        let known = self.bases.get((choice >> 8) as usize % self.bases.len().max(1)).map(|&b| base_value(b));
        match choice % 4 {
            0 => 0,
            1 if known.is_some_and(|value| eval::is_admissible(var, value)) => known.unwrap_or(0),
            _ => 1 + u128::from(choice >> 16) % 5,
        }
    }
}

impl Conds {
    /// Announces constants of the function, which make better samples. To be called before the first question.
    pub fn announce_constants(&mut self, words: &[u128], bases: &[BaseConst]) {
        self.samples.words.extend_from_slice(words);
        self.samples.bases.extend_from_slice(bases);
        self.samples.forget();
    }

    /// Remembers a valuation that was worth finding. The oldest one makes room when there are many.
    pub fn add_sample(&mut self, model: Valuation) {
        if self.samples.models.len() < MODEL_SLOTS {
            self.samples.models.push(model);
        } else {
            let slot = self.samples.added % MODEL_SLOTS;
            self.samples.models[slot] = model;
        }
        self.samples.added += 1;
        self.samples.forget();
    }

    fn column(&mut self, root: TermId, block: usize) -> Column {
        let known = &mut self.samples.blocks[block].columns;
        if let Some(column) = known.get(&root) {
            return column.clone();
        }
        if known.len() > MOST_COLUMNS {
            known.clear();
        }
        let mut missing = Vec::new();
        self.arena.for_each_subterm(&[root], |t| missing.extend((!known.contains_key(&t)).then_some(t)));
        for term in missing {
            self.steps += 1;
            let column = self.compute_column(term, block);
            self.samples.blocks[block].columns.insert(term, column);
        }
        self.samples.blocks[block].columns[&root].clone()
    }

    fn compute_column(&self, term: TermId, block: usize) -> Column {
        let samples = &self.samples;
        if let Some(var) = self.arena.as_var(term) {
            return Rc::new(std::array::from_fn(|i| samples.value(block * BLOCK + i, var)));
        }
        let mut below: Vec<(TermId, &Column)> = Vec::new();
        self.arena.term(term).for_each_child(|t| below.push((t, &samples.blocks[block].columns[&t])));
        Rc::new(std::array::from_fn(|i| {
            let child = |t: TermId| below.iter().find(|b| b.0 == t).expect("a child of the term").1[i];
            eval::step(&self.arena, term, &samples.valuation(block * BLOCK + i), child)
        }))
    }

    /// The samples in which the atom holds.
    pub fn atom_signature(&mut self, atom: AtomId) -> Signature {
        std::array::from_fn(|block| self.atom_in(atom, block))
    }

    fn atom_in(&mut self, atom: AtomId, block: usize) -> u64 {
        if let Some(&holds) = self.samples.blocks[block].atoms.get(&atom) {
            return holds;
        }
        let terms: Vec<TermId> = self.arena.atom(atom).terms().collect();
        let columns: Vec<(TermId, Column)> = terms.into_iter().map(|t| (t, self.column(t, block))).collect();
        let mut holds = 0;
        for i in 0..BLOCK {
            let value = |t: TermId| columns.iter().find(|c| c.0 == t).expect("a term of the atom").1[i];
            holds |= u64::from(eval::holds(&self.arena, atom, value)) << i;
        }
        self.samples.blocks[block].atoms.insert(atom, holds);
        holds
    }

    /// The samples in which the condition holds.
    pub fn signature(&mut self, f: Cond) -> Signature {
        std::array::from_fn(|block| self.holds_in(f, block))
    }

    fn holds_in(&mut self, f: Cond, block: usize) -> u64 {
        let negate = if f.is_negated() { u64::MAX } else { 0 };
        if f.is_const() {
            return !negate;
        }
        if let Some(&holds) = self.samples.blocks[block].nodes.get(&f.positive()) {
            return holds ^ negate;
        }
        self.steps += u64::from(block == 0);
        let (atom, hi, lo) = self.cofactors(f.positive());
        let (a, h, l) = (self.atom_in(atom, block), self.holds_in(hi, block), self.holds_in(lo, block));
        let holds = (a & h) | (!a & l);
        self.samples.blocks[block].nodes.insert(f.positive(), holds);
        holds ^ negate
    }

    /// The first sample that satisfies the condition.
    fn first_sample(&mut self, f: Cond) -> Option<usize> {
        (0..WORDS).find_map(|block| match self.holds_in(f, block) {
            0 => None,
            holds => Some(block * BLOCK + holds.trailing_zeros() as usize),
        })
    }

    /// A sample that satisfies the condition, with every variable of it written out.
    pub fn witness(&mut self, f: Cond) -> Option<Valuation> {
        let sample = self.first_sample(f)?;
        let mut valuation = self.samples.valuation(sample);
        for var in self.vars(f) {
            valuation.set(var, self.samples.value(sample, var));
        }
        Some(valuation)
    }

    /// Whether some sample satisfies the condition. `false` says nothing.
    pub fn has_sample(&mut self, f: Cond) -> bool {
        self.first_sample(f).is_some()
    }

    /// Whether some sample satisfies `f` but not `g`. `false` says nothing.
    pub fn sample_refutes(&mut self, f: Cond, g: Cond) -> bool {
        (0..WORDS).any(|block| self.holds_in(f, block) & !self.holds_in(g, block) != 0)
    }
}
