//! From a canonical query to Z3's terms: what both encodings of words share.
//!
//! Formula, functions and objects are here; words are in `bv` and `int`. Objects are constants of a free sort with the
//! axioms that `Arena::base_eq` promises: different constants differ, members of a family differ from all but members
//! with the same index, entry variables differ from everything made since entry. Where it promises nothing, nothing is
//! said: whether something is a summary object is an open predicate, and a family as a whole may or may not be one of
//! its members. An address is a function of the object: 0 for null and, if it is wide enough to be a whole address,
//! for nothing else.

use cairn_base::Id;
use rustc_hash::FxHashMap;

use super::query::{Content, Node, Query};
use super::z3::{Ast, Func, Session, SortRef};
use crate::atom::Atom;
use crate::term::{BaseClass, BaseConst, Sort, Term, TermId, VarClass};

/// How words are told to Z3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Encoding {
    /// Integers with explicit quotients: exact, for linear operations and constant masks, shifts and divisors.
    Int,
    /// Bit-vectors: everything.
    Bv,
}

/// Addresses of at least this width are not 0 for an object.
pub(super) const WHOLE_ADDRESS: u32 = 32;

/// A query in the course of being told to a session.
pub(super) struct Lowering<'s, 'q> {
    pub(super) session: &'s Session,
    pub(super) content: &'q Content,
    pub(super) encoding: Encoding,
    /// By position; `None` for what no conjunct reaches.
    terms: Vec<Option<Ast<'s>>>,
    atoms: Vec<Option<Ast<'s>>>,
    nodes: Vec<Option<Ast<'s>>>,
    functions: FxHashMap<String, Func<'s>>,
    pub(super) quotients: FxHashMap<(TermId, u128, bool), Ast<'s>>,
    pub(super) null: Ast<'s>,
    object: SortRef<'s>,
}

impl<'s, 'q> Lowering<'s, 'q> {
    /// Declares everything and asserts the axioms, but no conjunct.
    pub(super) fn new(session: &'s Session, query: &'q Query, encoding: Encoding) -> Self {
        let content = &query.content;
        let object = session.free_sort("Object");
        let null = session.constant("null", object);
        let mut lowering = Lowering {
            session,
            content,
            encoding,
            terms: vec![None; content.terms.len()],
            atoms: vec![None; content.atoms.len()],
            nodes: vec![None; content.nodes.len()],
            functions: FxHashMap::default(),
            quotients: FxHashMap::default(),
            null,
            object,
        };
        lowering.lower_all();
        lowering
    }

    fn lower_all(&mut self) {
        let reached = Reached::of(self.content);
        for id in self.content.ids().filter(|id| reached.terms[id.index()]) {
            self.terms[id.index()] = Some(self.term_of(id));
        }
        self.object_axioms();
        for i in (0..self.content.atoms.len()).filter(|&i| reached.atoms[i]) {
            self.atoms[i] = Some(self.atom_of(i));
        }
        self.summary_axioms();
        for (i, node) in self.content.nodes.iter().enumerate().filter(|(i, _)| reached.nodes[*i]) {
            self.nodes[i] = Some(self.node_of(node));
        }
    }

