//! The store of terms and atoms of one function: interning, structural order, traversal, names.
//!
//! Equal content has equal ids, and the canonical form of a term depends on its structure alone, never on what was made
//! before it, so that a term means the same bytes in every arena. Dropped as a whole; nothing is static or shared.
//! Not here: how canonical forms are found (`arith`, `bitops`, `compare`).

use std::cmp::Ordering;

use cairn_base::{Id, IdVec};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::{Atom, AtomId, AtomNode};
use crate::bits::{self, KnownBits};
use crate::term::{BaseClass, BaseConst, BinOp, Sort, Sym, Term, TermId, Var};
use crate::unique::{UniqueTable, mix, mix128};

/// A term with what is computed once, at its creation.
struct TermNode {
    term: Term,
    sort: Sort,
    hash: u64,
    height: u32,
    /// Nodes when it is written as a tree, as far as they can be counted.
    weight: u32,
    /// A bit per variable, modulo 64: a cheap "does not mention".
    bloom: u64,
    known: KnownBits,
}

/// All terms and atoms of one function.
#[derive(Default)]
pub struct Arena {
    terms: IdVec<TermId, TermNode>,
    term_table: UniqueTable,
    pub(crate) atoms: IdVec<AtomId, AtomNode>,
    pub(crate) atom_table: UniqueTable,
    /// The place of a subject in the order of diagrams: first occurrence in an atom.
    pub(crate) subject_ranks: FxHashMap<TermId, u32>,
    /// Parts of terms that were asked for: the same part of a shared term is made once.
    pub(crate) extracts: FxHashMap<(TermId, u32, u32), TermId>,
    var_names: FxHashMap<Var, Box<str>>,
    base_names: FxHashMap<BaseConst, Box<str>>,
    sym_names: FxHashMap<Sym, Box<str>>,
}

impl Arena {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes a term has when it is written as a tree.
    pub fn weight(&self, id: TermId) -> u32 {
        self.terms[id].weight
    }

    pub fn term(&self, id: TermId) -> &Term {
        &self.terms[id].term
    }

    pub fn sort(&self, id: TermId) -> Sort {
        self.terms[id].sort
    }

    /// The width of a word term.
    ///
    /// # Panics
    /// If the term is an object identity.
    pub fn width(&self, id: TermId) -> u32 {
        self.terms[id].sort.width()
    }

    /// Bits that are the same in every valuation. (`NONE` for object identities.)
    pub fn known_bits(&self, id: TermId) -> KnownBits {
        self.terms[id].known
    }

