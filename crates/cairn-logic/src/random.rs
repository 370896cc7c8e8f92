//! Random terms and atoms for tests, from a small generator of its own: the same on every machine.
//!
//! The generator calls the public constructors only, and reports next to each term what it asked for, so that a test
//! can compare the canonical form with the plain meaning.

use crate::arena::Arena;
use crate::atom::Fact;
use crate::bits;
use crate::diagram::{Cond, Conds};
use crate::interval::IntervalSet;
use crate::table::{Rows, Table};
use crate::term::{BaseClass, BaseConst, BinOp, Sort, Sym, TermId, Var, VarClass};

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next_u64()) << 64 | u128::from(self.next_u64())
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A word, small or special ones more often than others.
    pub fn word(&mut self, width: u32) -> u128 {
        let value = match self.below(6) {
            0 => 0,
            1 => 1,
            2 => bits::ones(width),
            3 => bits::sign_bit(width).wrapping_sub(self.below(2) as u128),
            4 => 1 << self.below(width as usize),
            _ => self.next_u128(),
        };
        bits::truncate(width, value)
    }
}

/// One construction step, with its operands as terms.
#[derive(Clone, Copy, Debug)]
pub enum Built {
    Leaf,
    Bin(BinOp, TermId, TermId),
    Add(TermId, TermId),
    Sub(TermId, TermId),
    Not(TermId),
    Scale(u128, TermId),
    Offset(TermId, u128),
    Extract(TermId, u32),
    Zext(TermId),
    Sext(TermId),
    Concat(TermId, TermId),
}

/// Makes random things over fixed variables.
pub struct Generator {
    pub rng: Rng,
    words: Vec<Var>,
    objects: Vec<Var>,
    bases: Vec<BaseConst>,
}

impl Generator {
    /// `count` words of `width` bits, of classes that rotate.
    pub fn new(seed: u64, width: u32, count: u32) -> Self {
        let class = |i: u32| [VarClass::Entry, VarClass::Havoc, VarClass::LoopVariant][i as usize % 3];
        let words = (0..count).map(|i| Var::new(Sort::Bv(width), class(i), i)).collect();
        Self { rng: Rng::new(seed), words, objects: Vec::new(), bases: Vec::new() }
    }

    /// Adds object variables and a few constant objects.
    pub fn with_objects(mut self, count: u32) -> Self {
        let class = |i: u32| [VarClass::Entry, VarClass::Havoc][i as usize % 2];
        self.objects = (0..count).map(|i| Var::new(Sort::Base, class(i), 100 + i)).collect();
        let base = BaseConst::new;
        self.bases =
            vec![BaseConst::NULL, base(BaseClass::Global, 0), base(BaseClass::Fresh, 0), base(BaseClass::Stack, 0)];
        self
    }

    pub fn words(&self) -> &[Var] {
        &self.words
    }

    pub fn objects(&self) -> &[Var] {
        &self.objects
    }

    pub fn bases(&self) -> &[BaseConst] {
        &self.bases
    }

    /// A word of `width` bits of at most `depth` nested operations, and the last step of its construction.
    pub fn term_with_step(&mut self, arena: &mut Arena, width: u32, depth: u32) -> (TermId, Built) {
        if depth == 0 || self.rng.chance(8) {
            return (self.leaf(arena, width), Built::Leaf);
        }
        let a = self.term(arena, width, depth - 1);
        let step = match self.rng.below(12) {
            0 | 1 => Built::Add(a, self.term(arena, width, depth - 1)),
            2 => Built::Sub(a, self.term(arena, width, depth - 1)),
            3 => Built::Not(a),
            4 => Built::Scale(self.rng.word(width), a),
            5 => Built::Offset(a, self.rng.word(width)),
            6 if width < bits::MAX_WIDTH => {
                let wide = width + 1 + self.rng.below(2.min((bits::MAX_WIDTH - width) as usize)) as u32;
                let of = self.term(arena, wide, depth - 1);
                Built::Extract(of, self.rng.below((wide - width) as usize + 1) as u32)
            }
            7 if width > 1 => {
                let narrow = 1 + self.rng.below(width as usize - 1) as u32;
                let of = self.term(arena, narrow, depth - 1);
                if self.rng.chance(2) { Built::Zext(of) } else { Built::Sext(of) }
            }
            8 if width > 1 => {
                let low = 1 + self.rng.below(width as usize - 1) as u32;
                Built::Concat(self.term(arena, width - low, depth - 1), self.term(arena, low, depth - 1))
            }
            _ => Built::Bin(*self.rng.pick(&BinOp::ALL), a, self.term(arena, width, depth - 1)),
        };
        (build(arena, step, width), step)
    }

    pub fn term(&mut self, arena: &mut Arena, width: u32, depth: u32) -> TermId {
        self.term_with_step(arena, width, depth).0
    }

    fn leaf(&mut self, arena: &mut Arena, width: u32) -> TermId {
        if self.rng.chance(3) {
            let value = self.rng.word(width);
            return arena.constant(width, value);
        }
        let var = *self.rng.pick(&self.words);
        let term = arena.var(var);
        let has = arena.width(term);
        match () {
            () if has > width => arena.truncate(term, width),
            () if self.rng.chance(2) => arena.zext(term, width),
            () => arena.sext(term, width),
        }
    }

    /// A term with an uninterpreted function at the top.
    pub fn uf(&mut self, arena: &mut Arena, width: u32, depth: u32) -> TermId {
        let arg = self.term(arena, width, depth);
        arena.uf(Sym(self.rng.below(2) as u32), &[arg], Sort::Bv(width))
    }

