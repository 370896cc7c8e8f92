//! Models of a query: a value for each term, checked by evaluation, made small, and told in the words of the arena.
//!
//! The values of variables and of function applications determine a model. Where two applications of a function get
//! equal arguments, the first one's value counts for both, so that every choice of values is a model of something.
//! Making a model small is greedy and bounded: it depends on the query and the first model only.

use cairn_base::Id;
use rustc_hash::FxHashMap;

use super::lower::WHOLE_ADDRESS;
use super::query::{Content, Node, Origin};
use crate::atom::Atom;
use crate::bits;
use crate::eval::{self, Call, Valuation};
use crate::term::{BaseClass, BaseConst, Sort, Term, TermId};

/// The value of each term of a query, by position. Objects have the numbers of `eval`, over the objects of the query.
pub(super) type Values = Vec<u128>;

/// How many terms and nodes may be evaluated while a model is made small.
const EFFORT: usize = 200_000;
/// How many constants of the query are tried for each variable.
const MOST_CONSTANTS: usize = 12;

/// The values that follow from what `wanted` says of variables and applications.
pub(super) fn evaluate(content: &Content, wanted: &[u128]) -> Values {
    let mut calls: FxHashMap<Call, u128> = FxHashMap::default();
    let mut values: Values = Vec::with_capacity(wanted.len());
    for (i, (term, sort)) in content.terms.iter().enumerate() {
        let value = match call(content, TermId::new(i), &values) {
            Some(Call::Address(0, _)) => 0,
            Some(call) => *calls.entry(call).or_insert(wanted[i]),
            None => operation(content, term, *sort, wanted[i], &values),
        };
        values.push(value);
    }
    values
}

fn call(content: &Content, id: TermId, values: &[u128]) -> Option<Call> {
    let sort = content.sort(id);
    match content.term(id) {
        Term::Uf { sym, args } => {
            let args = args.iter().map(|&arg| (content.sort(arg), values[arg.index()])).collect();
            Some(Call::Uf(*sym, args, sort))
        }
        Term::Address(of) => Some(Call::Address(values[of.index()], sort.width())),
        _ => None,
    }
}

fn operation(content: &Content, term: &Term, sort: Sort, wanted: u128, values: &[u128]) -> u128 {
    let value = |t: &TermId| values[t.index()];
    match term {
        Term::Const(constant) => *constant,
        Term::Lin { konst, addends } => {
            let sum = addends.iter().fold(*konst, |sum, (c, t)| sum.wrapping_add(c.wrapping_mul(value(t))));
            bits::truncate(sort.width(), sum)
        }
        Term::Bin(op, a, b) => eval::apply(*op, sort.width(), value(a), value(b)),
        Term::Extract { of, lo } => bits::truncate(sort.width(), value(of) >> lo),
        Term::Zext(of) => value(of),
        Term::Sext(of) => bits::sext(content.width(*of), sort.width(), value(of)),
        Term::BaseConst(base) => eval::base_value(*base),
        Term::BaseAt { site, index } => eval::base_at_value(*site, value(index)),
        Term::Var(_) | Term::Uf { .. } | Term::Address(_) => wanted,
    }
}

fn holds(content: &Content, atom: &Atom, values: &[u128]) -> bool {
    let value = |t: &TermId| values[t.index()];
    match atom {
        Atom::Eq { subject, value: expected } => value(subject) == *expected,
        Atom::Mask { subject, mask, value: expected } => value(subject) & mask == *expected,
        Atom::In { subject, set } => set.contains(value(subject)),
        Atom::Ule(a, b) => value(a) <= value(b),
        Atom::Sle(a, b) => {
            let width = content.width(*a);
            bits::to_signed(width, value(a)) <= bits::to_signed(width, value(b))
        }
        Atom::BaseEq(a, b) => value(a) == value(b),
    }
}

/// Whether the values are a model that respects the axioms on entry variables and addresses.
pub(super) fn is_model(content: &Content, values: &[u128]) -> bool {
    let admissible = |(i, (term, sort)): (usize, &(Term, Sort))| match term {
        Term::Var(var) => eval::is_admissible(*var, values[i]),
        Term::Address(of) if sort.width() >= WHOLE_ADDRESS => (values[i] == 0) == (values[of.index()] == 0),
        _ => true,
    };
    content.terms.iter().enumerate().all(admissible)
        && truth(content, |atom| holds(content, &content.atoms[atom], values))
}

/// The truth of the conjunction, given that of the atoms by position.
pub(super) fn truth(content: &Content, mut atom: impl FnMut(usize) -> bool) -> bool {
    let mut nodes: Vec<bool> = Vec::with_capacity(content.nodes.len());
    for node in &content.nodes {
        let at = |i: u32| nodes[i as usize];
        let value = match node {
            Node::Const(value) => *value,
            Node::Atom(position) => atom(*position as usize),
            Node::Not(a) => !at(*a),
            Node::And(parts) => parts.iter().all(|&part| at(part)),
            Node::Or(parts) => parts.iter().any(|&part| at(part)),
            Node::Ite(position, a, b) => at(if atom(*position as usize) { *a } else { *b }),
        };
        nodes.push(value);
    }
    content.conjuncts.iter().all(|&conjunct| nodes[conjunct as usize])
}

