//! Terms and conditions for the engine: makes them, decides them, and remembers why a value is unknown.
//!
//! A thin layer over `cairn_logic`. One `Facts` belongs to one analysis; nothing in it is shared.

use crate::entry::Entry;
use crate::heap::Heap;
use crate::rules::{Rules, Ruling};
use crate::value::{Scalar, Values};
pub use cairn_logic::Cond;
use cairn_logic::smt::{Answer, Cache, Formulas, Gates, Kind, Problem, Reason as Unanswered, Solver};
use cairn_logic::theory::Ctx;
use cairn_logic::{
    Arena, AtomId, BaseClass, BaseConst, Conds, Conflict, Fact, Lit, Round, Sort, Sym, Term, TermId, Theory, Valuation,
    Var, VarClass,
};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The function that takes a number to the object at that address.
const OBJECT_AT: Sym = Sym(0);
/// What lies at a place of an object that holds input.
pub const INPUT_AT: Sym = Sym(1);
/// Is what a `longjmp` finds in its buffer the number of a point that a caller has set?
const SET_BY_CALLER: Sym = Sym(2);
/// Uninterpreted operations on floats and the like start here.
const FIRST_OPERATION: u32 = 16;

/// Why a value is not known exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// The program chose it freely (`nondet`, input): not a loss.
    Input,
    /// One of several words that met at a join; the path condition says which: not a loss.
    Named,
    /// Memory that was never written.
    Undefined,
    /// An address into no object that is known.
    UnknownObject,
    /// Read or written at an offset that is not constant.
    SymbolicOffset,
    /// Too many cases met at a join.
    Join,
    /// Changes in a loop.
    Loop,
    /// A primitive or a function without a body gave it.
    External,
    /// Floating-point results and operations that are not interpreted.
    Uninterpreted,
    /// Memory of the caller that is further away than is looked at.
    Deep,
    /// The result of so many operations that they are not kept.
    Long,
    /// Depends on calls that go deeper than is looked at one by one.
    Recursion,
    /// Where a jump goes that leaves a function.
    Jump,
}

pub struct Facts {
    pub conds: Conds,
    pointer_bits: u32,
    next_key: u32,
    placeholders: u32,
    reasons: FxHashMap<u32, Reason>,
    /// Why conditions are not known exactly, where that was asked.
    reasons_of: FxHashMap<Cond, Vec<Reason>>,
    solver: Solver,
    /// Conditions that are known to be impossible, or not known to be.
    decided: FxHashMap<(Cond, Effort), bool>,
    pub care: Care,
    /// What stands for terms that are too large.
    short: FxHashMap<TermId, TermId>,
    /// Objects whose address was put somewhere where it is not followed any more: in memory, into a number, into a value
    /// with too many cases. A pointer that is not known may point to any of these, and to no other.
    exposed: FxHashSet<TermId>,
    /// Visits of nodes of conditions that the theory has made.
    visits: u64,
    /// Questions that the solver left open: verdicts and the like, guesses.
    unanswered: [u64; 2],
    pub answers: Answers,
    other_work: u64,
    /// What the function found on entry, if it is looked at without its callers.
    pub entry: Option<Entry>,
    /// The objects that stand for families of blocks, by the name of their allocation.
    pub families: FxHashMap<BaseConst, TermId>,
    /// Objects that the present iteration of a loop made, with what stands for those of all iterations (`newest`).
    pub newest: FxHashMap<TermId, TermId>,
    pub rules: Rules,
}

/// More effort makes conditions at most so many times as large: what is done with them grows faster than they do.
const MOST_GROWTH: u64 = 4;

/// How closely to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Care {
    /// Visits of nodes of conditions that the theory may make, and for any question, however many were made.
    pub visits: u64,
    pub fewest_visits: u64,
    /// Resource units that may be spent in the solver, and questions to it.
    pub solver_units: u64,
    pub questions: u64,
    /// Nodes of a question to the solver: preparing one takes time that its limit does not count.
    pub largest_question: usize,
    /// Conditions with more nodes than this are not kept exactly.
    pub largest_condition: usize,
    /// Nodes that one operation on conditions may make on the way.
    pub new_nodes: usize,
    /// Terms with more nodes than this, written as a tree, are not kept either.
    pub largest_term: u32,
    /// Cases of a value where paths meet; with more, it may be anything.
    pub most_cases: usize,
}