    /// A statement about words of `width` bits, or about objects if there are any.
    pub fn fact(&mut self, arena: &mut Arena, width: u32, depth: u32) -> Fact {
        if !self.objects.is_empty() && self.rng.chance(4) {
            return self.object_fact(arena);
        }
        let a = self.term(arena, width, depth);
        let b = if self.rng.chance(2) { self.leaf(arena, width) } else { self.term(arena, width, depth) };
        let fact = match self.rng.below(7) {
            0 | 1 => arena.eq(a, b),
            2 => arena.ule(a, b),
            3 => arena.sle(a, b),
            4 => {
                let (mask, value) = (self.rng.word(width), self.rng.word(width));
                arena.mask_eq(a, mask, value & mask)
            }
            5 => {
                let set = self.set(width);
                arena.in_set(a, &set)
            }
            _ => {
                let value = self.rng.word(width);
                arena.eq_const(a, value)
            }
        };
        if self.rng.chance(2) { !fact } else { fact }
    }

    pub fn set(&mut self, width: u32) -> IntervalSet {
        let mut set = IntervalSet::empty(width);
        for _ in 0..=self.rng.below(3) {
            let (lo, hi) = (self.rng.word(width), self.rng.word(width));
            set = set.union(&IntervalSet::range(width, lo, hi));
        }
        set
    }

    fn object_fact(&mut self, arena: &mut Arena) -> Fact {
        let a = *self.rng.pick(&self.objects);
        let a = arena.var(a);
        let b = if self.rng.chance(2) {
            let base = *self.rng.pick(&self.bases);
            arena.base(base)
        } else {
            let var = *self.rng.pick(&self.objects);
            arena.var(var)
        };
        let fact = arena.base_eq(a, b).expect("no summary objects here");
        if self.rng.chance(2) { !fact } else { fact }
    }
}

/// Executes one construction step.
pub fn build(arena: &mut Arena, step: Built, width: u32) -> TermId {
    match step {
        Built::Leaf => panic!("a leaf is not built from terms"),
        Built::Bin(op, a, b) => arena.bin(op, a, b),
        Built::Add(a, b) => arena.add(a, b),
        Built::Sub(a, b) => arena.sub(a, b),
        Built::Not(a) => arena.not(a),
        Built::Scale(c, a) => arena.mul_const(c, a),
        Built::Offset(a, c) => arena.add_const(a, c),
        Built::Extract(a, lo) => arena.extract(a, lo, width),
        Built::Zext(a) => arena.zext(a, width),
        Built::Sext(a) => arena.sext(a, width),
        Built::Concat(a, b) => arena.concat(a, b),
    }
}

/// A formula as it was thrown, before any diagram: to be built, and to be read off a table.
#[derive(Clone, Debug)]
pub enum Plan {
    Fact(Fact),
    Not(Box<Plan>),
    And(Box<Plan>, Box<Plan>),
    Or(Box<Plan>, Box<Plan>),
    Ite(Box<Plan>, Box<Plan>, Box<Plan>),
}

impl Generator {
    /// A formula of at most `depth` nested connectives over the given facts.
    pub fn plan(&mut self, facts: &[Fact], depth: u32) -> Plan {
        if depth == 0 || self.rng.chance(6) {
            return Plan::Fact(*self.rng.pick(facts));
        }
        let a = Box::new(self.plan(facts, depth - 1));
        match self.rng.below(7) {
            0 => Plan::Not(a),
            1..=2 => Plan::And(a, Box::new(self.plan(facts, depth - 1))),
            3..=4 => Plan::Or(a, Box::new(self.plan(facts, depth - 1))),
            _ => Plan::Ite(a, Box::new(self.plan(facts, depth - 1)), Box::new(self.plan(facts, depth - 1))),
        }
    }

    /// Some facts that are not constant, for `plan`.
    pub fn facts(&mut self, arena: &mut Arena, width: u32, depth: u32, count: usize) -> Vec<Fact> {
        let mut facts = Vec::new();
        while facts.len() < count {
            let fact = self.fact(arena, width, depth);
            if matches!(fact, Fact::Lit(_)) {
                facts.push(fact);
            }
        }
        facts
    }
}

impl Plan {
    pub fn build(&self, conds: &mut Conds) -> Cond {
        match self {
            Plan::Fact(fact) => conds.fact(*fact),
            Plan::Not(a) => !a.build(conds),
            Plan::And(a, b) => {
                let (a, b) = (a.build(conds), b.build(conds));
                conds.and(a, b)
            }
            Plan::Or(a, b) => {
                let (a, b) = (a.build(conds), b.build(conds));
                conds.or(a, b)
            }
            Plan::Ite(a, b, c) => {
                let (a, b, c) = (a.build(conds), b.build(conds), c.build(conds));
                conds.ite(a, b, c)
            }
        }
    }

    pub fn rows(&self, arena: &Arena, table: &mut Table) -> Rows {
        match self {
            Plan::Fact(fact) => table.fact(arena, *fact),
            Plan::Not(a) => a.rows(arena, table).complement(),
            Plan::And(a, b) => a.rows(arena, table).and(&b.rows(arena, table)),
            Plan::Or(a, b) => a.rows(arena, table).or(&b.rows(arena, table)),
            Plan::Ite(a, b, c) => {
                let a = a.rows(arena, table);
                let (b, c) = (b.rows(arena, table), c.rows(arena, table));
                a.and(&b).or(&a.complement().and(&c))
            }
        }
    }
}
