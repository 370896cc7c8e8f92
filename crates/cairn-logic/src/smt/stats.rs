//! How often Z3 was asked, what it answered, and what that cost.

use super::check::{Checked, Reason, Verdict};
use super::solver::{Answer, Kind};

/// Answers to one kind of question.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Outcomes {
    pub unsat: u64,
    pub sat: u64,
    pub unknown: u64,
}

/// Counts of one solver. All but `hits` and `defects` are the same for any number of threads and any state of the
/// cache.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    kinds: [Outcomes; Kind::ALL.len()],
    /// Independent parts decided.
    pub slices: u64,
    /// Of these, answered from the cache.
    pub hits: u64,
    /// Of these, refused by a gate.
    pub gated: u64,
    /// Of these, stopped by the resource limit.
    pub limited: u64,
    /// Resource units behind all answers, whether found now or before.
    pub spent: u64,
    /// Cores asked for, and cores that were confirmed.
    pub cores: u64,
    pub confirmed_cores: u64,
    /// Wrong models and broken sessions: not 0 means a mistake in Z3 or here.
    pub defects: u64,
}

impl Stats {
    pub fn of(&self, kind: Kind) -> Outcomes {
        self.kinds[kind as usize]
    }

    pub(super) fn count(&mut self, kind: Kind, answer: &Answer) {
        let outcomes = &mut self.kinds[kind as usize];
        match answer {
            Answer::Unsat(_) => outcomes.unsat += 1,
            Answer::Sat(_) => outcomes.sat += 1,
            Answer::Unknown(_) => outcomes.unknown += 1,
        }
        self.defects += u64::from(matches!(answer, Answer::Unknown(Reason::Defect(_))));
    }

    pub(super) fn count_slice(&mut self, checked: &Checked, hit: bool) {
        self.slices += 1;
        self.hits += u64::from(hit);
        self.spent += checked.spent;
        match checked.verdict {
            Verdict::Unknown(Reason::Gate(_)) => self.gated += 1,
            Verdict::Unknown(Reason::Limit { .. }) => self.limited += 1,
            _ => {}
        }
    }

    pub(super) fn count_core(&mut self, confirmed: bool, spent: u64) {
        self.cores += 1;
        self.confirmed_cores += u64::from(confirmed);
        self.spent += spent;
    }

    /// Adds the counts of another solver.
    pub fn add(&mut self, other: &Stats) {
        for (mine, theirs) in self.kinds.iter_mut().zip(&other.kinds) {
            mine.unsat += theirs.unsat;
            mine.sat += theirs.sat;
            mine.unknown += theirs.unknown;
        }
        self.slices += other.slices;
        self.hits += other.hits;
        self.gated += other.gated;
        self.limited += other.limited;
        self.spent += other.spent;
        self.cores += other.cores;
        self.confirmed_cores += other.confirmed_cores;
        self.defects += other.defects;
    }
}
