//! The solver as the rest of the program sees it: questions in, certified answers out, with a count of both.

use std::sync::Arc;

use super::cache::{Cache, Limits};
use super::check::{self, Checked, Defect, Encodings, Reason, Verdict};
use super::gate::Gates;
use super::lower::Encoding;
use super::model;
use super::query::Query;
use super::slices::Problem;
use super::stats::Stats;
use crate::eval::{Evaluator, Valuation};

/// What a question is for. Decides how much it may cost and where it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// Whether a path or an edge is dead. Frequent, so cheap.
    Dead,
    /// Whether one condition implies another.
    Implied,
    /// Whether an obligation is discharged.
    Verdict,
    /// An obligation that would otherwise stay open: asked once, at great length.
    LastResort,
    /// Concrete inputs for a report.
    Model,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Dead, Kind::Implied, Kind::Verdict, Kind::LastResort, Kind::Model];

    /// The resource limit of each check in bit-vectors. Integers get a part of it.
    pub fn rlimit(self) -> u32 {
        match self {
            Kind::Dead | Kind::Implied => 20_000,
            Kind::Verdict => 1_000_000,
            Kind::LastResort | Kind::Model => 4_000_000,
        }
    }
}

/// Whether the conjuncts of a problem can hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They cannot.
    Unsat(Evidence),
    /// They can: here is how. The evaluator has confirmed it.
    Sat(Box<Valuation>),
    Unknown(Reason),
}

/// How a contradiction was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The part of the problem that is contradictory, as a position in `Problem::slices`.
    pub slice: usize,
    /// `None` if Z3 was not needed.
    pub encoding: Option<Encoding>,
    /// Resource units used for this part.
    pub spent: u64,
}

/// Asks Z3, or the cache. One per worker; the cache is shared.
#[derive(Default)]
pub struct Solver {
    cache: Arc<Cache>,
    pub stats: Stats,
    pub gates: Gates,
    pub encodings: Encodings,
}

impl Solver {
    pub fn new(cache: Arc<Cache>) -> Self {
        Self { cache, ..Self::default() }
    }

    /// Whether all conjuncts can hold together.
    pub fn decide(&mut self, problem: &Problem<'_>, kind: Kind) -> Answer {
        let answer = self.answer(problem, kind);
        self.stats.count(kind, &answer);
        answer
    }

    /// A part that is contradictory decides, even if another part could not be answered.
    fn answer(&mut self, problem: &Problem<'_>, kind: Kind) -> Answer {
        let mut valuation = Valuation::new(0);
        let mut unknown = None;
        for (slice, query) in problem.slices.iter().enumerate() {
            let Checked { verdict, encoding, spent } = self.check(query, kind);
            match verdict {
                Verdict::Unsat => return Answer::Unsat(Evidence { slice, encoding, spent }),
                Verdict::Sat(values) => model::translate(&query.content, &query.origin, &values, &mut valuation),
                Verdict::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => certify(problem, valuation),
        }
    }

    fn check(&mut self, query: &Query, kind: Kind) -> Checked {
        let limits = Limits { encodings: self.encodings, gates: self.gates, rlimit: kind.rlimit() };
        let known = self.cache.get(query, limits);
        let hit = known.is_some();
        let checked = known.unwrap_or_else(|| {
            let checked = check::check(query, limits.encodings, limits.gates, limits.rlimit);
            self.cache.put(query, limits, &checked);
            checked
        });
        self.stats.count_slice(&checked, hit);
        checked
    }

    /// For a problem that is contradictory: positions of formulas, as given to `Problem::new`, that already are.
    /// All formulas of the contradictory part if Z3 does not find fewer. `None` if no contradiction is found.
    pub fn core(&mut self, problem: &Problem<'_>, kind: Kind) -> Option<Vec<usize>> {
        let Answer::Unsat(evidence) = self.decide(problem, kind) else { return None };
        let query = &problem.slices[evidence.slice];
        let all: Vec<usize> = (0..query.content.conjuncts.len()).collect();
        let core = match evidence.encoding {
            None => all,
            Some(encoding) => {
                let (core, spent) = check::core(query, encoding, self.gates, kind.rlimit());
                self.stats.count_core(core.is_some(), spent);
                core.unwrap_or(all)
            }
        };
        Some(formulas_of(query, &core))
    }
}

/// Formulas that contain all the conjuncts, taking the first formula where several contain one.
fn formulas_of(query: &Query, conjuncts: &[usize]) -> Vec<usize> {
    let mut formulas: Vec<usize> = Vec::new();
    for groups in conjuncts.iter().map(|&conjunct| &query.origin.groups[conjunct]) {
        if !groups.iter().any(|&group| formulas.contains(&(group as usize))) {
            formulas.push(groups[0] as usize);
        }
    }
    formulas.sort_unstable();
    formulas
}

/// The only way to a positive answer: the arena's own evaluator agrees.
fn certify(problem: &Problem<'_>, valuation: Valuation) -> Answer {
    let mut evaluator = Evaluator::new(problem.arena, &valuation);
    let wrong = problem.slices.iter().find(|query| {
        let atoms: Vec<bool> = query.origin.atoms.iter().map(|&atom| evaluator.atom(atom)).collect();
        !model::truth(&query.content, |position| atoms[position])
    });
    match wrong {
        None => Answer::Sat(Box::new(valuation)),
        Some(query) => Answer::Unknown(Reason::Defect(Defect::WrongModel { query: query.content_hash() })),
    }
}
