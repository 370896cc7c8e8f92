//! Engines one after the other, from cheap to dear; each sees what is still open.

use crate::{Analysis, Assumption, Budget, Cause, Degraded, Engine, GoalId, Open, Task, Verdict};
use cairn_ir::{FuncOrigin, Span};
use std::cmp::Reverse;
use std::fmt;

/// A verdict for every obligation of a task.
#[derive(Debug)]
pub struct Results {
    /// By `GoalId`.
    pub verdicts: Vec<Verdict>,
    /// The obligations that were refuted, in the order in which engines found them.
    pub refuted: Vec<GoalId>,
    /// By engine, in the order in which they ran.
    pub statistics: Vec<(&'static str, Vec<(&'static str, u64)>)>,
    /// Set if the host stopped the engines: another run may say more, so nobody should keep these results.
    pub stopped: Option<Cause>,
}

/// One engine says that an obligation holds, another one saw it fail: one of them is wrong, and so is Cairn.
#[derive(Debug)]
pub struct Contradiction {
    pub goal: GoalId,
    /// What is wrong, with everything needed to see it again.
    pub message: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Contradiction {}

/// Asks every engine that may still have something to decide. Each gets the whole budget.
pub fn run(task: &Task<'_>, engines: &[&dyn Engine], budget: Budget) -> Result<Results, Contradiction> {
    let unknown = || Verdict::Open(Open::default());
    let mut results = Results {
        verdicts: task.goals.iter().map(|_| unknown()).collect(),
        refuted: Vec::new(),
        statistics: Vec::new(),
        stopped: None,
    };
    for engine in engines {
        if task.host.stop().is_some() {
            break;
        }
        let open: Vec<GoalId> = (0..task.goals.len()).filter(|&goal| results.verdicts[goal].is_open()).collect();
        if open.is_empty() {
            break;
        }
        let Analysis { verdicts, statistics } = engine.analyse(task, &open, &mut budget.clone());
        results.statistics.push((engine.name(), statistics));
        for (goal, verdict) in verdicts {
            results.add(task, engine.name(), goal, verdict)?;
        }
    }
    results.most_telling_first();
    if let Some(cause) = task.host.stop() {
        results.stop(cause);
    }
    if task.program.funcs.iter().any(|func| func.origin == FuncOrigin::Companion && func.is_defined()) {
        results.assume(Assumption::CompanionFiles);
    }
    Ok(results)
}

impl Results {
    /// Orders what engines say of an open obligation; reports show the first. Reasons with a place come first, those of cheap
    /// engines before those of dear ones: what stopped an execution is a fact, what a wide view lost is not. Then come reasons about
    /// the whole program, the last engine's first: that a cheap one cannot look at everything says little.
    fn most_telling_first(&mut self) {
        let rank = |engine| self.statistics.iter().position(|(name, _)| *name == engine);
        let telling = |cause: &Degraded| match (cause.at == Span::NONE, rank(cause.engine)) {
            (false, rank) => (false, rank, Reverse(None)),
            (true, rank) => (true, None, Reverse(rank)),
        };
        for verdict in &mut self.verdicts {
            // Of what is likely to fail, the first reason says why somebody believes so.
            if let Verdict::Open(open) = verdict
                && !open.likely
            {
                open.causes.sort_by_key(telling);
            }
        }
    }

    /// Everything that is open may be so because the host stopped the engines.
    fn stop(&mut self, cause: Cause) {
        self.stopped = Some(cause);
        for verdict in &mut self.verdicts {
            if let Verdict::Open(open) = verdict {
                open.causes.insert(0, Degraded::new(cause, Span::NONE, "stopped before the end"));
            }
        }
    }

    /// Every proof rests on it, whatever its engine knows of that.
    fn assume(&mut self, assumption: Assumption) {
        for verdict in &mut self.verdicts {
            if let Verdict::Proved(proof) | Verdict::Unreachable(proof) = verdict {
                proof.assumptions.push(assumption);
                proof.assumptions.sort();
                proof.assumptions.dedup();
            }
        }
    }

    fn add(&mut self, task: &Task<'_>, engine: &'static str, goal: GoalId, new: Verdict) -> Result<(), Contradiction> {
        let old = &mut self.verdicts[goal];
        if (old.holds() && new.is_refuted()) || (old.is_refuted() && new.holds()) {
            return Err(Contradiction { goal, message: contradiction(task, goal, old, engine, &new) });
        }
        match (old, new) {
            (Verdict::Open(old), Verdict::Open(new)) => old.merge(new.said_by(engine)),
            (old @ Verdict::Open(_), new) => {
                if new.is_refuted() {
                    self.refuted.push(goal);
                }
                *old = new;
            }
            // The first answer stands.
            _ => {}
        }
        Ok(())
    }
}

fn contradiction(task: &Task<'_>, goal: GoalId, old: &Verdict, engine: &str, new: &Verdict) -> String {
    let obligation = &task.goals[goal];
    let place = task.program.describe_span(obligation.span).unwrap_or_else(|| "no position".to_owned());
    let function = task.program.func_name(obligation.func);
    format!(
        "engines contradict each other on {} of `{}` in {function} ({place}, {}): {}; but {engine} says: {}",
        obligation.rule,
        obligation.text,
        obligation.id,
        evidence(old),
        evidence(new),
    )
}

fn evidence(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved(proof) | Verdict::Unreachable(proof) => {
            format!("{} by {} ({})", verdict.id(), proof.engine, proof.certificate)
        }
        Verdict::Refuted(refutation) => {
            format!("refuted by {}, execution of {}", refutation.engine(), refutation.execution())
        }
        Verdict::Open(_) => verdict.id().to_owned(),
    }
}
