//! One query, from canonical form to answer: a pure function of the query, the limits and the build of Z3.
//!
//! Linear queries are asked in integers first and, if that gives no answer, once more in bit-vectors. A model is
//! evaluated before it counts. Not here: caching and the translation of models into the words of an arena (`solver`).

use super::gate::{Gate, Gates};
use super::int;
use super::lower::{Encoding, Lowering};
use super::model::{self, Values};
use super::query::{Content, Node, Query};
use super::z3::{Ast, Interpretation, Outcome, Session};
use crate::eval;
use crate::term::{Sort, Term};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not asked.
    Gate(Gate),
    /// The resource limit was reached.
    Limit { rlimit: u32 },
    /// Z3 gave up for another reason, in its own words.
    GaveUp(String),
    /// The model depends on an identity that is open by design, such as that of a summary object.
    OpenIdentity,
    /// Something is wrong, in Z3 or here. Worth a report; treated like any other missing answer.
    Defect(Defect),
}

/// An inconsistency that should not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defect {
    /// The evaluator rejects what Z3 called a model of the query with this hash.
    WrongModel { query: u128 },
    /// Z3 rejected a call, or gave a value that is none.
    Broken(String),
}

/// The answer to one query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Unsat,
    Sat(Values),
    Unknown(Reason),
}

/// An answer with how it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Checked {
    pub(super) verdict: Verdict,
    /// The encoding that gave the answer; `None` if Z3 was not needed.
    pub(super) encoding: Option<Encoding>,
    /// Resource units used, over all encodings tried.
    pub(super) spent: u64,
}

/// Which encodings may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encodings {
    /// Integers where possible, then bit-vectors.
    #[default]
    Best,
    /// Only this one: for cross-checks. A query that does not fit into integers is then not answered.
    Only(Encoding),
}

pub(super) fn check(query: &Query, encodings: Encodings, gates: Gates, rlimit: u32) -> Checked {
    let content = &query.content;
    let free = |verdict| Checked { verdict, encoding: None, spent: 0 };
    if content.conjuncts.iter().any(|&node| content.nodes[node as usize] == Node::Const(false)) {
        return free(Verdict::Unsat);
    }
    if let Some(gate) = gates.refuse(content) {
        return free(Verdict::Unknown(Reason::Gate(gate)));
    }
    let mut checked = free(Verdict::Unknown(Reason::GaveUp("the query does not fit the encoding".into())));
    for encoding in possible(content, encodings) {
        let (verdict, spent) = ask(query, encoding, rlimit);
        checked = Checked { verdict, encoding: Some(encoding), spent: checked.spent + spent };
        if !matches!(checked.verdict, Verdict::Unknown(_)) {
            break;
        }
    }
    checked
}

/// The encodings to try, in order. The order is a matter of speed only.
fn possible(content: &Content, encodings: Encodings) -> Vec<Encoding> {
    match encodings {
        Encodings::Best if int::fits(content) && int::pays(content) => vec![Encoding::Int, Encoding::Bv],
        Encodings::Only(Encoding::Int) if !int::fits(content) => vec![],
        Encodings::Only(encoding) => vec![encoding],
        Encodings::Best => vec![Encoding::Bv],
    }
}

/// A unit of resources takes up to a hundred times longer in integers, and what they decide they decide soon.
fn limit(encoding: Encoding, rlimit: u32) -> u32 {
    match encoding {
        Encoding::Int => rlimit.min(10_000 + rlimit / 20),
        Encoding::Bv => rlimit,
    }
}

fn ask(query: &Query, encoding: Encoding, rlimit: u32) -> (Verdict, u64) {
    let broken = |what: &str| Verdict::Unknown(Reason::Defect(Defect::Broken(what.into())));
    let rlimit = limit(encoding, rlimit);
    let Some(session) = Session::new(rlimit) else { return (broken("no context"), 0) };
    let lowering = Lowering::new(&session, query, encoding);
    for position in 0..query.content.conjuncts.len() {
        session.assert(lowering.conjunct(position));
    }
    let verdict = match session.check(&[]) {
        Outcome::Unsat => Verdict::Unsat,
        Outcome::Sat => match read_model(&session, &lowering) {
            Some(values) => judge(query, values),
            None => broken("no model"),
        },
        Outcome::Unknown(words) => Verdict::Unknown(reason(words, rlimit)),
        Outcome::Broken(what) => broken(&what),
    };
    (verdict, session.spent())
}

