//! Facts that hold at the head of a loop in every iteration, found by guessing and checking.
//!
//! Guesses relate what changes in the loop to where it started and to what the loop compares it with. All guesses that
//! hold on entry are assumed together; those that one iteration does not preserve are dropped until none is.
//! What is left holds by induction.

use crate::analysis::Analysis;
use crate::facts::Cond;
use crate::state::Arrival;
use crate::value::{Scalar, Values};
use cairn_logic::{Atom, TermId};

/// Guesses for one loop; more are not looked at.
const MOST: usize = 240;
/// One number is guessed to stay so far behind another at most.
const FURTHEST_LEAD: u128 = 1 << 16;

/// Something that may hold of the head's parameters in every iteration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Guess {
    /// Parameter `param` is at most (at least) `bound`.
    AtMost {
        param: usize,
        bound: TermId,
        signed: bool,
    },
    AtLeast {
        param: usize,
        bound: TermId,
        signed: bool,
    },
    /// Two parameters move together: `param - start = scale * (other - other_start)`.
    InStep {
        param: usize,
        start: TermId,
        other: usize,
        other_start: TermId,
        scale: u64,
    },
    /// One parameter does not overtake another: `param + lead <= other`.
    Behind {
        param: usize,
        other: usize,
        lead: TermId,
        signed: bool,
    },
    /// The distance from the start is a multiple of a power of two.
    Aligned {
        param: usize,
        start: TermId,
        size: u64,
    },
}

