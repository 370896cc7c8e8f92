//! Functions that call each other: a summary for each that holds however deep the calls go.
//!
//! At first no call inside the component returns. Each round looks at every function with the summaries of the round
//! before; they describe calls one level deeper each time. When nothing is new, they hold for all depths: what the functions
//! do with them is covered by them (`covers`). Parts that are still new after a few rounds are given up (`widen`), first
//! where calls go deep, then everywhere, and if that does not settle either, calls inside the component are calls of unknown
//! code. So it always ends, and whatever is given up is in the summary as an unknown with its reason.

use crate::covers::new_parts;
use crate::entry::Classes;
use crate::modular::{Callees, Known, Outcome, Subject, analyse};
use crate::rules::Ruling;
use crate::summary::FunctionSummary;
use crate::widen::{Part, Widened};
use cairn_ir::{FuncId, GlobalId, Program};
use std::sync::Arc;

/// Rounds in which nothing is given up: calls this deep are described exactly.
const EXACT_ROUNDS: usize = 3;
const ROUNDS: usize = 14;
/// Rounds in which what is asked of callers may grow after that.
const PATIENCE: u32 = 5;
/// Work on conditions for one function in all rounds, in what one that is not recursive may take until it is looked at coarsely.
const LOGIC_SHARE: u64 = 3;
/// Functions of one component; calls inside larger ones are calls of unknown code.
const MOST_MEMBERS: usize = 16;

/// What is known of one function so far.
struct Member {
    func: FuncId,
    known: Known,
    /// Both only grow.
    classes: Classes,
    widened: Widened,
    /// What was given up in the summary that is known now.
    lacks: Widened,
}

/// What members see: each other as of the round before, and those below.
struct Seen<'m> {
    members: &'m [Member],
    below: &'m dyn Callees,
}

impl Callees for Seen<'_> {
    fn known(&self, func: FuncId) -> Known {
        match self.members.iter().find(|member| member.func == func) {
            Some(member) => member.known.clone(),
            None => self.below.known(func),
        }
    }

    fn is_fixed(&self, global: GlobalId) -> bool {
        self.below.is_fixed(global)
    }

    fn is_private(&self, global: GlobalId) -> bool {
        self.below.is_private(global)
    }

    fn is_recursive(&self, func: FuncId) -> bool {
        self.members.iter().any(|member| member.func == func)
    }
}

/// Looks at functions that call each other until their summaries hold for calls of any depth; `any` says what is the same for all.
pub(crate) fn solve(any: Subject<'_>, funcs: &[FuncId]) -> Vec<(FuncId, Outcome)> {
    let Subject { program, limits, .. } = any;
    let never = limits.rules.follow(Ruling::NeverAtFirst) && funcs.len() <= MOST_MEMBERS;
    let start = if never { Known::Never } else { Known::Unknown };
    let new = |&func: &FuncId| Member {
        func,
        known: start.clone(),
        classes: Classes::new(),
        widened: Widened::new(),
        lacks: Widened::new(),
    };
    let mut members: Vec<Member> = funcs.iter().map(new).collect();
    let (mut steps, mut logic_steps, mut rounds) = (0, 0, 0);
    let most_logic_steps =
        LOGIC_SHARE * funcs.iter().map(|&func| Subject { func, ..any }.logic_steps()).sum::<u64>() / 2;
    loop {
        rounds += 1;
        let outcomes = round(any, &members);
        if outcomes.iter().any(|outcome| !outcome.wants.is_empty()) {
            return funcs.iter().copied().zip(outcomes).collect();
        }
        steps += outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        logic_steps += outcomes.iter().map(|outcome| outcome.logic_steps).sum::<u64>();
        let give_up = rounds >= ROUNDS || steps > limits.steps || logic_steps > most_logic_steps;
        let mut settled = true;
        let used: Vec<Widened> = members.iter().map(|member| member.widened.clone()).collect();
        for (member, outcome) in members.iter_mut().zip(&outcomes) {
            settled &= member.is_settled(program, outcome, rounds);
        }
        if settled {
            return funcs.iter().copied().zip(outcomes).collect();
        }
        for ((member, outcome), lacks) in members.iter_mut().zip(outcomes).zip(used) {
            member.lacks = lacks;
            member.learn(outcome, give_up);
        }
    }
}

fn round(any: Subject<'_>, members: &[Member]) -> Vec<Outcome> {
    let seen = Seen { members, below: any.callees };
    let look = |member: &Member| {
        let subject = Subject { func: member.func, is_entry: false, callees: &seen, ..any };
        let outcome = analyse(subject, member.classes.clone(), Some(&member.widened));
        Outcome { summary: outcome.summary.map(FunctionSummary::without_ranges), ..outcome }
    };
    members.iter().map(look).collect()
}

impl Member {
    /// Is what came out covered by what was assumed? If not, remembers what is to be given up.
    fn is_settled(&mut self, program: &Program, outcome: &Outcome, round: usize) -> bool {
        let old = match &self.known {
            // Everything is covered by unknown code.
            Known::Unknown | Known::Enter => return true,
            Known::Never => return outcome.summary.as_ref().is_ok_and(|summary| summary.never_happens()),
            Known::Summary(old) => old,
        };
        let Ok(new) = &outcome.summary else { return false };
        let parts = new_parts(program.target.pointer_bits, old, new);
        let settled = parts.is_empty();
        if round > EXACT_ROUNDS {
            parts.into_iter().for_each(|part| self.give_up(part));
        }
        settled
    }

    /// A part is given up once more if giving it up as often as so far did not do.
    fn give_up(&mut self, part: Part) {
        let times = self.widened.get(&part).copied().unwrap_or(0);
        if self.lacks.get(&part).copied().unwrap_or(0) < times {
            return;
        }
        match part {
            Part::Cell(holder, _, _) if times > 1 => self.give_up(Part::Content(holder)),
            Part::Result(_) if times > 1 => self.give_up(Part::Whole),
            part => *self.widened.entry(part).or_default() += 1,
        }
    }

    /// What the next round assumes of this function.
    fn learn(&mut self, outcome: Outcome, give_up: bool) {
        if matches!(self.known, Known::Unknown) {
            return;
        }
        self.classes = outcome.classes;
        let lost = give_up || self.widened.get(&Part::Whole).is_some_and(|rounds| *rounds > PATIENCE);
        self.known = match outcome.summary {
            Ok(summary) if !lost => Known::Summary(Arc::new(summary)),
            _ => Known::Unknown,
        };
    }
}