    pub fn as_const(&self, id: TermId) -> Option<u128> {
        match self.terms[id].term {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_var(&self, id: TermId) -> Option<Var> {
        match self.terms[id].term {
            Term::Var(var) => Some(var),
            _ => None,
        }
    }

    pub fn term_count(&self) -> usize {
        self.terms.len()
    }

    pub fn atom_count(&self) -> usize {
        self.atoms.len()
    }

    pub fn term_ids(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        self.terms.ids()
    }

    pub fn atom_ids(&self) -> impl DoubleEndedIterator<Item = AtomId> + use<> {
        self.atoms.ids()
    }

    pub fn var(&mut self, var: Var) -> TermId {
        if let Sort::Bv(width) = var.sort {
            assert!((1..=bits::MAX_WIDTH).contains(&width), "a word has 1 to 128 bits");
        }
        self.intern(Term::Var(var), var.sort)
    }

    /// A constant word, reduced modulo 2^width.
    pub fn constant(&mut self, width: u32, value: u128) -> TermId {
        self.intern(Term::Const(bits::truncate(width, value)), Sort::Bv(width))
    }

    pub fn base(&mut self, base: BaseConst) -> TermId {
        self.intern(Term::BaseConst(base), Sort::Base)
    }

    pub fn null(&mut self) -> TermId {
        self.base(BaseConst::NULL)
    }

    /// The `index`-th object made at `site`, for an index of at most 64 bits.
    pub fn base_at(&mut self, site: BaseConst, index: TermId) -> TermId {
        assert!(self.width(index) <= 64, "the index of an object has at most 64 bits");
        assert!(site.class != BaseClass::Null, "null is not a family");
        self.intern(Term::BaseAt { site, index }, Sort::Base)
    }

    /// `sym(args)`, of which nothing is known but that equal arguments give equal results.
    pub fn uf(&mut self, sym: Sym, args: &[TermId], sort: Sort) -> TermId {
        self.intern(Term::Uf { sym, args: args.into() }, sort)
    }

    /// The address of an object as a word: 0 for null, uninterpreted otherwise.
    pub fn address(&mut self, base: TermId, width: u32) -> TermId {
        if let Term::BaseConst(BaseConst::NULL) = self.terms[base].term {
            return self.constant(width, 0);
        }
        self.intern(Term::Address(base), Sort::Bv(width))
    }

    /// The address of an object as a word, if some term speaks of it.
    pub fn known_address(&self, base: TermId, width: u32) -> Option<TermId> {
        let (term, sort) = (Term::Address(base), Sort::Bv(width));
        let same = |id: u32| {
            let node = &self.terms[TermId::new(id as usize)];
            node.sort == sort && node.term == term
        };
        self.term_table.find(self.hash_of(&term, sort), same).map(|id| TermId::new(id as usize))
    }

    /// The only way into the table. A word whose bits are all known becomes a constant here.
    pub(crate) fn intern(&mut self, term: Term, sort: Sort) -> TermId {
        let hash = self.hash_of(&term, sort);
        let terms = &self.terms;
        let same = |id: u32| {
            let node = &terms[TermId::new(id as usize)];
            node.hash == hash && node.sort == sort && node.term == term
        };
        if let Some(id) = self.term_table.find(hash, same) {
            return TermId::new(id as usize);
        }
        let known = self.known_of(&term, sort);
        if let (Sort::Bv(width), false) = (sort, matches!(term, Term::Const(_)))
            && let Some(value) = known.value(width)
        {
            return self.constant(width, value);
        }
        let (mut height, mut weight, mut bloom) = (0, 1u32, 0);
        if let Term::Var(var) = term {
            bloom = bloom_of(var);
        }
        term.for_each_child(|child| {
            height = height.max(self.terms[child].height + 1);
            weight = weight.saturating_add(self.terms[child].weight);
            bloom |= self.terms[child].bloom;
        });
        let id = self.terms.push(TermNode { term, sort, hash, height, weight, bloom, known });
        let terms = &self.terms;
        self.term_table.insert(hash, id.index() as u32, |other| terms[TermId::new(other as usize)].hash);
        id
    }

    fn hash_of(&self, term: &Term, sort: Sort) -> u64 {
        let sort = match sort {
            Sort::Bv(width) => u64::from(width),
            Sort::Base => 0,
        };
        let mut hash = mix(u64::from(term.kind()), sort);
        match term {
            Term::Const(value) => hash = mix128(hash, *value),
            Term::Var(var) => hash = mix(mix(hash, var.class as u64), u64::from(var.key)),
            Term::BaseConst(base) | Term::BaseAt { site: base, .. } => {
                hash = mix(mix(hash, base.class as u64), u64::from(base.key));
            }
            Term::Lin { konst, addends } => {
                hash = mix128(hash, *konst);
                hash = addends.iter().fold(hash, |hash, &(coefficient, _)| mix128(hash, coefficient));
            }
            Term::Bin(op, ..) => hash = mix(hash, *op as u64),
            Term::Extract { lo, .. } => hash = mix(hash, u64::from(*lo)),
            Term::Uf { sym, .. } => hash = mix(hash, u64::from(sym.0)),
            Term::Zext(_) | Term::Sext(_) | Term::Address(_) => {}
        }
        term.for_each_child(|child| hash = mix(hash, self.terms[child].hash));
        hash
    }

    /// The structural hash of a term: equal in every arena.
    pub fn term_hash(&self, id: TermId) -> u64 {
        self.terms[id].hash
    }

    fn known_of(&self, term: &Term, sort: Sort) -> KnownBits {
        let Sort::Bv(width) = sort else { return KnownBits::NONE };
        let known = |id: &TermId| self.terms[*id].known;
        match term {
            Term::Const(value) => KnownBits::constant(width, *value),
            Term::Lin { konst, addends } => self.known_of_sum(width, *konst, addends),
            Term::Bin(BinOp::And, a, b) => known(a).and(known(b)),
            Term::Bin(BinOp::Or, a, b) => known(a).or(known(b)),
            Term::Bin(BinOp::Xor, a, b) => known(a).xor(known(b)),
            Term::Bin(BinOp::LShr, a, b) => match self.as_const(*b) {
                Some(by) if by < u128::from(width) => known(a).lshr(width, by as u32),
                _ => KnownBits::NONE,
            },
            Term::Extract { of, lo } => {
                let of = known(of);
                KnownBits { zeros: bits::truncate(width, of.zeros >> lo), ones: bits::truncate(width, of.ones >> lo) }
            }
            Term::Zext(of) => {
                let narrow = bits::ones(self.width(*of));
                KnownBits { zeros: known(of).zeros | (bits::ones(width) & !narrow), ones: known(of).ones }
            }
            Term::Sext(of) => {
                let narrow = self.width(*of);
                let known = known(of);
                KnownBits { zeros: bits::sext(narrow, width, known.zeros), ones: bits::sext(narrow, width, known.ones) }
            }
            _ => KnownBits::NONE,
        }
    }

    /// Exact when no two addends can have the same bit; otherwise only the low bits that no addend reaches are known.
    fn known_of_sum(&self, width: u32, konst: u128, addends: &[Addend]) -> KnownBits {
        if let [(minus_one, term)] = *addends
            && minus_one == bits::ones(width)
            && self.terms[term].known.possible(width) & !konst == 0
        {
            // konst − t without a borrow, as in ~t and 1 − flag.
            let known = self.terms[term].known;
            return KnownBits { zeros: (bits::ones(width) & !konst) | known.ones, ones: konst & known.zeros };
        }
        let mut sum = KnownBits::constant(width, konst);
        let (mut disjoint, mut reach) = (true, width);
        for &(coefficient, term) in addends {
            let part = self.known_of_product(width, coefficient, term);
            let possible = part.possible(width);
            disjoint &= sum.possible(width) & possible == 0;
            reach = reach.min(possible.trailing_zeros());
            sum = sum.or(part);
        }
        if disjoint {
            return sum;
        }
        let low = bits::low_ones(reach);
        KnownBits { zeros: low & !konst, ones: low & konst }
    }

    pub(crate) fn known_of_product(&self, width: u32, coefficient: u128, term: TermId) -> KnownBits {
        let known = self.terms[term].known;
        let zeros = coefficient.trailing_zeros();
        if coefficient.is_power_of_two() {
            return known.shl(width, zeros);
        }
        let low = zeros + known.possible(width).trailing_zeros().min(width);
        KnownBits { zeros: bits::truncate(width, bits::low_ones(low)), ones: 0 }
    }

    /// A total order by structure: variables first, then by height. The same in every arena.
    pub fn order(&self, a: TermId, b: TermId) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (x, y) = (&self.terms[a], &self.terms[b]);
        let rough = (x.height, x.term.kind()).cmp(&(y.height, y.term.kind()));
        rough.then_with(|| match (&x.term, &y.term) {
            (Term::Const(v), Term::Const(w)) => (x.sort, v).cmp(&(y.sort, w)),
            (Term::Var(v), Term::Var(w)) => v.cmp(w),
            (Term::BaseConst(v), Term::BaseConst(w)) => v.cmp(w),
            _ => x.hash.cmp(&y.hash).then_with(|| self.order_deeply(a, b)),
        })
    }

    /// For different terms of one kind with equal hashes: practically never.
    fn order_deeply(&self, a: TermId, b: TermId) -> Ordering {
        let (x, y) = (&self.terms[a], &self.terms[b]);
        x.sort.cmp(&y.sort).then_with(|| self.own_data(&x.term).cmp(&self.own_data(&y.term))).then_with(|| {
            let pairs = children(&x.term).into_iter().zip(children(&y.term));
            pairs.map(|(c, d)| self.order(c, d)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// Everything of a term that is neither its sort nor a subterm.
    fn own_data(&self, term: &Term) -> Vec<u128> {
        match term {
            Term::Lin { konst, addends } => {
                let mut data = vec![addends.len() as u128, *konst];
                data.extend(addends.iter().map(|a| a.0));
                data
            }
            Term::Bin(op, ..) => vec![*op as u128],
            Term::Extract { lo, .. } => vec![u128::from(*lo)],
            Term::Uf { sym, args } => vec![args.len() as u128, u128::from(sym.0)],
            Term::BaseAt { site, .. } => vec![site.class as u128, u128::from(site.key)],
            _ => Vec::new(),
        }
    }

    /// Whether the variable occurs in the term.
    pub fn mentions(&self, term: TermId, var: Var) -> bool {
        self.terms[term].bloom & bloom_of(var) != 0 && self.any_subterm(term, |t| *t == Term::Var(var))
    }

    /// Whether some subterm (the term included) has the property.
    pub fn any_subterm(&self, root: TermId, property: impl Fn(&Term) -> bool) -> bool {
        let mut found = false;
        self.for_each_subterm(&[root], |t| found |= property(self.term(t)));
        found
    }

    /// Visits each distinct subterm of the roots once, a term after its subterms.
    pub fn for_each_subterm(&self, roots: &[TermId], mut visit: impl FnMut(TermId)) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((term, done)) = stack.pop() {
            if done {
                visit(term);
            } else if seen.insert(term) {
                stack.push((term, true));
                let mut below = children(self.term(term));
                below.reverse();
                stack.extend(below.into_iter().map(|t| (t, false)));
            }
        }
    }

    /// The variables of a term, each once, in the order of a walk.
    pub fn vars(&self, root: TermId) -> Vec<Var> {
        let mut vars = Vec::new();
        self.for_each_subterm(&[root], |t| vars.extend(self.as_var(t)));
        vars
    }

    /// Names are for display only and no part of a variable's identity.
    pub fn name_var(&mut self, var: Var, name: &str) {
        self.var_names.insert(var, name.into());
    }

    pub fn name_base(&mut self, base: BaseConst, name: &str) {
        self.base_names.insert(base, name.into());
    }

    pub fn name_sym(&mut self, sym: Sym, name: &str) {
        self.sym_names.insert(sym, name.into());
    }

    pub fn var_name(&self, var: Var) -> Option<&str> {
        self.var_names.get(&var).map(AsRef::as_ref)
    }

    pub fn base_name(&self, base: BaseConst) -> Option<&str> {
        self.base_names.get(&base).map(AsRef::as_ref)
    }

    pub fn sym_name(&self, sym: Sym) -> Option<&str> {
        self.sym_names.get(&sym).map(AsRef::as_ref)
    }

    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id].atom
    }
}

type Addend = crate::term::Addend;

fn children(term: &Term) -> Vec<TermId> {
    let mut children = Vec::new();
    term.for_each_child(|t| children.push(t));
    children
}

fn bloom_of(var: Var) -> u64 {
    1 << (mix(var.class as u64, u64::from(var.key)) & 63)
}