impl Analysis<'_> {
    /// All guesses for parameters whose value changes; `guards` are conditions that the loop tests.
    pub(crate) fn guesses(&mut self, entry: &Arrival, head: &Arrival, guards: &[Cond]) -> Vec<Guess> {
        let starts: Vec<Option<TermId>> = entry.args.iter().map(|values| self.number_in(values)).collect();
        let heads: Vec<Option<TermId>> = head.args.iter().map(|values| self.number_in(values)).collect();
        let moving: Vec<usize> =
            (0..heads.len()).filter(|&i| heads[i].is_some_and(|term| self.free.contains(&term))).collect();
        let mut guesses = Vec::new();
        for &param in &moving {
            let term = heads[param].expect("moving");
            let mut bounds: Vec<TermId> = starts[param].into_iter().collect();
            bounds.extend(self.bounds_in(term, guards));
            bounds.extend(self.room_in_object(&head.args[param]));
            // A bound is one number for all iterations; what moves itself may be ahead (`behind_others`).
            bounds.retain(|&bound| self.is_fixed_in_loop(bound));
            for bound in bounds {
                for signed in [false, true] {
                    guesses.push(Guess::AtMost { param, bound, signed });
                    guesses.push(Guess::AtLeast { param, bound, signed });
                }
            }
            if let Some(start) = starts[param] {
                guesses.extend([2, 4, 8].map(|size| Guess::Aligned { param, start, size }));
                guesses.extend(self.steps_with(param, start, &moving, &starts, &heads));
                guesses.extend(self.behind_others(param, start, &moving, &starts));
            }
        }
        guesses.dedup();
        guesses.truncate(MOST);
        guesses
    }

    fn steps_with(
        &self,
        param: usize,
        start: TermId,
        moving: &[usize],
        starts: &[Option<TermId>],
        heads: &[Option<TermId>],
    ) -> Vec<Guess> {
        let width = |i: usize| heads[i].map(|term| self.facts.conds.arena.width(term));
        let mut guesses = Vec::new();
        for &other in moving.iter().filter(|&&other| other != param && width(other) == width(param)) {
            if let Some(other_start) = starts[other] {
                let scales = [1, 2, 4, 8, 12, 16, 24].map(|scale: u64| [scale, scale.wrapping_neg()]).concat();
                let guess = |scale| Guess::InStep { param, start, other, other_start, scale };
                guesses.extend(scales.into_iter().map(guess));
            }
        }
        guesses
    }

    fn behind_others(
        &mut self,
        param: usize,
        start: TermId,
        moving: &[usize],
        starts: &[Option<TermId>],
    ) -> Vec<Guess> {
        let mut guesses = Vec::new();
        for &other in moving.iter().filter(|&&other| other != param) {
            let Some(other_start) = starts[other] else { continue };
            let width = self.facts.conds.arena.width(start);
            if self.facts.conds.arena.width(other_start) != width {
                continue;
            }
            let lead = self.facts.conds.arena.sub(other_start, start);
            let zero = self.facts.constant(width, 0);
            let mut leads = vec![zero];
            if self.facts.conds.arena.as_const(lead).is_some_and(|lead| lead > 0 && lead <= FURTHEST_LEAD) {
                leads.insert(0, lead);
            }
            for lead in leads {
                guesses.extend([true, false].map(|signed| Guess::Behind { param, other, lead, signed }));
            }
        }
        guesses
    }

    /// The number that changes with a value: the word itself, or the offset of an address into one object.
    pub(crate) fn number_in(&self, values: &Values) -> Option<TermId> {
        let mut found = None;
        for (scalar, _) in values.iter() {
            let number = scalar.number();
            if found.replace(number).is_some_and(|other| other != number) {
                return None;
            }
        }
        found
    }

    /// For an address: the size of its object, and the last offsets at which something fits.
    fn room_in_object(&mut self, values: &Values) -> Vec<TermId> {
        let Some(Scalar::Ptr { base, .. }) = values.single() else { return Vec::new() };
        let Some(size) = self.known_size(base) else { return Vec::new() };
        [0, 1, 4, 8]
            .map(|bytes| {
                let bytes = self.facts.offset(bytes);
                self.facts.conds.arena.sub(size, bytes)
            })
            .to_vec()
    }

    /// What the guards compare a term with.
    fn bounds_in(&mut self, term: TermId, guards: &[Cond]) -> Vec<TermId> {
        let mut bounds = Vec::new();
        let atoms: Vec<_> = guards.iter().flat_map(|&guard| self.facts.conds.support(guard)).collect();
        for atom in atoms {
            let width = self.facts.conds.arena.width(term);
            match self.facts.conds.arena.atom(atom).clone() {
                Atom::Ule(a, b) | Atom::Sle(a, b) => {
                    for (mine, other) in [(a, b), (b, a)] {
                        if self.about(mine, term) && self.facts.conds.arena.width(other) == width {
                            // `term + k <= other`: the bound moves along.
                            let shift = self.facts.conds.arena.sub(mine, term);
                            let moved = self.facts.conds.arena.sub(other, shift);
                            bounds.extend([other, moved]);
                        }
                    }
                }
                Atom::In { subject, set } if subject == term => {
                    for &(low, high) in set.parts() {
                        for edge in [low, low.wrapping_sub(1), high, high.wrapping_add(1)] {
                            bounds.push(self.facts.constant(width, edge));
                        }
                    }
                }
                Atom::Eq { subject, value } if self.facts.conds.arena.width(subject) == width => {
                    let difference = self.facts.conds.arena.sub(subject, term);
                    if subject == term {
                        bounds.push(self.facts.constant(width, value));
                    } else if !self.mentions(difference, term) {
                        // `term + d = value`: the bound is `value - d`.
                        let value = self.facts.constant(width, value);
                        bounds.push(self.facts.conds.arena.sub(value, difference));
                    } else {
                        let sum = self.facts.conds.arena.add(subject, term);
                        if !self.mentions(sum, term) {
                            let value = self.facts.constant(width, value);
                            bounds.push(self.facts.conds.arena.sub(sum, value));
                        }
                    }
                }
                _ => {}
            }
        }
        bounds.sort_unstable();
        bounds.dedup();
        bounds
    }

    /// Is `sum` the term plus a constant?
    fn about(&mut self, sum: TermId, term: TermId) -> bool {
        if self.facts.conds.arena.width(sum) != self.facts.conds.arena.width(term) {
            return false;
        }
        let difference = self.facts.conds.arena.sub(sum, term);
        self.facts.conds.arena.as_const(difference).is_some()
    }

    fn mentions(&self, term: TermId, inner: TermId) -> bool {
        self.facts.conds.arena.as_var(inner).is_some_and(|var| self.facts.conds.arena.mentions(term, var))
    }

    /// The condition under which a guess is true of the given parameters.
    pub(crate) fn guess_holds(&mut self, guess: Guess, args: &[Values]) -> Cond {
        match guess {
            Guess::AtMost { param, bound, signed } => {
                self.numbers_satisfy(&args[param], |this, number| this.ordered(number, bound, signed))
            }
            Guess::AtLeast { param, bound, signed } => {
                self.numbers_satisfy(&args[param], |this, number| this.ordered(bound, number, signed))
            }
            Guess::Aligned { param, start, size } => self.numbers_satisfy(&args[param], |this, number| {
                let distance = this.facts.conds.arena.sub(number, start);
                let fact = this.facts.conds.arena.mask_eq(distance, u128::from(size - 1), 0);
                this.facts.fact(fact)
            }),
            Guess::Behind { param, other, lead, signed } => {
                let other_values = args[other].clone();
                self.numbers_satisfy(&args[param], |this, number| {
                    let ahead = this.facts.conds.arena.add(number, lead);
                    this.numbers_satisfy(&other_values, |this, other| this.ordered(ahead, other, signed))
                })
            }
            Guess::InStep { param, start, other, other_start, scale } => {
                let other_values = args[other].clone();
                self.numbers_satisfy(&args[param], |this, number| {
                    let distance = this.facts.conds.arena.sub(number, start);
                    this.numbers_satisfy(&other_values, |this, other_number| {
                        let other_distance = this.facts.conds.arena.sub(other_number, other_start);
                        // Sign-extended: a scale may be negative.
                        let scale = scale as i64 as i128 as u128;
                        let scaled = this.facts.conds.arena.mul_const(scale, other_distance);
                        this.facts.eq(distance, scaled)
                    })
                })
            }
        }
    }

    fn numbers_satisfy(&mut self, values: &Values, mut property: impl FnMut(&mut Self, TermId) -> Cond) -> Cond {
        let mut result = Cond::FALSE;
        for (scalar, cond) in values.iter() {
            let number = scalar.number();
            let holds = property(self, number);
            let both = self.facts.and(cond, holds);
            result = self.facts.or(result, both);
        }
        result
    }

    fn ordered(&mut self, low: TermId, high: TermId, signed: bool) -> Cond {
        let arena = &mut self.facts.conds.arena;
        if arena.width(low) != arena.width(high) {
            return Cond::FALSE;
        }
        let fact = if signed { arena.sle(low, high) } else { arena.ule(low, high) };
        self.facts.fact(fact)
    }

    /// Keeps the guesses that surely hold of an arrival.
    pub(crate) fn keep_holding(&mut self, guesses: &mut Vec<Guess>, arrival: &Arrival) -> bool {
        let before = guesses.len();
        let mut kept = Vec::new();
        for &guess in guesses.iter() {
            let holds = self.guess_holds(guess, &arrival.args);
            let broken = self.facts.and(arrival.state.pc, !holds);
            // A function that is looked at alone has many loops, and its callers may know better.
            let alone = self.modular.is_some();
            if if alone { self.facts.impossible(broken) } else { self.facts.probably_impossible(broken) } {
                kept.push(guess);
            }
        }
        *guesses = kept;
        guesses.len() < before
    }
}