impl Care {
    /// So many times as much work, on conditions that are larger, too.
    pub fn times(self, effort: u64) -> Care {
        Care {
            visits: effort * self.visits,
            solver_units: effort * self.solver_units,
            questions: effort * self.questions,
            largest_condition: self.largest_condition * effort.min(MOST_GROWTH) as usize,
            ..self
        }
    }
}

impl Default for Care {
    fn default() -> Self {
        Care {
            visits: 100_000,
            fewest_visits: 16,
            solver_units: 12_000_000,
            questions: 1000,
            largest_question: 600,
            largest_condition: 240,
            new_nodes: 4096,
            largest_term: 4000,
            most_cases: 512,
        }
    }
}

/// How much an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Effort {
    /// For pruning.
    Quick,
    /// For one of many guesses.
    Guess,
    /// For a verdict.
    Verdict,
}

/// Resource units for finding models once the analysis is done.
const MODEL_UNITS: u64 = 3_000_000;
/// The largest condition that it is asked for a model of.
const MODEL_NODES: usize = 600;
/// What such a visit takes beside the step that it is, in steps.
const VISIT_COST: u64 = 7;
/// What a question to the solver takes, in steps.
const QUESTION_COST: u64 = 1000;
/// An operation may make so many times the nodes that its result may have.
const NEW_BY_KEPT: usize = 8;
/// Questions that the solver may leave open, for guesses and for the rest: what it could not answer so often it hardly
/// answers the next time.
const UNANSWERED_GUESSES: u64 = 12;
const UNANSWERED: u64 = 12;

/// The largest questions that are asked.
fn gates(kind: Kind, care: Care) -> Gates {
    match kind {
        Kind::Implied => Gates { nodes: care.largest_question / 3, wide_products: 0, narrow_products: 1 },
        _ => Gates { nodes: care.largest_question, ..Gates::default() },
    }
}

/// How often each tier gave the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    /// A sample satisfies the condition.
    pub sample: u64,
    pub theory: u64,
    pub solver: u64,
    /// Nobody could refute it.
    pub open: u64,
}

/// The theory as the diagrams ask it.
struct Tier(Ctx);

impl Theory for Tier {
    fn push(&mut self) {
        self.0.push();
    }
    fn pop(&mut self) {
        self.0.pop();
    }
    fn assume(&mut self, arena: &mut Arena, lit: Lit) -> Result<(), Conflict> {
        self.0.assume(arena, lit).map_err(|_| Conflict)
    }
    fn implied(&mut self, arena: &mut Arena, atom: AtomId) -> Option<bool> {
        self.0.implied(arena, atom)
    }
}

/// Numbers for new unknowns.
pub(crate) struct Keys<'f> {
    next: &'f mut u32,
    reasons: &'f mut FxHashMap<u32, Reason>,
}

impl Keys<'_> {
    pub(crate) fn key(&mut self, reason: Reason) -> u32 {
        let key = *self.next;
        *self.next += 1;
        self.reasons.insert(key, reason);
        key
    }
}

impl Facts {
    pub fn new(pointer_bits: u32) -> Facts {
        Facts {
            conds: Conds::default(),
            pointer_bits,
            next_key: 0,
            placeholders: 0,
            reasons: FxHashMap::default(),
            reasons_of: FxHashMap::default(),
            solver: Solver::new(Arc::new(Cache::new())),
            decided: FxHashMap::default(),
            care: Care::default(),
            short: FxHashMap::default(),
            exposed: FxHashSet::default(),
            families: FxHashMap::default(),
            newest: FxHashMap::default(),
            visits: 0,
            unanswered: [0; 2],
            answers: Answers::default(),
            other_work: 0,
            entry: None,
            rules: Rules::default(),
        }
    }

