//! Reads and writes at offsets that are not constant, and from one of several objects.

use super::{Cell, Object, Rest, cap, ones};
use crate::facts::{Cond, Facts, Reason};
use crate::fold::fold;
use crate::value::{MAX_ALTERNATIVES, Scalar, Values};
use cairn_logic::TermId;

/// What one of several objects holds: two reads may be of different ones, so nothing relates them.
pub(super) fn one_of_several(facts: &mut Facts, values: &Values, width: u32) -> Values {
    facts.need(values);
    let mut word: Option<Scalar> = None;
    let mut result: Option<Values> = None;
    for (scalar, _) in values.iter() {
        // Where an address leads by its number, it may be another one in each object.
        let scalar = match scalar {
            Scalar::Ptr { base, .. } if facts.is_by_number(base) => Scalar::word(facts.word_of(scalar).0),
            other => other,
        };
        let case = match scalar {
            Scalar::Word { term, undef } => {
                let (known, known_undef) = match word {
                    Some(Scalar::Word { term, undef }) => (Some(term), undef),
                    _ => (None, 0),
                };
                let constant = facts.conds.arena.as_const(term).is_some() && known.is_none_or(|known| known == term);
                let term = if constant { term } else { facts.unknown(width, Reason::Loop) };
                word = Some(Scalar::Word { term, undef: undef | known_undef });
                continue;
            }
            Scalar::Ptr { base, offset } => {
                let base = match facts.member(base) {
                    Some((family, _)) => {
                        let index = facts.unknown(facts.pointer_bits(), Reason::Loop);
                        facts.member_at(family, index)
                    }
                    None => base,
                };
                let fixed = facts.as_offset(offset).is_some();
                let width = facts.conds.arena.width(offset);
                Scalar::Ptr { base, offset: if fixed { offset } else { facts.unknown(width, Reason::Loop) } }
            }
        };
        result = Some(either(facts, case, result));
    }
    if let Some(word) = word {
        result = Some(either(facts, word, result));
    }
    result.unwrap_or_else(|| values.clone())
}

fn either(facts: &mut Facts, scalar: Scalar, others: Option<Values>) -> Values {
    match others {
        None => Values::one(scalar),
        Some(others) => {
            let this = facts.choice();
            Values::choose(facts, this, &Values::one(scalar), &others)
        }
    }
}

/// A read at an offset that is not constant: each cell where it lies there, otherwise something.
pub(super) fn load_somewhere(
    facts: &mut Facts,
    given: Cond,
    object: &mut Object,
    offset: TermId,
    bytes: u64,
) -> Values {
    let width = 8 * bytes as u32;
    let regular = object.cells.len() < MAX_ALTERNATIVES
        && object.cells.iter().all(|(at, cell)| cell.bytes == bytes && at % bytes == 0);
    if object.rest == Rest::Zero && object.cells.is_empty() {
        return Values::word(facts.constant(width, 0));
    }
    let rest_defined = object.rest != Rest::Undefined;
    let unknown = |facts: &mut Facts, defined: bool| {
        let term = facts.unknown(width, Reason::SymbolicOffset);
        Scalar::Word { term, undef: if defined { 0 } else { ones(width) } }
    };
    if !regular {
        let defined = rest_defined && object.cells.values().all(|cell| cell.values.iter().all(|(s, _)| s.undef() == 0));
        let found = Values::one(unknown(facts, defined));
        if object.entry.is_some() {
            return found;
        }
        let ranges = fold(facts, &object.cells, bytes);
        return ranges.iter().fold(found, |found, range| range.refine(facts, given, offset, bytes, found));
    }
    // An offset that is not a multiple of the size would cross cells.
    let mut elsewhere = Cond::TRUE;
    let mut cases = Vec::new();
    let cells: Vec<(u64, Values)> = object.cells.iter().map(|(at, cell)| (*at, cell.values.clone())).collect();
    for (at, values) in cells {
        let here = object.lies_at(facts, offset, at);
        for (scalar, cond) in values.iter() {
            cases.push((scalar, facts.and(cond, here)));
        }
        let not_here = facts.not(here);
        elsewhere = facts.and(elsewhere, not_here);
    }
    let all_defined = rest_defined && cases.iter().all(|(scalar, _)| scalar.undef() == 0);
    // Beside the cells, or across them.
    cases.push((unknown(facts, all_defined), elsewhere));
    let values = Values::of(facts, cases);
    cap(facts, values, width)
}

/// A write at an offset that is not constant.
pub(super) fn store_somewhere(
    facts: &mut Facts,
    object: &mut Object,
    cond: Cond,
    offset: TermId,
    bytes: u64,
    values: &Values,
) {
    let regular = object.cells.len() < MAX_ALTERNATIVES
        && object.cells.iter().all(|(at, cell)| cell.bytes == bytes && at % bytes == 0);
    let from_origin = match object.entry.and_then(|entry| entry.origin) {
        Some(origin) => facts.conds.arena.sub(offset, origin),
        None => offset,
    };
    let aligned = facts.multiple_of(from_origin, bytes);
    if !regular || !aligned {
        return object.forget_cells(Reason::SymbolicOffset, is_tainted(values));
    }
    let offsets: Vec<u64> = object.cells.keys().copied().collect();
    for at in offsets {
        let here = object.lies_at(facts, offset, at);
        let here = facts.and(here, cond);
        let hit = if object.summary {
            let c = facts.choice();
            facts.and(here, c)
        } else {
            here
        };
        let old = object.cells[&at].clone();
        let new = Values::choose(facts, hit, values, &old.values);
        let new = cap(facts, new, 8 * bytes as u32);
        let kept = facts.and(old.kept, !hit);
        object.cells.insert(at, Cell { bytes, values: new, kept });
    }
    if object.rest != Rest::Undefined {
        let tainted = is_tainted(values);
        object.rest = if tainted { Rest::Undefined } else { Rest::Unknown(Reason::SymbolicOffset) };
    }
}

pub(super) fn is_tainted(values: &Values) -> bool {
    values.iter().any(|(scalar, _)| scalar.undef() != 0)
}