    pub(super) fn conjunct(&self, position: usize) -> Ast<'s> {
        self.node(self.content.conjuncts[position])
    }

    fn node(&self, position: u32) -> Ast<'s> {
        self.nodes[position as usize].expect("nodes are lowered after their parts")
    }

    /// The image of a term that some conjunct reaches.
    pub(super) fn term(&self, id: TermId) -> Ast<'s> {
        self.terms[id.index()].expect("terms are lowered after their subterms")
    }

    /// The terms that some conjunct reaches, with their images.
    pub(super) fn lowered(&self) -> impl Iterator<Item = (TermId, Ast<'s>)> + '_ {
        self.terms.iter().enumerate().filter_map(|(i, ast)| Some((TermId::new(i), (*ast)?)))
    }

    fn node_of(&self, node: &Node) -> Ast<'s> {
        let atom = |position: u32| self.atoms[position as usize].expect("atoms are lowered before nodes");
        let all = |parts: &[u32]| -> Vec<Ast<'s>> { parts.iter().map(|&part| self.node(part)).collect() };
        match node {
            Node::Const(value) => self.session.truth(*value),
            Node::Atom(position) => atom(*position),
            Node::Not(a) => self.session.not(self.node(*a)),
            Node::And(parts) => self.session.and(&all(parts)),
            Node::Or(parts) => self.session.or(&all(parts)),
            Node::Ite(position, a, b) => self.session.ite(atom(*position), self.node(*a), self.node(*b)),
        }
    }

    fn sort(&self, sort: Sort) -> SortRef<'s> {
        match (sort, self.encoding) {
            (Sort::Base, _) => self.object,
            (Sort::Bv(_), Encoding::Int) => self.session.int_sort(),
            (Sort::Bv(width), Encoding::Bv) => self.session.bv_sort(width),
        }
    }

    pub(super) fn word_number(&self, width: u32, value: u128) -> Ast<'s> {
        self.session.number(value, self.sort(Sort::Bv(width)))
    }

    fn term_of(&mut self, id: TermId) -> Ast<'s> {
        let sort = self.content.sort(id);
        let open = match self.content.term(id) {
            Term::Var(var) => self.session.constant(&format!("v{}", var.key), self.sort(sort)),
            Term::BaseConst(BaseConst::NULL) => return self.null,
            Term::BaseConst(base) => return self.session.constant(&format!("o{}", base.key), self.object),
            Term::BaseAt { site, index } => {
                let name = format!("member{}_{}", site.key, self.content.width(*index));
                return self.call(name, &[*index], sort);
            }
            Term::Uf { sym, args } => self.call(format!("f{}", sym.0), args, sort),
            Term::Address(of) => self.call(format!("address{}", sort.width()), &[*of], sort),
            _ => return self.word(id),
        };
        if let Sort::Bv(width) = sort {
            self.bound_open_word(open, width);
        }
        open
    }

    fn word(&mut self, id: TermId) -> Ast<'s> {
        match self.encoding {
            Encoding::Int => self.int_term(id),
            Encoding::Bv => self.bv_term(id),
        }
    }

    /// A word that Z3 chooses is, as an integer, within its width.
    fn bound_open_word(&self, word: Ast<'s>, width: u32) {
        if self.encoding == Encoding::Int {
            self.int_bounds(word, 0, (1i128 << width) - 1);
        }
    }

    fn call(&mut self, name: String, args: &[TermId], sort: Sort) -> Ast<'s> {
        let args: Vec<(Ast<'s>, SortRef<'s>)> =
            args.iter().map(|&arg| (self.term(arg), self.sort(self.content.sort(arg)))).collect();
        let (values, domain): (Vec<Ast<'s>>, Vec<SortRef<'s>>) = args.into_iter().unzip();
        self.apply(name, &values, &domain, self.sort(sort))
    }

    fn apply(&mut self, name: String, args: &[Ast<'s>], domain: &[SortRef<'s>], range: SortRef<'s>) -> Ast<'s> {
        let known = self.functions.get(&name).copied();
        match known.or_else(|| self.session.function(&name, domain, range)) {
            Some(function) => {
                self.functions.insert(name, function);
                self.session.apply(function, args)
            }
            // The session is broken and will say so.
            None => self.session.truth(true),
        }
    }

    fn atom_of(&mut self, position: usize) -> Ast<'s> {
        let content = self.content;
        match (&content.atoms[position], self.encoding) {
            (Atom::BaseEq(a, b), _) => self.identity(position, *a, *b),
            (atom, Encoding::Int) => self.int_atom(atom),
            (atom, Encoding::Bv) => self.bv_atom(atom),
        }
    }

    fn is_summary(&self, base: TermId) -> bool {
        self.content.site(base).is_some_and(|site| site.class == BaseClass::Summary)
    }

    /// Statements that an object belongs to a summary object: the object, the summary object, the statement.
    pub(super) fn memberships(&self) -> impl Iterator<Item = (TermId, BaseConst, Ast<'s>)> + '_ {
        self.content.atoms.iter().zip(&self.atoms).filter_map(|(atom, image)| {
            let Atom::BaseEq(a, b) = *atom else { return None };
            let (summary, other) = if self.is_summary(a) { (a, b) } else { (b, a) };
            match *self.content.term(summary) {
                Term::BaseConst(site) if self.is_summary(summary) => Some((other, site, (*image)?)),
                _ => None,
            }
        })
    }

    fn identity(&mut self, position: usize, a: TermId, b: TermId) -> Ast<'s> {
        let (summary, other) = match (self.is_summary(a), self.is_summary(b)) {
            (false, false) => return self.session.eq(self.term(a), self.term(b)),
            (true, false) => (a, b),
            (false, true) => (b, a),
            (true, true) => return self.open_truth(position),
        };
        match *self.content.term(summary) {
            Term::BaseConst(site) => self.belongs(self.term(other), site),
            _ => self.open_truth(position),
        }
    }

    fn open_truth(&self, position: usize) -> Ast<'s> {
        self.session.constant(&format!("perhaps{position}"), self.session.bool_sort())
    }

    /// Whether an object is one of those that a summary object stands for.
    fn belongs(&mut self, object: Ast<'s>, site: BaseConst) -> Ast<'s> {
        self.apply(format!("belongs{}", site.key), &[object], &[self.object], self.session.bool_sort())
    }

    fn object_axioms(&mut self) {
        let content = self.content;
        let bases: Vec<(TermId, Ast<'s>)> = self.lowered().filter(|(id, _)| content.sort(*id) == Sort::Base).collect();
        let constants = bases.iter().filter(|(id, _)| matches!(content.term(*id), Term::BaseConst(_)));
        let mut different: Vec<Ast<'s>> = vec![self.null];
        different
            .extend(constants.filter(|(id, _)| *content.term(*id) != Term::BaseConst(BaseConst::NULL)).map(|c| c.1));
        if different.len() > 1 {
            self.session.assert(self.session.distinct(&different));
        }
        for (i, &(a, _)) in bases.iter().enumerate() {
            for &(b, _) in &bases[..i] {
                self.pair_axiom(a, b);
            }
        }
        if bases.iter().any(|(id, _)| matches!(content.term(*id), Term::BaseAt { .. })) {
            self.members_are_not_null(&bases);
        }
        self.address_axioms();
    }

    /// What is known of two objects that are not both constants.
    fn pair_axiom(&self, a: TermId, b: TermId) {
        let (content, session) = (self.content, self.session);
        let is_entry = |id| matches!(content.term(id), Term::Var(var) if var.class == VarClass::Entry);
        let is_new = |id| content.site(id).is_some_and(|site| site.class.is_new());
        let different = || session.not(session.eq(self.term(a), self.term(b)));
        if is_entry(a) && is_new(b) || is_entry(b) && is_new(a) {
            return session.assert(different());
        }
        match (content.term(a), content.term(b)) {
            (Term::BaseAt { site, index }, Term::BaseAt { site: other, index: second }) if site == other => {
                let comparable = content.sort(*index) == content.sort(*second);
                let same = || session.eq(self.term(a), self.term(b));
                let same_index = || session.eq(self.term(*index), self.term(*second));
                if comparable {
                    session.assert(session.implies(same(), same_index()));
                }
            }
            (Term::BaseAt { .. }, _) | (_, Term::BaseAt { .. }) => {
                if let (Some(x), Some(y)) = (content.site(a), content.site(b))
                    && x != y
                {
                    session.assert(different());
                }
            }
            _ => {}
        }
    }

    fn members_are_not_null(&self, bases: &[(TermId, Ast<'s>)]) {
        for (id, member) in bases {
            if matches!(self.content.term(*id), Term::BaseAt { .. }) {
                self.session.assert(self.session.not(self.session.eq(*member, self.null)));
            }
        }
    }

    fn address_axioms(&mut self) {
        let content = self.content;
        for (id, address) in self.lowered().collect::<Vec<_>>() {
            let Term::Address(of) = content.term(id) else { continue };
            let session = self.session;
            let is_null = session.eq(self.term(*of), self.null);
            let is_zero = session.eq(address, self.word_number(content.width(id), 0));
            let whole = content.width(id) >= WHOLE_ADDRESS;
            session.assert(if whole { session.eq(is_null, is_zero) } else { session.implies(is_null, is_zero) });
        }
    }

    /// A summary object is none of the other constants, no entry variable, and no other summary object.
    fn summary_axioms(&mut self) {
        let content = self.content;
        let mut sites: Vec<BaseConst> = content.ids().filter_map(|id| content.site(id)).collect();
        sites.retain(|site| site.class == BaseClass::Summary);
        sites.sort_unstable();
        sites.dedup();
        sites.retain(|site| self.functions.contains_key(&format!("belongs{}", site.key)));
        let bases: Vec<(TermId, Ast<'s>)> = self.lowered().filter(|(id, _)| content.sort(*id) == Sort::Base).collect();
        for (i, &site) in sites.iter().enumerate() {
            let null = self.belongs(self.null, site);
            self.session.assert(self.session.not(null));
            for &(id, object) in &bases {
                let belongs = self.belongs(object, site);
                let is_entry = matches!(content.term(id), Term::Var(var) if var.class == VarClass::Entry);
                if is_entry || content.site(id).is_some_and(|other| other != site) {
                    self.session.assert(self.session.not(belongs));
                }
                for &other in &sites[..i] {
                    let both = [belongs, self.belongs(object, other)];
                    self.session.assert(self.session.not(self.session.and(&both)));
                }
            }
        }
    }
}

/// What the conjuncts of a query reach.
struct Reached {
    terms: Vec<bool>,
    atoms: Vec<bool>,
    nodes: Vec<bool>,
}

impl Reached {
    /// Everything refers to smaller positions, so one pass from above suffices for each kind.
    fn of(content: &Content) -> Self {
        let mut reached = Reached {
            terms: vec![false; content.terms.len()],
            atoms: vec![false; content.atoms.len()],
            nodes: vec![false; content.nodes.len()],
        };
        content.conjuncts.iter().for_each(|&node| reached.nodes[node as usize] = true);
        for (i, node) in content.nodes.iter().enumerate().rev() {
            if reached.nodes[i] {
                reached.below(node);
            }
        }
        for (_, atom) in content.atoms.iter().enumerate().filter(|(i, _)| reached.atoms[*i]) {
            atom.terms().for_each(|term| reached.terms[term.index()] = true);
        }
        for (i, (term, _)) in content.terms.iter().enumerate().rev() {
            if reached.terms[i] {
                term.for_each_child(|child| reached.terms[child.index()] = true);
            }
        }
        reached
    }

    fn below(&mut self, node: &Node) {
        match node {
            Node::Const(_) => {}
            Node::Atom(atom) => self.atoms[*atom as usize] = true,
            Node::Not(a) => self.nodes[*a as usize] = true,
            Node::And(parts) | Node::Or(parts) => parts.iter().for_each(|&part| self.nodes[part as usize] = true),
            Node::Ite(atom, a, b) => {
                self.atoms[*atom as usize] = true;
                self.nodes[*a as usize] = true;
                self.nodes[*b as usize] = true;
            }
        }
    }
}
