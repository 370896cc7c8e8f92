//! Summaries and outcomes in other numberings of functions and variables.
//!
//! What is found out about functions speaks of symbols by the ids of a little program (`scope`); it is put into the ids of
//! the whole program, of another little program, or into numbers of its own, for its hash. Nothing but ids changes, and no
//! order.

use crate::aliasing::Apart;
use crate::analysis::Stop;
use crate::entry::{Classes, Owner, Path};
use crate::failing_call::FailingCall;
use crate::modular::Outcome;
use crate::summary::{FunctionSummary, MadeKind};
use crate::verdicts::Check;
use cairn_ir::{FuncId, GlobalId, Id, Span};
use cairn_logic::{BaseClass, BaseConst};

/// Gives other ids.
pub(crate) trait Names {
    /// Of a function that may be called.
    fn func(&mut self, id: FuncId) -> FuncId;
    /// Of a function in which something may go wrong.
    fn place(&mut self, id: FuncId) -> FuncId;
    fn global(&mut self, id: GlobalId) -> GlobalId;
    fn span(&mut self, span: Span) -> Span;
}

pub(crate) fn check(names: &mut dyn Names, check: Check) -> Check {
    Check { func: names.place(check.func), ..check }
}

fn owner(names: &mut dyn Names, owner: Owner) -> Owner {
    match owner {
        Owner::Global(id) => Owner::Global(names.global(id)),
        owner => owner,
    }
}

fn kind(names: &mut dyn Names, kind: MadeKind) -> MadeKind {
    match kind {
        MadeKind::Heap(site) => MadeKind::Heap(check(names, site)),
        MadeKind::Stack => MadeKind::Stack,
    }
}

fn apart(names: &mut dyn Names, apart: Apart) -> Apart {
    match apart {
        Apart::Always(a, b) => Apart::Always(owner(names, a), owner(names, b)),
        Apart::UnlessEqual(a, b) => Apart::UnlessEqual(owner(names, a), owner(names, b)),
    }
}

fn base(names: &mut dyn Names, base: BaseConst) -> BaseConst {
    let key = match base.class {
        BaseClass::Global => names.global(GlobalId::new(base.key as usize)).index(),
        BaseClass::Function => names.func(FuncId::new(base.key as usize)).index(),
        _ => return base,
    };
    BaseConst::new(base.class, key as u32)
}

fn classes(names: &mut dyn Names, classes: Classes) -> Classes {
    let path = |names: &mut dyn Names, path| match path {
        Path::Global(id) => Path::Global(names.global(id)),
        Path::Through(id, steps) => Path::Through(names.global(id), steps),
        path => path,
    };
    classes.into_iter().map(|(at, class)| (path(names, at), class)).collect()
}

impl FunctionSummary {
    pub(crate) fn renamed(mut self, names: &mut dyn Names) -> FunctionSummary {
        // Records that this engine wrote are well formed.
        let records = self.records.with_bases(|old| base(names, old));
        self.records = records.unwrap_or_default();
        self.places.iter_mut().for_each(|(at, _)| *at = owner(names, *at));
        self.words.iter_mut().for_each(|(at, ..)| *at = owner(names, *at));
        self.effects.iter_mut().for_each(|effect| effect.owner = owner(names, effect.owner));
        for made in &mut self.made {
            (made.base, made.kind) = (base(names, made.base), kind(names, made.kind));
        }
        self.latents.iter_mut().for_each(|latent| latent.check = check(names, latent.check));
        self.apart.iter_mut().for_each(|granted| *granted = apart(names, *granted));
        self.defined.iter_mut().for_each(|at| *at = owner(names, *at));
        self.touched.iter_mut().for_each(|touched| touched.owner = owner(names, touched.owner));
        self
    }
}

impl Outcome {
    pub(crate) fn renamed(self, names: &mut dyn Names) -> Outcome {
        let summary = match self.summary {
            Ok(summary) => Ok(summary.renamed(names)),
            Err(Stop::Loop(span)) => Err(Stop::Loop(names.span(span))),
            Err(stop) => Err(stop),
        };
        let mut all =
            |checks: std::collections::BTreeSet<Check>| checks.into_iter().map(|old| check(names, old)).collect();
        let (latents, manifest, unconditional) = (all(self.latents), all(self.manifest), all(self.unconditional));
        let call = |call: FailingCall| {
            let place = check(names, call.check);
            call.renamed(place, |global| names.global(global))
        };
        let failing_calls = self.failing_calls.into_iter().map(call).collect();
        Outcome {
            summary,
            failing_calls,
            latents,
            manifest,
            unconditional,
            verdicts: self.verdicts.renamed(|old| check(names, old)),
            visited: self.visited.into_iter().map(|((func, block), end)| ((names.place(func), block), end)).collect(),
            classes: classes(names, self.classes),
            not_followed: self.not_followed.into_iter().map(|func| names.func(func)).collect(),
            given_undefined: self.given_undefined.into_iter().map(|func| names.func(func)).collect(),
            ..self
        }
    }
}
