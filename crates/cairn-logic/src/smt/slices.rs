//! A question cut into independent parts: conjuncts that share no variable and no function.
//!
//! The conjunction is unsatisfiable exactly if some part is, and models of the parts are a model of the whole.
//! Constant objects do not connect parts: their meaning is fixed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::formula::{Formula, FormulaId, Formulas};
use super::query::Query;
use super::shape::{Rank, Shapes};
use crate::arena::Arena;
use crate::diagram::{Cond, Conds};
use crate::term::{Sym, Term, Var};

/// A conjunction of formulas of one arena, cut into queries. Read-only; asking is up to `Solver`.
pub struct Problem<'a> {
    pub(super) arena: &'a Arena,
    pub(super) slices: Vec<Query>,
}

/// A conjunct, after splitting conjunctions; `negated` because formulas stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Piece {
    pub(super) formula: FormulaId,
    pub(super) negated: bool,
}

/// What connects two conjuncts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Symbol {
    Var(Var),
    Function(Sym),
    Address,
}

impl<'a> Problem<'a> {
    /// The question whether all the formulas can hold together. In cores a formula is named by its position.
    pub fn new(arena: &'a Arena, formulas: &Formulas, conjuncts: &[FormulaId]) -> Self {
        let pieces = pieces(formulas, conjuncts);
        let mut shapes = Shapes::new(arena, formulas);
        let mut ranked: Vec<(Rank, Piece, Vec<u32>)> = pieces
            .into_iter()
            .map(|(piece, groups)| {
                let rank = shapes.rank(piece.formula);
                ((rank.0 ^ u64::from(piece.negated), rank.1), piece, groups)
            })
            .collect();
        ranked.sort_by_key(|(rank, ..)| *rank);
        let symbols: Vec<_> = ranked.iter().map(|(_, piece, _)| symbols(arena, formulas, piece.formula)).collect();
        let mut slices: Vec<Query> = components(&symbols)
            .into_iter()
            .map(|members| {
                let members = members.into_iter().map(|i| (ranked[i].1, ranked[i].2.clone()));
                Query::export(arena, formulas, &mut shapes, members.collect())
            })
            .collect();
        slices.sort_by(|a, b| (a.node_count(), a.bytes()).cmp(&(b.node_count(), b.bytes())));
        Problem { arena, slices }
    }

    /// The question whether all the conditions can hold together.
    pub fn of_conds(conds: &'a Conds, conjuncts: &[Cond]) -> Self {
        let mut formulas = Formulas::new();
        let parts: Vec<FormulaId> = conjuncts.iter().map(|&cond| formulas.cond(conds, cond)).collect();
        Self::new(&conds.arena, &formulas, &parts)
    }

    /// The independent parts, smallest first.
    pub fn slices(&self) -> &[Query] {
        &self.slices
    }
}

/// The conjuncts of conjunctions, each once, with the positions of the formulas they come from.
fn pieces(formulas: &Formulas, conjuncts: &[FormulaId]) -> Vec<(Piece, Vec<u32>)> {
    let mut places: FxHashMap<Piece, usize> = FxHashMap::default();
    let mut pieces: Vec<(Piece, Vec<u32>)> = Vec::new();
    for (group, &root) in conjuncts.iter().enumerate() {
        let mut stack = vec![Piece { formula: root, negated: false }];
        while let Some(piece) = stack.pop() {
            let with = |formula, negated| Piece { formula, negated };
            match (formulas.get(piece.formula), piece.negated) {
                (Formula::Const(value), negated) if *value != negated => {}
                (Formula::Not(a), negated) => stack.push(with(*a, !negated)),
                (Formula::And(parts), false) => stack.extend(parts.iter().map(|&part| with(part, false))),
                (Formula::Or(parts), true) => stack.extend(parts.iter().map(|&part| with(part, true))),
                _ => {
                    let place = *places.entry(piece).or_insert_with(|| {
                        pieces.push((piece, Vec::new()));
                        pieces.len() - 1
                    });
                    let groups = &mut pieces[place].1;
                    if groups.last() != Some(&(group as u32)) {
                        groups.push(group as u32);
                    }
                }
            }
        }
    }
    pieces
}

fn symbols(arena: &Arena, formulas: &Formulas, root: FormulaId) -> FxHashSet<Symbol> {
    let atoms = formulas.subformulas(root).into_iter().filter_map(|id| formulas.own_atom(id));
    let roots: Vec<_> = atoms.flat_map(|atom| arena.atom(atom).terms()).collect();
    let mut symbols = FxHashSet::default();
    arena.for_each_subterm(&roots, |term| {
        symbols.extend(match arena.term(term) {
            Term::Var(var) => Some(Symbol::Var(*var)),
            Term::Uf { sym, .. } => Some(Symbol::Function(*sym)),
            Term::Address(_) => Some(Symbol::Address),
            _ => None,
        });
    });
    symbols
}

/// The connected groups of positions, each ascending, in order of their first members.
fn components(symbols: &[FxHashSet<Symbol>]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..symbols.len()).collect();
    fn find(leader: &mut [usize], mut i: usize) -> usize {
        while leader[i] != i {
            leader[i] = leader[leader[i]];
            i = leader[i];
        }
        i
    }
    let mut owner: FxHashMap<Symbol, usize> = FxHashMap::default();
    for (i, own) in symbols.iter().enumerate() {
        for &symbol in own {
            let other = *owner.entry(symbol).or_insert(i);
            let (a, b) = (find(&mut leader, i), find(&mut leader, other));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); symbols.len()];
    for i in 0..symbols.len() {
        groups[find(&mut leader, i)].push(i);
    }
    groups.retain(|group| !group.is_empty());
    groups
}