fn reason(words: String, rlimit: u32) -> Reason {
    if words.contains("resource") || words == "canceled" { Reason::Limit { rlimit } } else { Reason::GaveUp(words) }
}

/// A model that the evaluator accepts, made small.
fn judge(query: &Query, values: Values) -> Verdict {
    let content = &query.content;
    let values = model::evaluate(content, &values);
    if model::is_model(content, &values) {
        return Verdict::Sat(model::minimise(content, values));
    }
    if model::has_open_identities(content) {
        return Verdict::Unknown(Reason::OpenIdentity);
    }
    Verdict::Unknown(Reason::Defect(Defect::WrongModel { query: query.content_hash() }))
}

fn read_model<'s>(session: &'s Session, lowering: &Lowering<'s, '_>) -> Option<Values> {
    let model = session.interpretation()?;
    let content = lowering.content;
    let mut values = vec![0; content.terms.len()];
    for (id, image) in lowering.lowered() {
        if let Sort::Bv(_) = content.sort(id) {
            values[cairn_base::Id::index(id)] = model.number(image)?;
        }
    }
    name_objects(lowering, &model, &mut values)?;
    Some(values)
}

/// Numbers for objects: those with a name first, then members of families, then the rest from 1 upwards.
fn name_objects<'s>(lowering: &Lowering<'s, '_>, model: &Interpretation<'s>, values: &mut Values) -> Option<()> {
    let content = lowering.content;
    let index = |id| cairn_base::Id::index(id);
    let mut named: Vec<(Ast<'s>, u128)> = vec![(model.value(lowering.null)?, 0)];
    let mut objects = Vec::new();
    for (id, image) in lowering.lowered().filter(|(id, _)| content.sort(*id) == Sort::Base) {
        let value = model.value(image)?;
        objects.push((id, value));
        match content.term(id) {
            Term::BaseConst(base) => named.push((value, eval::base_value(*base))),
            Term::BaseAt { site, index: at } => named.push((value, eval::base_at_value(*site, values[index(*at)]))),
            _ => {}
        }
    }
    for (id, site, _) in lowering.memberships().filter(|(_, _, statement)| model.is_true(*statement)) {
        named.push((model.value(lowering.term(id))?, eval::base_value(site)));
    }
    let mut unnamed = 0;
    for (id, value) in objects {
        let known = named.iter().find(|(other, _)| model.same(*other, value)).map(|n| n.1);
        values[index(id)] = known.unwrap_or_else(|| {
            unnamed += 1;
            named.push((value, unnamed));
            unnamed
        });
    }
    Some(())
}

/// Conjuncts that cannot hold together, by position, or `None` if Z3 does not find them within the limit.
/// Checked by a second, independent query that contains only these.
pub(super) fn core(query: &Query, encoding: Encoding, gates: Gates, rlimit: u32) -> (Option<Vec<usize>>, u64) {
    let Some(session) = Session::new(limit(encoding, rlimit)) else { return (None, 0) };
    let lowering = Lowering::new(&session, query, encoding);
    let marks: Vec<Ast<'_>> = (0..query.content.conjuncts.len())
        .map(|position| {
            let mark = session.constant(&format!("p{position}"), session.bool_sort());
            session.assert(session.implies(mark, lowering.conjunct(position)));
            mark
        })
        .collect();
    let core = match session.check(&marks) {
        Outcome::Unsat => session.core(&marks),
        _ => None,
    };
    let spent = session.spent();
    let Some(core) = core else { return (None, spent) };
    let again = check(&query.restricted(&core), Encodings::Best, gates, rlimit);
    ((again.verdict == Verdict::Unsat).then_some(core), spent + again.spent)
}

/// The query as SMT-LIB commands that any solver can read, for debugging.
pub(super) fn to_smtlib(query: &Query, encoding: Encoding) -> String {
    let Some(session) = Session::new(0) else { return "; no context\n".into() };
    let lowering = Lowering::new(&session, query, encoding);
    for position in 0..query.content.conjuncts.len() {
        session.assert(lowering.conjunct(position));
    }
    let body = session.to_smtlib();
    format!("; query {:032x}, {encoding:?}\n{}(check-sat)\n", query.content_hash(), body)
}
