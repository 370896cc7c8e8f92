//! What a complete set of executions says: an instruction that never failed holds, one that never ran is unreachable.
//!
//! An execution that ends in an error says nothing of what would have come behind it, since C gives no meaning to that;
//! a failed assertion and `abort` are different: the program ends there.

use crate::NAME;
use crate::obstacle::Obstacle;
use crate::session::{Run, Session};
use cairn_engine::{Assumption, Cause, Degraded, GoalId, Open, Proof, Site, Task, Verdict, user_site};
use cairn_interp::{Coverage, End, Origin, Reach};
use cairn_ir::obligation::{Obligation, Place};
use cairn_ir::{Callee, FuncOrigin, Op, Program, Rule, Span};
use std::cell::OnceCell;

/// What all executions so far did.
#[derive(Default)]
pub struct Evidence {
    executions: u64,
    covered: Coverage,
    /// Places where an execution ended in an error.
    failed_at: Vec<Site>,
    /// An execution ended in an error that leaves the rest undefined.
    cut_short: bool,
    /// Whether blocks were lost is not known for some execution.
    leaks_unknown: bool,
    alloc_choices: bool,
    /// Looked up once: there are as many proofs as instructions.
    calls: OnceCell<(bool, bool)>,
}

/// The result of the search: what to say of obligations that were not refuted.
pub enum Decided {
    All(Evidence),
    Nothing(Obstacle),
}

impl Evidence {
    /// Adds an execution, unless it did not come to an end.
    pub fn add(&mut self, session: &Session<'_, '_>, run: &Run) -> Result<(), Obstacle> {
        let task = session.task;
        if let Some(obstacle) = Obstacle::to_ending(task, &run.outcome.end) {
            return Err(obstacle);
        }
        if let End::Error(report) = &run.outcome.end {
            let unknown =
                || Obstacle::new(Cause::Unsupported, report.span(), format!("an execution ends in {}", report.rule));
            session.index.of_error(report).ok_or_else(unknown)?;
            self.failed_at.extend(user_site(task.program, &report.stack));
            self.cut_short |= report.rule != Rule::AssertionFailure;
        }
        self.leaks_unknown |= self.loses_track(session, run);
        self.executions += 1;
        self.alloc_choices |= run.outcome.observed.alloc_choices > 0;
        self.covered.extend(&run.coverage);
        Ok(())
    }

    /// Is it unknown whether the execution lost a block?
    fn loses_track(&self, session: &Session<'_, '_>, run: &Run) -> bool {
        match &run.outcome.end {
            End::Exit(_) => run.outcome.leaks.iter().any(|leak| match leak.reach {
                Reach::Lost => session.index.of_leak(leak).is_none(),
                Reach::ByNumber => true,
                Reach::FromLocals => !session.task.terms.locals_hold_at_exit,
                Reach::FromStatics => false,
            }),
            End::AssumeFalse => false,
            _ => run.outcome.live_blocks > 0,
        }
    }

    fn verdict(&self, task: &Task<'_>, goal: &Obligation) -> Verdict {
        let site = Site::of(goal);
        let body = task.program.funcs[goal.func].body.as_ref().expect("obligations are in defined functions");
        let inst = match goal.place {
            Place::Inst(inst) => inst,
            Place::Terminator => body.blocks[goal.block].insts.len() as u32,
        };
        let reached = self.covered.contains(goal.func, Origin { block: goal.block, inst });
        if !reached && self.cut_short {
            return open("code behind an error");
        }
        if !reached {
            return Verdict::Unreachable(self.proof(task, "no execution comes here"));
        }
        if goal.rule == Rule::MemoryLeak && self.leaks_unknown {
            return open("blocks that are live when the program ends");
        }
        if self.failed_at.contains(&site) && self.cut_short {
            return open("code behind an error");
        }
        Verdict::Proved(self.proof(task, "it never fails"))
    }

    fn proof(&self, task: &Task<'_>, what: &str) -> Proof {
        let how = match self.executions {
            1 => "exact: the only execution was executed".to_owned(),
            n => format!("exact: all {n} executions were executed"),
        };
        let mut assumptions = Vec::new();
        let calls = |origin| calls_functions_of(task.program, origin);
        let found = || (calls(FuncOrigin::Model), calls(FuncOrigin::Companion));
        let (models, companions) = *self.calls.get_or_init(found);
        if models {
            assumptions.push(Assumption::LibraryModels);
        }
        if companions {
            assumptions.push(Assumption::CompanionFiles);
        }
        if self.alloc_choices && !task.terms.alloc_may_fail {
            assumptions.push(Assumption::AllocationSucceeds);
        }
        Proof::new(NAME, assumptions, format!("{how}; {what}"))
    }
}

impl Decided {
    /// What to say of an obligation that was not refuted.
    pub fn verdict(&self, task: &Task<'_>, goal: GoalId) -> Verdict {
        match self {
            Decided::All(evidence) => evidence.verdict(task, &task.goals[goal]),
            Decided::Nothing(Obstacle(cause)) => Verdict::Open(Open::because(cause.clone())),
        }
    }
}

fn open(subject: &str) -> Verdict {
    Verdict::Open(Open::because(Degraded::new(Cause::Unsupported, Span::NONE, subject)))
}

/// Does other code call a function of this origin by name, or one that is not known?
fn calls_functions_of(program: &Program, origin: FuncOrigin) -> bool {
    let user = program.funcs.iter().filter(|func| func.origin != FuncOrigin::Model && func.origin != origin);
    let mut insts =
        user.filter_map(|func| func.body.as_ref()).flat_map(|body| body.blocks.iter()).flat_map(|b| &b.insts);
    insts.any(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } => program.funcs[*callee].origin == origin,
        Op::Call { .. } => has_functions_of(program, origin),
        _ => false,
    })
}

fn has_functions_of(program: &Program, origin: FuncOrigin) -> bool {
    program.funcs.iter().any(|func| func.is_defined() && func.origin == origin)
}
