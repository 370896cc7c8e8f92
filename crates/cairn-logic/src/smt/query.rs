//! The canonical form of a question: no ids and no names of the arena, the same bytes whoever asks.
//!
//! Terms, atoms and formula nodes stand in post-order and refer to each other by position; variables, objects and
//! functions are numbered by first occurrence. What the numbers stand for is kept beside (`Origin`) and is no part of
//! the question. Not here: cutting into independent parts (`slices`), encodings (`lower`), answers (`check`).

use cairn_base::Id;
use rustc_hash::FxHashMap;

use super::bytes;
use super::formula::{Formula, FormulaId, Formulas};
use super::shape::{Shapes, canonical_class};
use super::slices::Piece;
use crate::arena::Arena;
use crate::atom::{Atom, AtomId};
use crate::term::{BaseClass, BaseConst, Sort, Sym, Term, TermId, Var, VarClass};

/// One node of the formula, over atoms and nodes by position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    Const(bool),
    Atom(u32),
    Not(u32),
    And(Box<[u32]>),
    Or(Box<[u32]>),
    /// Atom, then, otherwise.
    Ite(u32, u32, u32),
}

/// A conjunction to be decided, in canonical form.
#[derive(Clone)]
pub struct Query {
    pub(super) content: Content,
    pub(super) origin: Origin,
    bytes: Box<[u8]>,
}

/// The question itself. A `TermId` is a position in `terms`, the key of a variable, object or function its number.
#[derive(Clone, Default)]
pub(super) struct Content {
    pub(super) terms: Vec<(Term, Sort)>,
    pub(super) atoms: Vec<Atom>,
    pub(super) nodes: Vec<Node>,
    /// The nodes that have to hold.
    pub(super) conjuncts: Vec<u32>,
}

/// What the numbers of a query stand for in the arena that it came from.
#[derive(Clone, Default)]
pub(super) struct Origin {
    pub(super) vars: Vec<Var>,
    pub(super) bases: Vec<BaseConst>,
    pub(super) syms: Vec<Sym>,
    pub(super) atoms: Vec<AtomId>,
    /// For each conjunct, the positions of the formulas that it comes from.
    pub(super) groups: Vec<Vec<u32>>,
}

impl Query {
    /// The canonical bytes. Equal bytes, equal question.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A hash of the canonical bytes, equal on all machines.
    pub fn content_hash(&self) -> u128 {
        bytes::hash(&self.bytes)
    }

    /// Terms, atoms and formula nodes together.
    pub fn node_count(&self) -> usize {
        self.content.terms.len() + self.content.atoms.len() + self.content.nodes.len()
    }

    pub(super) fn export(
        arena: &Arena,
        formulas: &Formulas,
        shapes: &mut Shapes<'_>,
        conjuncts: Vec<(Piece, Vec<u32>)>,
    ) -> Query {
        let mut exporter = Exporter::new(arena, formulas, shapes);
        for (piece, groups) in conjuncts {
            let node = exporter.formula(piece.formula);
            let node = if piece.negated { exporter.push_node(Node::Not(node)) } else { node };
            exporter.content.conjuncts.push(node);
            exporter.origin.groups.push(groups);
        }
        Query::new(exporter.content, exporter.origin)
    }

    fn new(content: Content, origin: Origin) -> Query {
        let bytes = bytes::of(&content).into();
        Query { content, origin, bytes }
    }

    /// The same question with only some of its conjuncts. It keeps the numbers of the whole and is not canonical
    /// itself.
    pub(super) fn restricted(&self, conjuncts: &[usize]) -> Query {
        let mut content = self.content.clone();
        content.conjuncts = conjuncts.iter().map(|&i| self.content.conjuncts[i]).collect();
        let mut origin = self.origin.clone();
        origin.groups = conjuncts.iter().map(|&i| self.origin.groups[i].clone()).collect();
        Query::new(content, origin)
    }
}

impl Content {
    pub(super) fn sort(&self, term: TermId) -> Sort {
        self.terms[term.index()].1
    }

    pub(super) fn width(&self, term: TermId) -> u32 {
        self.sort(term).width()
    }

    pub(super) fn term(&self, term: TermId) -> &Term {
        &self.terms[term.index()].0
    }

    pub(super) fn as_const(&self, term: TermId) -> Option<u128> {
        match self.term(term) {
            Term::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The allocation that a constant object or the member of a family comes from.
    pub(super) fn site(&self, base: TermId) -> Option<BaseConst> {
        match *self.term(base) {
            Term::BaseConst(site) | Term::BaseAt { site, .. } => Some(site),
            _ => None,
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.terms.len()).map(TermId::new)
    }
}

/// Copies formulas out of an arena.
struct Exporter<'a, 'b> {
    arena: &'a Arena,
    formulas: &'a Formulas,
    shapes: &'a mut Shapes<'b>,
    content: Content,
    origin: Origin,
    terms: FxHashMap<TermId, TermId>,
    atoms: FxHashMap<AtomId, u32>,
    nodes: FxHashMap<FormulaId, u32>,
    vars: FxHashMap<Var, u32>,
    bases: FxHashMap<BaseConst, u32>,
    /// One number for each signature that a function is used with.
    syms: FxHashMap<(Sym, Box<[Sort]>, Sort), u32>,
}

fn numbered<K: std::hash::Hash + Eq>(numbers: &mut FxHashMap<K, u32>, key: K, on_new: impl FnOnce()) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert_with(|| {
        on_new();
        next
    })
}

impl<'a, 'b> Exporter<'a, 'b> {
    fn new(arena: &'a Arena, formulas: &'a Formulas, shapes: &'a mut Shapes<'b>) -> Self {
        Self {
            arena,
            formulas,
            shapes,
            content: Content::default(),
            origin: Origin::default(),
            terms: FxHashMap::default(),
            atoms: FxHashMap::default(),
            nodes: FxHashMap::default(),
            vars: FxHashMap::default(),
            bases: FxHashMap::default(),
            syms: FxHashMap::default(),
        }
    }