/// A model with smaller numbers, found one variable after the other.
pub(super) fn minimise(content: &Content, values: Values) -> Values {
    let mut best = values;
    let mut effort = EFFORT;
    let constants = constants(content);
    for id in content.ids() {
        let is_open = matches!(content.term(id), Term::Var(_) | Term::Uf { .. } | Term::Address(_));
        if is_open {
            shrink(content, id, &constants, &mut best, &mut effort);
        }
    }
    best
}

/// The numbers that the query mentions, small ones first.
fn constants(content: &Content) -> Vec<u128> {
    let mut constants: Vec<u128> = Vec::new();
    for atom in &content.atoms {
        match atom {
            Atom::Eq { value, .. } | Atom::Mask { value, .. } => constants.push(*value),
            Atom::In { set, .. } => constants.extend(set.parts().iter().flat_map(|&(lo, hi)| [lo, hi])),
            _ => {}
        }
    }
    constants.extend(content.terms.iter().filter_map(|(term, _)| match term {
        Term::Const(value) => Some(*value),
        _ => None,
    }));
    constants.sort_unstable();
    constants.dedup();
    constants.truncate(MOST_CONSTANTS);
    constants
}

/// How far a number is from what people like to read.
fn cost(sort: Sort, value: u128) -> u128 {
    match sort {
        Sort::Base => value,
        Sort::Bv(width) => match bits::to_signed(width, value) {
            negative @ ..0 => negative.unsigned_abs().saturating_mul(2).saturating_add(1),
            positive => (positive as u128).saturating_mul(2),
        },
    }
}

fn shrink(content: &Content, id: TermId, constants: &[u128], best: &mut Values, effort: &mut usize) {
    let sort = content.sort(id);
    let Sort::Bv(width) = sort else {
        try_value(content, id, eval::base_value(BaseConst::NULL), best, effort);
        return;
    };
    let fixed = [0, 1].into_iter().chain(constants.iter().copied()).chain([bits::ones(width)]);
    let mut candidates: Vec<u128> = fixed.map(|value| bits::truncate(width, value)).collect();
    candidates.sort_by_key(|&value| (cost(sort, value), value));
    candidates.dedup();
    if candidates.into_iter().any(|value| try_value(content, id, value, best, effort)) {
        return;
    }
    // No favourite fits: clear bits from the top, each if the rest can stay.
    for bit in (0..width).rev() {
        let value = best[id.index()];
        if value >> bit & 1 == 1 {
            try_value(content, id, value & !(1 << bit), best, effort);
        }
    }
}

/// Takes over a cheaper value if the query still holds. Also true if the present value is at least as good.
fn try_value(content: &Content, id: TermId, value: u128, best: &mut Values, effort: &mut usize) -> bool {
    let sort = content.sort(id);
    if cost(sort, best[id.index()]) <= cost(sort, value) {
        return best[id.index()] == value;
    }
    let step = content.terms.len() + content.nodes.len();
    if *effort < step {
        return false;
    }
    *effort -= step;
    let mut wanted = best.clone();
    wanted[id.index()] = value;
    let values = evaluate(content, &wanted);
    let better = values[id.index()] == value && is_model(content, &values);
    if better {
        *best = values;
    }
    better
}

/// The number that an object of the query has in the arena.
fn object_in_arena(origin: &Origin, object: u128) -> u128 {
    if object >> 127 == 0 {
        return object;
    }
    let real = eval::base_value(origin.bases[(object >> 64) as u32 as usize]);
    // The number of a member is that of its site with one more mark and the index.
    real | object & (1 << 126 | u128::from(u64::MAX))
}

/// Adds a model to a valuation of the arena that the query came from.
pub(super) fn translate(content: &Content, origin: &Origin, values: &[u128], into: &mut Valuation) {
    let here = |sort: Sort, value: u128| match sort {
        Sort::Base => object_in_arena(origin, value),
        Sort::Bv(_) => value,
    };
    for id in content.ids() {
        let (sort, value) = (content.sort(id), values[id.index()]);
        match (content.term(id), call(content, id, values)) {
            (Term::Var(var), _) => into.set(origin.vars[var.key as usize], here(sort, value)),
            (_, Some(Call::Uf(sym, args, result))) => {
                let args = args.iter().map(|&(sort, arg)| (sort, here(sort, arg))).collect();
                into.calls.insert(Call::Uf(origin.syms[sym.0 as usize], args, result), here(result, value));
            }
            (_, Some(Call::Address(object, width))) if object != 0 => {
                into.calls.insert(Call::Address(object_in_arena(origin, object), width), value);
            }
            _ => {}
        }
    }
}

/// Whether the query leaves an identity open that the evaluator decides, so that a model of Z3 need not be one for it:
/// summary objects, and members of a family beside the family as a whole or beside members counted differently.
pub(super) fn has_open_identities(content: &Content) -> bool {
    let mut forms: FxHashMap<BaseConst, Option<u32>> = FxHashMap::default();
    content.ids().any(|id| {
        let Some(site) = content.site(id) else { return false };
        let form = match content.term(id) {
            Term::BaseAt { index, .. } => Some(content.width(*index)),
            _ => None,
        };
        site.class == BaseClass::Summary || *forms.entry(site).or_insert(form) != form
    })
}
