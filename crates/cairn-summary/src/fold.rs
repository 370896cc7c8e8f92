//! Many cells side by side, looked at as a range.
//!
//! A loop whose end is decided leaves a cell for each place that it wrote. A read at an offset that is not constant does
//! not look at each of many: it is enough to know what they have in common.

use crate::facts::Facts;
use crate::heap::{Cell, MAX_CELL, ones};
use crate::ranges::{Content, Range};
use crate::value::Scalar;
use std::collections::BTreeMap;

/// Fewer cells are looked at one by one.
const FEWEST: usize = 4;

/// Cells of one size at equal distances that have something in common, and bytes side by side that are all defined.
/// Positions count from the start of the object.
pub fn fold(facts: &mut Facts, cells: &BTreeMap<u64, Cell>, bytes: u64) -> Vec<Range> {
    let mut ranges = defined_bytes(facts, cells);
    let mut run: Vec<(u64, &Cell)> = Vec::new();
    for (&at, cell) in cells.iter().filter(|(_, cell)| cell.bytes == bytes) {
        if let [.., (before, _), (last, _)] = run[..]
            && at - last != last - before
        {
            // The last one may begin the next run.
            let next = if run.len() < FEWEST { vec![run[run.len() - 1]] } else { Vec::new() };
            ranges.extend(range_of(facts, &std::mem::replace(&mut run, next), bytes));
        }
        run.push((at, cell));
    }
    ranges.extend(range_of(facts, &run, bytes));
    ranges
}

fn range_of(facts: &mut Facts, run: &[(u64, &Cell)], bytes: u64) -> Option<Range> {
    if run.len() < FEWEST {
        return None;
    }
    let content = common(facts, run, bytes)?;
    let (start, count) = (facts.offset(run[0].0), facts.offset(run.len() as u64));
    Some(Range { start, count, stride: run[1].0 - run[0].0, bytes, content })
}

/// What is defined without a gap, whatever the sizes of the cells.
fn defined_bytes(facts: &mut Facts, cells: &BTreeMap<u64, Cell>) -> Vec<Range> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (&at, cell) in cells.iter().filter(|(_, cell)| is_defined(cell)) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end += cell.bytes,
            _ => runs.push((at, at + cell.bytes)),
        }
    }
    let long = runs.into_iter().filter(|(start, end)| end - start > MAX_CELL);
    long.map(|(start, end)| {
        let (start, count) = (facts.offset(start), facts.offset(end - start));
        Range { start, count, stride: 1, bytes: 1, content: Content::Defined }
    })
    .collect()
}

fn is_defined(cell: &Cell) -> bool {
    cell.values.iter().all(|(scalar, _)| scalar.undef() == 0)
}

/// The same everywhere, or numbers at equal distances, or at least defined.
fn common(facts: &mut Facts, run: &[(u64, &Cell)], bytes: u64) -> Option<Content> {
    let singles: Option<Vec<Scalar>> = run.iter().map(|(_, cell)| cell.values.single()).collect();
    if let Some(singles) = &singles {
        if singles.iter().all(|scalar| *scalar == singles[0] && scalar.undef() == 0) {
            return Some(Content::OneOf([singles[0]].into()));
        }
        if let Some(content) = progression(facts, singles, bytes) {
            return Some(content);
        }
    }
    run.iter().all(|(_, cell)| is_defined(cell)).then_some(Content::Defined)
}

fn progression(facts: &mut Facts, singles: &[Scalar], bytes: u64) -> Option<Content> {
    let width = 8 * bytes as u32;
    if width > facts.pointer_bits() {
        return None;
    }
    let numbers: Option<Vec<u128>> = singles
        .iter()
        .map(|scalar| match scalar {
            Scalar::Word { term, undef: 0 } => facts.conds.arena.as_const(*term),
            _ => None,
        })
        .collect();
    let numbers = numbers?;
    let step = numbers[1].wrapping_sub(numbers[0]) & ones(width);
    if !numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) & ones(width) == step) {
        return None;
    }
    let index = facts.index();
    let arena = &mut facts.conds.arena;
    let index = arena.truncate(index, width);
    let moved = arena.mul_const(step, index);
    let term = arena.add_const(moved, numbers[0]);
    Some(Content::OneOf([Scalar::word(term)].into()))
}