    fn push_node(&mut self, node: Node) -> u32 {
        self.content.nodes.push(node);
        self.content.nodes.len() as u32 - 1
    }

    fn formula(&mut self, root: FormulaId) -> u32 {
        let mut stack = vec![(root, false)];
        while let Some((id, done)) = stack.pop() {
            if self.nodes.contains_key(&id) {
                continue;
            }
            let children = self.ordered_children(id);
            if !done {
                stack.push((id, true));
                stack.extend(children.into_iter().rev().map(|child| (child, false)));
                continue;
            }
            let children: Vec<u32> = children.iter().map(|child| self.nodes[child]).collect();
            let node = self.node(id, children);
            self.nodes.insert(id, node);
        }
        self.nodes[&root]
    }

    fn ordered_children(&mut self, id: FormulaId) -> Vec<FormulaId> {
        let mut children = self.formulas.children(id);
        if matches!(self.formulas.get(id), Formula::And(_) | Formula::Or(_)) {
            children.sort_by_cached_key(|&child| self.shapes.rank(child));
        }
        children
    }

    fn node(&mut self, id: FormulaId, children: Vec<u32>) -> u32 {
        let node = match *self.formulas.get(id) {
            Formula::Const(value) => Node::Const(value),
            Formula::Lit(lit) => {
                let atom = Node::Atom(self.atom(lit.atom()));
                if lit.is_positive() { atom } else { Node::Not(self.push_node(atom)) }
            }
            Formula::Not(_) => Node::Not(children[0]),
            Formula::And(_) => Node::And(children.into()),
            Formula::Or(_) => Node::Or(children.into()),
            Formula::Ite(atom, ..) => Node::Ite(self.atom(atom), children[0], children[1]),
        };
        self.push_node(node)
    }

    fn atom(&mut self, id: AtomId) -> u32 {
        if let Some(&position) = self.atoms.get(&id) {
            return position;
        }
        let atom = match *self.arena.atom(id) {
            Atom::Eq { subject, value } => Atom::Eq { subject: self.term(subject), value },
            Atom::Mask { subject, mask, value } => Atom::Mask { subject: self.term(subject), mask, value },
            Atom::In { subject, ref set } => Atom::In { subject: self.term(subject), set: set.clone() },
            Atom::Ule(a, b) => Atom::Ule(self.term(a), self.term(b)),
            Atom::Sle(a, b) => Atom::Sle(self.term(a), self.term(b)),
            Atom::BaseEq(a, b) => Atom::BaseEq(self.term(a), self.term(b)),
        };
        let position = self.content.atoms.len() as u32;
        self.content.atoms.push(atom);
        self.origin.atoms.push(id);
        self.atoms.insert(id, position);
        position
    }

    fn term(&mut self, root: TermId) -> TermId {
        let mut stack = vec![(root, false)];
        while let Some((id, done)) = stack.pop() {
            if self.terms.contains_key(&id) {
                continue;
            }
            if done {
                let term = self.rename(id);
                self.terms.insert(id, TermId::new(self.content.terms.len()));
                self.content.terms.push((term, self.arena.sort(id)));
                continue;
            }
            stack.push((id, true));
            let below = stack.len();
            self.arena.term(id).for_each_child(|child| stack.push((child, false)));
            stack[below..].reverse();
        }
        self.terms[&root]
    }

    /// A term over positions and numbers, once its subterms have theirs.
    fn rename(&mut self, id: TermId) -> Term {
        let at = |t: &TermId| self.terms[t];
        match self.arena.term(id) {
            Term::Const(value) => Term::Const(*value),
            Term::Lin { konst, addends } => {
                Term::Lin { konst: *konst, addends: addends.iter().map(|(c, t)| (*c, at(t))).collect() }
            }
            Term::Bin(op, a, b) => Term::Bin(*op, at(a), at(b)),
            Term::Extract { of, lo } => Term::Extract { of: at(of), lo: *lo },
            Term::Zext(of) => Term::Zext(at(of)),
            Term::Sext(of) => Term::Sext(at(of)),
            Term::Address(of) => Term::Address(at(of)),
            Term::Uf { sym, args } => {
                let renamed = args.iter().map(at).collect();
                let signature = (*sym, args.iter().map(|&arg| self.arena.sort(arg)).collect(), self.arena.sort(id));
                let number = numbered(&mut self.syms, signature, || self.origin.syms.push(*sym));
                Term::Uf { sym: Sym(number), args: renamed }
            }
            Term::BaseAt { site, index } => {
                let index = at(index);
                Term::BaseAt { site: self.base(*site), index }
            }
            Term::BaseConst(base) => Term::BaseConst(self.base(*base)),
            Term::Var(var) => Term::Var(self.var(*var)),
        }
    }

    /// Queries tell variables apart by sort, and object variables by whether they were there on entry.
    fn var(&mut self, var: Var) -> Var {
        let number = numbered(&mut self.vars, var, || self.origin.vars.push(var));
        let is_entry = var.sort == Sort::Base && var.class == VarClass::Entry;
        Var::new(var.sort, if is_entry { VarClass::Entry } else { VarClass::Havoc }, number)
    }

    fn base(&mut self, base: BaseConst) -> BaseConst {
        if base.class == BaseClass::Null {
            return BaseConst::NULL;
        }
        let number = numbered(&mut self.bases, base, || self.origin.bases.push(base));
        BaseConst::new(canonical_class(base.class), number)
    }
}