    /// Looks at conditions with so much care from here on.
    pub fn look(&mut self, care: Care) {
        self.care = care;
        self.conds.limits.operation_nodes = care.new_nodes;
        self.conds.limits.condition_nodes = care.new_nodes / NEW_BY_KEPT;
    }

    /// Looks coarsely from here on.
    pub fn look_coarsely(&mut self, care: Care) {
        let fewest_visits = self.care.fewest_visits.min(care.fewest_visits);
        let most_cases = self.care.most_cases.min(care.most_cases);
        self.look(Care { fewest_visits, most_cases, ..care });
    }

    /// Uses what the solver answered elsewhere, and remembers what it answers here. That saves time and changes nothing.
    pub fn share_answers(&mut self, answers: &Arc<Cache>) {
        self.solver = Solver::new(answers.clone());
    }

    /// What was spent so far, in units that are the same on every machine.
    pub fn work(&self) -> u64 {
        self.conds.steps() + self.conds.arena.term_count() as u64 + self.other_work
    }

    /// Counts work that is done elsewhere.
    pub fn spend(&mut self, units: usize) {
        self.other_work += units as u64;
    }

    pub fn pointer_bits(&self) -> u32 {
        self.pointer_bits
    }

    // ---- terms ----

    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.conds.arena.constant(width, value)
    }

    pub fn offset(&mut self, value: u64) -> TermId {
        self.conds.arena.constant(self.pointer_bits, u128::from(value))
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self, width: u32, reason: Reason) -> TermId {
        let class = match reason {
            Reason::Input | Reason::Named => VarClass::Choice,
            Reason::Loop => VarClass::LoopVariant,
            _ => VarClass::Havoc,
        };
        let key = self.key(reason);
        self.conds.arena.var(Var::new(Sort::Bv(width), class, key))
    }

    fn key(&mut self, reason: Reason) -> u32 {
        self.parts().1.key(reason)
    }

    /// The conditions, and what numbers new unknowns, apart from each other.
    pub(crate) fn parts(&mut self) -> (&mut Conds, Keys<'_>) {
        (&mut self.conds, Keys { next: &mut self.next_key, reasons: &mut self.reasons })
    }

    /// The scalar, or one of which less is known if it takes too long to write. What was equal stays equal.
    pub fn shortened(&mut self, scalar: Scalar) -> Scalar {
        match scalar {
            Scalar::Word { term, undef } => Scalar::Word { term: self.short_term(term), undef },
            Scalar::Ptr { base, offset } => Scalar::Ptr { base, offset: self.short_term(offset) },
        }
    }

    fn short_term(&mut self, term: TermId) -> TermId {
        if self.conds.arena.weight(term) <= self.care.largest_term {
            return term;
        }
        if let Some(&short) = self.short.get(&term) {
            return short;
        }
        let short = self.unknown(self.conds.arena.width(term), Reason::Long);
        self.short.insert(term, short);
        short
    }

    /// A number for a name that stands for something else for a while.
    pub fn next_placeholder(&mut self) -> u32 {
        self.placeholders += 1;
        self.placeholders
    }

    /// A condition that may be either.
    pub fn choice(&mut self) -> Cond {
        let bit = self.unknown(1, Reason::Join);
        let fact = self.conds.arena.truth(bit);
        self.fact(fact)
    }

    /// A condition that may be either where another holds, and nowhere else.
    pub fn perhaps(&mut self, when: Cond) -> Cond {
        if when == Cond::FALSE {
            return Cond::FALSE;
        }
        let either = self.choice();
        self.and(when, either)
    }

    pub fn object(&mut self, class: BaseClass, key: u32) -> TermId {
        self.conds.arena.base(BaseConst::new(class, key))
    }

    /// An operation of which only that it is a function is known.
    pub fn operation(&mut self, number: u32, args: &[TermId], width: u32) -> TermId {
        self.conds.arena.uf(Sym(FIRST_OPERATION + number), args, Sort::Bv(width))
    }

    pub fn as_offset(&self, term: TermId) -> Option<u64> {
        self.conds.arena.as_const(term).and_then(|value| u64::try_from(value).ok())
    }

    /// A constant term of pointer width as a distance.
    pub fn as_distance(&self, term: TermId) -> Option<i64> {
        let value = self.conds.arena.as_const(term)?;
        let shift = 128 - self.pointer_bits;
        i64::try_from((value << shift) as i128 >> shift).ok()
    }

    /// A distance as a term of pointer width.
    pub fn distance(&mut self, distance: i64) -> TermId {
        self.offset(distance as u64)
    }

    // ---- scalars ----

    /// The bits of a value as a word; an address becomes a number.
    pub fn word_of(&mut self, scalar: Scalar) -> (TermId, u128) {
        match scalar {
            Scalar::Word { term, undef } => (term, undef),
            Scalar::Ptr { base, offset } => {
                self.expose_object(base);
                // The object at an address begins there.
                let address = match *self.conds.arena.term(base) {
                    Term::Uf { sym: OBJECT_AT, ref args } if self.conds.arena.width(args[0]) == self.pointer_bits => {
                        args[0]
                    }
                    // One of several objects, each of which has an address of its own.
                    Term::BaseConst(BaseConst { class: BaseClass::Summary, .. }) => {
                        self.unknown(self.pointer_bits, Reason::UnknownObject)
                    }
                    _ => self.conds.arena.address(base, self.pointer_bits),
                };
                (self.conds.arena.add(address, offset), 0)
            }
        }
    }

    /// A value as an address; the object of a plain number is the one at that address, whichever it is.
    pub fn pointer_of(&mut self, scalar: Scalar) -> (TermId, TermId) {
        let Scalar::Word { term, .. } = scalar else {
            let Scalar::Ptr { base, offset } = scalar else { unreachable!() };
            return (base, offset);
        };
        let (constant, addends) = self.conds.arena.lin_parts(term);
        if addends.is_empty() && constant == 0 {
            return (self.conds.arena.null(), self.offset(0));
        }
        let address =
            addends.iter().position(|&(factor, t)| factor == 1 && matches!(self.conds.arena.term(t), Term::Address(_)));
        let several = addends.iter().filter(|(_, t)| matches!(self.conds.arena.term(*t), Term::Address(_))).count();
        if let (Some(at), 1) = (address, several) {
            let Term::Address(base) = *self.conds.arena.term(addends[at].1) else { unreachable!() };
            let offset = self.conds.arena.sub(term, addends[at].1);
            return (base, offset);
        }
        let base = self.conds.arena.uf(OBJECT_AT, &[term], Sort::Base);
        (base, self.offset(0))
    }

    pub fn extract(&mut self, scalar: Scalar, low: u32, width: u32) -> Scalar {
        let (term, undef) = self.word_of(scalar);
        if low == 0 && width == self.conds.arena.width(term) {
            return scalar;
        }
        let term = self.conds.arena.extract(term, low, width);
        Scalar::Word { term, undef: (undef >> low) & crate::heap::ones(width) }
    }

    pub fn concat(&mut self, high: Scalar, low: Scalar) -> Scalar {
        let ((high, undef_high), (low, undef_low)) = (self.word_of(high), self.word_of(low));
        let low_width = self.conds.arena.width(low);
        if low_width + self.conds.arena.width(high) > 128 {
            let width = 128;
            return Scalar::Word { term: self.unknown(width, Reason::Join), undef: u128::MAX };
        }
        let term = self.conds.arena.concat(high, low);
        Scalar::Word { term, undef: undef_high << low_width | undef_low }
    }

    // ---- conditions ----

    /// Is a number that lies in a buffer for jumps that of a point which a caller has set? Nobody ever knows.
    pub fn is_set_by_caller(&mut self, token: TermId) -> Cond {
        let bit = self.conds.arena.uf(SET_BY_CALLER, &[token], Sort::Bv(1));
        let fact = self.conds.arena.truth(bit);
        self.fact(fact)
    }

    pub fn fact(&mut self, fact: Fact) -> Cond {
        self.conds.fact(fact)
    }

    pub fn and(&mut self, a: Cond, b: Cond) -> Cond {
        self.ite(a, b, Cond::FALSE)
    }

    pub fn or(&mut self, a: Cond, b: Cond) -> Cond {
        !self.ite(!a, !b, Cond::FALSE)
    }

    /// Either of two, or, if that is too large, a condition that may be either.
    pub fn or_within(&mut self, a: Cond, b: Cond) -> Cond {
        let either = self.or(a, b);
        self.tame(either)
    }

    pub fn not(&mut self, a: Cond) -> Cond {
        !a
    }

    /// What would be too large becomes a condition that may be either.
    pub fn ite(&mut self, cond: Cond, then: Cond, otherwise: Cond) -> Cond {
        match self.conds.ite_within(cond, then, otherwise, self.care.new_nodes) {
            Some(result) => result,
            None => self.choice(),
        }
    }

    /// For which of two merged paths a condition stands: what the program chose tells them apart.
    pub fn path(&mut self, cond: Cond) -> Cond {
        if self.rules.follow(Ruling::ChoicesTellPathsApart) {
            return cond;
        }
        let is_choice = |var: &Var| self.reason(*var) == Some(Reason::Input);
        let choices: Vec<Var> = self.conds.vars(cond).into_iter().filter(is_choice).collect();
        !self.for_all(!cond, &choices)
    }

    /// A shorter condition that agrees with `cond` wherever `care` holds.
    pub fn simplify(&mut self, cond: Cond, care: Cond) -> Cond {
        self.conds.restrict(cond, care)
    }

    /// Is the condition too large to go on with?
    pub fn is_large(&mut self, cond: Cond) -> bool {
        !cond.is_const() && self.conds.is_larger(cond, self.care.largest_condition)
    }

    /// The condition, or one that may be either if it is too large.
    pub fn tame(&mut self, cond: Cond) -> Cond {
        if self.is_large(cond) { self.choice() } else { cond }
    }

    /// Something that implies that `cond` holds whatever these variables are.
    pub fn for_all(&mut self, cond: Cond, vars: &[Var]) -> Cond {
        self.conds.forall(cond, vars, &mut Tier(Ctx::new())).cond
    }

    /// Unknowns that are made from now on have this number or a larger one.
    pub fn next_unknown(&self) -> u32 {
        self.next_key
    }

    /// A condition of bounded size that holds wherever this one does.
    pub fn weaker(&mut self, cond: Cond) -> Cond {
        self.conds.weaken(cond, self.care.largest_condition / 4, Round::Up)
    }

    /// Surely false: no valuation of the terms makes it true. Quick: for pruning, where a wrong "perhaps" costs little.
    pub fn impossible(&mut self, cond: Cond) -> bool {
        self.refuted(cond, Effort::Quick)
    }

    /// Surely false, with little help of the solver: for guesses, most of which are wrong.
    pub fn probably_impossible(&mut self, cond: Cond) -> bool {
        self.refuted(cond, Effort::Guess)
    }

    /// Surely false, with everything that can be brought to bear: for verdicts.
    pub fn surely_impossible(&mut self, cond: Cond) -> bool {
        self.refuted(cond, Effort::Verdict)
    }

    fn refuted(&mut self, cond: Cond, effort: Effort) -> bool {
        if cond.is_const() {
            return cond == Cond::FALSE;
        }
        if let Some(&known) = self.decided.get(&(cond, effort)) {
            return known;
        }
        let answer = self.refute(cond, effort);
        self.decided.insert((cond, effort), answer);
        answer
    }

    fn refute(&mut self, cond: Cond, effort: Effort) -> bool {
        if self.conds.has_sample(cond) {
            self.answers.sample += 1;
            return false;
        }
        if self.theory_refutes(cond, effort) {
            self.answers.theory += 1;
            return true;
        }
        let kind = match effort {
            Effort::Quick => None,
            Effort::Guess => Some(Kind::Implied),
            Effort::Verdict => Some(Kind::Verdict),
        };
        match kind.and_then(|kind| self.solve(cond, kind)) {
            Some(None) => {
                self.answers.solver += 1;
                true
            }
            Some(Some(model)) => {
                // What refutes this guess refutes others, too.
                self.conds.add_sample(model);
                self.answers.sample += 1;
                false
            }
            None => {
                self.answers.open += 1;
                false
            }
        }
    }

    /// Walks the paths of a condition with the theory, within a share of the visits that are left.
    fn theory_refutes(&mut self, cond: Cond, effort: Effort) -> bool {
        let share = match effort {
            Effort::Quick => 150,
            Effort::Guess => 300,
            Effort::Verdict => 2000,
        };
        let before = self.conds.steps();
        let left = self.care.visits.saturating_sub(self.visits).max(self.care.fewest_visits);
        if left == 0 {
            return false;
        }
        let refuted = self.conds.prune_within(cond, &mut Tier(Ctx::new()), share.min(left)).is_false();
        let visits = self.conds.steps() - before;
        self.visits += visits;
        self.other_work += VISIT_COST * visits;
        refuted
    }

    /// Asks the solver: `Some(None)` if nothing satisfies the condition, `Some(Some(model))` if the model does.
    fn solve(&mut self, cond: Cond, kind: Kind) -> Option<Option<Valuation>> {
        let stats = &self.solver.stats;
        let most = if kind == Kind::Implied { UNANSWERED_GUESSES } else { UNANSWERED };
        let asked = Kind::ALL.iter().map(|&kind| stats.of(kind)).map(|of| of.sat + of.unsat + of.unknown).sum::<u64>();
        if stats.spent > self.care.solver_units
            || asked >= self.care.questions
            || self.unanswered[usize::from(kind == Kind::Implied)] > most
        {
            return None;
        }
        self.other_work += QUESTION_COST;
        self.solver.gates = gates(kind, self.care);
        let mut formulas = Formulas::new();
        let formula = formulas.cond(&self.conds, cond);
        let problem = Problem::new(&self.conds.arena, &formulas, &[formula]);
        match self.solver.decide(&problem, kind) {
            Answer::Unsat(_) => Some(None),
            Answer::Sat(model) => Some(Some(*model)),
            Answer::Unknown(Unanswered::Gate(_)) => None,
            Answer::Unknown(_) => {
                self.unanswered[usize::from(kind == Kind::Implied)] += 1;
                None
            }
        }
    }

    /// From here on, the solver is asked for models only; it may spend so much on that.
    pub fn start_finding_models(&mut self) {
        self.care.solver_units = self.solver.stats.spent + MODEL_UNITS;
        self.care.questions = u64::MAX;
        self.care.largest_question = MODEL_NODES;
        self.unanswered = [0; 2];
    }

    /// Some ways to make the condition true: one that was met before, and one that the solver finds.
    pub fn models(&mut self, cond: Cond) -> Vec<Valuation> {
        if cond == Cond::FALSE {
            return Vec::new();
        }
        let found = self.solve(cond, Kind::Verdict).flatten();
        self.conds.witness(cond).into_iter().chain(found).collect()
    }

    // ---- exposure ----

    /// The addresses in a value are no longer followed.
    pub fn expose(&mut self, values: &Values) {
        for (scalar, _) in values.iter() {
            self.expose_scalar(scalar);
        }
    }

    /// An address that became a number was exposed then.
    fn expose_scalar(&mut self, scalar: Scalar) {
        if let Scalar::Ptr { base, .. } = scalar {
            self.expose_object(base);
        }
    }

    pub fn expose_object(&mut self, base: TermId) {
        let base = self.holder(base);
        // An object that is not known is one of those that are exposed already.
        if !matches!(self.conds.arena.term(base), Term::Uf { sym: OBJECT_AT, .. }) {
            self.exposed.insert(base);
        }
    }

    pub fn is_exposed(&self, base: TermId) -> bool {
        // What was there on entry is known to whoever called.
        let unknown = matches!(self.conds.arena.term(base), Term::Uf { sym: OBJECT_AT, .. });
        unknown || self.exposed.contains(&self.holder(base)) || self.owner(base).is_some()
    }

    /// Is it the object at an address that is not constant?
    pub fn is_by_number(&self, base: TermId) -> bool {
        match self.conds.arena.term(base) {
            Term::Uf { sym: OBJECT_AT, args } => self.conds.arena.as_const(args[0]).is_none(),
            _ => false,
        }
    }

    pub fn exposures(&self) -> usize {
        self.exposed.len()
    }

    /// How many of the objects are exposed that were there before an iteration of a loop, or stand for what it makes.
    pub fn exposures_beside_newest(&self, before: &Heap) -> usize {
        self.exposed.iter().filter(|&&base| !self.newest.contains_key(&base) || before.get(base).is_some()).count()
    }

    /// Surely true for some valuation.
    pub fn surely_possible(&mut self, cond: Cond) -> bool {
        if cond.is_const() {
            return cond == Cond::TRUE;
        }
        if self.conds.has_sample(cond) {
            return true;
        }
        matches!(self.solve(cond, Kind::Verdict), Some(Some(_)))
    }

    pub fn eq(&mut self, a: TermId, b: TermId) -> Cond {
        let fact = self.conds.arena.eq(a, b);
        self.fact(fact)
    }

    /// Is the word one of these numbers? In the order in which diagrams keep them, the last first, each is one step.
    pub fn is_one_of(&mut self, term: TermId, numbers: &[u128]) -> Cond {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        numbers.into_iter().fold(Cond::FALSE, |any, number| {
            let fact = self.conds.arena.eq_const(term, number);
            let this = self.fact(fact);
            self.or(any, this)
        })
    }

    pub fn offset_is(&mut self, offset: TermId, value: u64) -> Cond {
        let value = self.offset(value);
        let fact = self.conds.arena.eq(offset, value);
        self.fact(fact)
    }

    /// Is the offset surely a multiple of a power of two (or of any size, if it is written as one)?
    pub fn multiple_of(&mut self, offset: TermId, size: u64) -> bool {
        if size == 1 {
            return true;
        }
        let (constant, addends) = self.conds.arena.lin_parts(offset);
        size.is_power_of_two()
            && constant % u128::from(size) == 0
            && addends.iter().all(|(factor, _)| factor % u128::from(size) == 0)
    }

    /// Why a variable is unknown; nothing for what was there on entry.
    pub fn reason(&self, var: Var) -> Option<Reason> {
        match var.class {
            VarClass::Choice | VarClass::Havoc | VarClass::LoopVariant => self.reasons.get(&var.key).copied(),
            _ => None,
        }
    }

    /// Why variables of this condition are unknown, without those that the program chose.
    pub fn reasons(&mut self, cond: Cond) -> Vec<Reason> {
        if let Some(known) = self.reasons_of.get(&cond) {
            return known.clone();
        }
        let found = self.find_reasons(cond);
        self.reasons_of.insert(cond, found.clone());
        found
    }

    fn find_reasons(&self, cond: Cond) -> Vec<Reason> {
        let mut found = Vec::new();
        for atom in self.conds.support(cond) {
            for var in self.conds.arena.atom_vars(atom) {
                match self.reason(var) {
                    Some(Reason::Input | Reason::Named) | None => {}
                    Some(reason) => found.push(reason),
                }
            }
            found.extend(self.operations_in(atom));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What is not interpreted in an atom.
    fn operations_in(&self, atom: AtomId) -> Vec<Reason> {
        let terms: Vec<TermId> = self.conds.arena.atom(atom).terms().collect();
        let mut found = Vec::new();
        self.conds.arena.for_each_subterm(&terms, |term| {
            if let Term::Uf { sym, .. } = self.conds.arena.term(term) {
                found.push(match *sym {
                    OBJECT_AT => Reason::UnknownObject,
                    SET_BY_CALLER => Reason::Jump,
                    _ => Reason::Uninterpreted,
                });
            }
        });
        found
    }
}
