//! What the names in a callee's summary stand for at a call: the caller's values, with their conditions.
//!
//! A place of the callee is an address of the caller, which may be one of several; a word likewise. Where there is one
//! case only, records are read with the caller's term in the place of the name. Otherwise the name stays as a placeholder,
//! and each atom that mentions it becomes the disjunction over the cases.

use crate::entry::Quality;
use crate::facts::{Cond, Facts, Keys, Reason};
use crate::heap::{cap, ones};
use crate::rules::Ruling;
use crate::summary::{CaseRecords, FunctionSummary, ScalarRecord};
use crate::value::{Scalar, Values};
use cairn_logic::{
    Arena, AtomId, BaseConst, Bracket, Conds, Importer, Leaves, RecordId, Sort, Subst, Term, TermId, Var, VarClass,
};
use rustc_hash::FxHashMap;

/// More combinations of cases than this for one atom or term are not told apart.
const MOST_COMBINATIONS: usize = 64;
/// Objects of callees that are not handed on have numbers from here on, which objects of the caller never get.
const NOT_HANDED_ON: u32 = 1 << 31;

/// One thing that an address of the callee may be.
#[derive(Clone, Copy, Debug)]
pub struct PlaceCase {
    pub base: TermId,
    pub offset: TermId,
    pub guard: Cond,
    pub size: TermId,
    pub qualities: [Cond; Quality::ALL.len()],
    /// The object is one of several that are looked at as one.
    pub several: bool,
    /// There is such an object in the caller's heap.
    pub known: bool,
    /// The address may not be defined.
    pub tainted: bool,
}

/// One thing that a word of the callee may be.
#[derive(Clone, Copy, Debug)]
pub struct WordCase {
    pub term: TermId,
    pub undef: u128,
    pub guard: Cond,
}

/// What stands for names of the callee: groups of cases, and for each variable its part in one.
#[derive(Default)]
pub struct Images {
    groups: Vec<Vec<Cond>>,
    parts: FxHashMap<Var, Part>,
    direct: FxHashMap<Var, TermId>,
    bases: FxHashMap<BaseConst, TermId>,
    undefined: FxHashMap<TermId, Vec<u128>>,
}

/// A placeholder: in each case of its group, a term or a condition.
struct Part {
    placeholder: Var,
    group: usize,
    terms: Vec<Meaning>,
}

#[derive(Clone, Copy)]
enum Meaning {
    Term(TermId),
    Cond(Cond),
}

impl Images {
    pub fn set_base(&mut self, base: BaseConst, by: TermId) {
        self.bases.insert(base, by);
    }

    /// A variable that stands for one term.
    pub fn set(&mut self, var: Var, by: TermId) {
        self.direct.insert(var, by);
    }

    /// Names of a place: its object, offset, size and qualities.
    pub fn set_place(&mut self, facts: &mut Facts, id: u32, cases: &[PlaceCase]) {
        let bits = facts.pointer_bits();
        let [base, offset, size] = Facts::vars_of_address(bits, id);
        let group = self.groups.len();
        self.groups.push(cases.iter().map(|case| case.guard).collect());
        let terms = |f: fn(&PlaceCase) -> TermId| cases.iter().map(|case| Meaning::Term(f(case))).collect();
        self.set_object(facts, base, group, cases);
        self.set_part(facts, offset, group, terms(|case| case.offset));
        self.set_part(facts, size, group, terms(|case| case.size));
        for quality in Quality::ALL {
            let meanings = cases.iter().map(|case| Meaning::Cond(case.qualities[quality as usize])).collect();
            self.set_part(facts, Facts::quality_var(id, quality), group, meanings);
        }
    }

    fn set_object(&mut self, facts: &mut Facts, base: Var, group: usize, cases: &[PlaceCase]) {
        let meanings = cases.iter().map(|case| Meaning::Term(case.base)).collect();
        if cases.iter().all(|case| !case.tainted) {
            return self.set_part(facts, base, group, meanings);
        }
        let all = ones(facts.pointer_bits());
        let undefined = cases.iter().map(|case| if case.tainted { all } else { 0 }).collect();
        self.set_tainted(facts, base, group, meanings, undefined);
    }

    /// The name of a word of entry.
    pub fn word(index: usize, bytes: u64) -> Var {
        Var::new(Sort::Bv(8 * bytes as u32), VarClass::Entry, 2 * index as u32 + 1)
    }

    pub fn set_word(&mut self, facts: &mut Facts, index: usize, bytes: u64, cases: &[WordCase]) {
        let var = Images::word(index, bytes);
        let group = self.groups.len();
        self.groups.push(cases.iter().map(|case| case.guard).collect());
        let meanings: Vec<Meaning> = cases.iter().map(|case| Meaning::Term(case.term)).collect();
        if cases.iter().all(|case| case.undef == 0) {
            return self.set_part(facts, var, group, meanings);
        }
        let undefined = cases.iter().map(|case| case.undef).collect();
        self.set_tainted(facts, var, group, meanings, undefined);
    }

    /// A name stays as a placeholder if something of it may not be defined, so that copies are seen.
    fn set_tainted(&mut self, facts: &mut Facts, var: Var, group: usize, terms: Vec<Meaning>, undefined: Vec<u128>) {
        let placeholder = facts.placeholder(var.sort);
        self.parts.insert(var, Part { placeholder, group, terms });
        let name = facts.conds.arena.var(placeholder);
        self.undefined.insert(name, undefined);
    }

    fn set_part(&mut self, facts: &mut Facts, var: Var, group: usize, meanings: Vec<Meaning>) {
        let term = |meaning: &Meaning| match meaning {
            Meaning::Term(term) => Some(*term),
            Meaning::Cond(_) => None,
        };
        if let Some(first) = meanings.first().and_then(term)
            && meanings.iter().all(|meaning| term(meaning) == Some(first))
        {
            self.direct.insert(var, first);
            return;
        }
        let placeholder = facts.placeholder(var.sort);
        self.parts.insert(var, Part { placeholder, group, terms: meanings });
    }
}

/// Reads a summary's records at one call.
pub struct Reader<'s> {
    importer: Importer<'s>,
    images: Images,
    /// By placeholder.
    by_placeholder: FxHashMap<Var, Var>,
    conds: FxHashMap<Cond, Cond>,
    /// The callee may find something undefined that it takes for defined: then what it computes may be undefined, too.
    tainted: bool,
    /// Addresses may be chosen by what it takes for defined.
    steers: bool,
}

struct Names<'a> {
    images: &'a Images,
    keys: Keys<'a>,
}

impl Leaves for Names<'_> {
    fn var(&mut self, arena: &mut Arena, var: Var) -> TermId {
        if let Some(&term) = self.images.direct.get(&var) {
            return term;
        }
        let placeholder = self.images.parts.get(&var).map_or(var, |part| part.placeholder);
        arena.var(placeholder)
    }

    fn base(&mut self, arena: &mut Arena, base: BaseConst) -> TermId {
        match self.images.bases.get(&base) {
            Some(&image) => image,
            // Something that the callee made and did not hand on: none of the caller's objects is it.
            None if base.class.is_new() => {
                arena.base(BaseConst::new(base.class, NOT_HANDED_ON | self.keys.key(Reason::UnknownObject)))
            }
            None => arena.base(base),
        }
    }

    /// What has one name in the callee is one object, but here the name may stand for several: two of them have two addresses.
    fn address(&mut self, arena: &mut Arena, of: TermId, width: u32) -> TermId {
        if !arena.is_summary(of) {
            return arena.address(of, width);
        }
        arena.var(Var::new(Sort::Bv(width), VarClass::Havoc, self.keys.key(Reason::UnknownObject)))
    }
}

/// A word with others in the place of its variables.
fn word(facts: &mut Facts, term: TermId, subst: &mut Subst) -> TermId {
    if numbers_one_of_several(&mut facts.conds.arena, &[term], subst) {
        return facts.unknown(facts.conds.arena.width(term), Reason::UnknownObject);
    }
    facts.conds.arena.substitute(term, subst)
}

/// Would a term, with others in the place of its variables, say the address of one of several objects as a number?
fn numbers_one_of_several(arena: &mut Arena, terms: &[TermId], subst: &mut Subst) -> bool {
    let mut objects = Vec::new();
    arena.for_each_subterm(terms, |term| {
        if let Term::Address(of) = *arena.term(term) {
            objects.push(of);
        }
    });
    objects.into_iter().any(|object| {
        let image = arena.substitute(object, subst);
        arena.is_summary(image)
    })
}

impl<'s> Reader<'s> {
    /// Every variable of the summary must have an image.
    pub fn new(summary: &'s FunctionSummary, images: Images, tainted: bool) -> Reader<'s> {
        let by_placeholder = images.parts.iter().map(|(var, part)| (part.placeholder, *var)).collect();
        let importer = Importer::new(&summary.records);
        Reader { importer, images, by_placeholder, conds: FxHashMap::default(), tainted, steers: summary.steers }
    }

    pub fn is_tainted(&self) -> bool {
        self.tainted
    }

    pub fn cond(&mut self, facts: &mut Facts, id: RecordId) -> Cond {
        let (conds, keys) = facts.parts();
        let read = self.importer.cond(conds, &mut Names { images: &self.images, keys }, id);
        let bracket = read.expect("summaries are well-formed");
        let read = facts.within(bracket);
        self.instantiate(facts, read)
    }

    fn read(&mut self, facts: &mut Facts, id: RecordId) -> TermId {
        let (conds, keys) = facts.parts();
        let term = self.importer.term(conds, &mut Names { images: &self.images, keys }, id);
        term.expect("summaries are well-formed")
    }

    /// A term with the cases that it has.
    pub fn term(&mut self, facts: &mut Facts, id: RecordId) -> Vec<(TermId, Cond)> {
        let term = self.read(facts, id);
        let Some(cases) = self.combinations(facts, &facts.conds.arena.vars(term)) else {
            return vec![(facts.unknown(facts.conds.arena.width(term), Reason::Join), Cond::TRUE)];
        };
        cases.into_iter().map(|(mut subst, guard, _)| (word(facts, term, &mut subst), guard)).collect()
    }

    /// What the callee gives.
    pub fn result(&mut self, facts: &mut Facts, cases: &CaseRecords) -> Values {
        let width = match cases.first() {
            Some((ScalarRecord::Word { term, .. }, _)) => {
                let term = self.read(facts, *term);
                facts.conds.arena.width(term)
            }
            _ => facts.pointer_bits(),
        };
        self.values(facts, cases, width)
    }

    pub fn values(&mut self, facts: &mut Facts, cases: &CaseRecords, width: u32) -> Values {
        let mut all = Vec::new();
        for &(scalar, cond) in cases {
            let cond = match facts.rules.follow(Ruling::ConditionsOfValues) {
                true => self.cond(facts, cond),
                false => facts.choice(),
            };
            if cond == Cond::FALSE {
                continue;
            }
            for (scalar, guard) in self.scalar(facts, scalar) {
                all.push((scalar, facts.and(cond, guard)));
            }
        }
        let values = Values::of(facts, all);
        if values.is_empty() {
            // No case is left under what the caller knows: whatever comes is not reached.
            return Values::word(facts.unknown(width, Reason::Join));
        }
        let values = cap(facts, values, width);
        if self.tainted { maybe_undefined(facts, &values) } else { values }
    }

    /// A scalar that has one case and is defined.
    pub fn only_scalar(&mut self, facts: &mut Facts, record: ScalarRecord) -> Option<Scalar> {
        match self.scalar(facts, record)[..] {
            [(scalar, _)] if scalar.undef() == 0 => Some(scalar),
            _ => None,
        }
    }

    fn scalar(&mut self, facts: &mut Facts, record: ScalarRecord) -> Vec<(Scalar, Cond)> {
        let (first, second, undef) = match record {
            ScalarRecord::Word { term, undef } => (self.read(facts, term), None, undef),
            ScalarRecord::Ptr { base, offset } => (self.read(facts, base), Some(self.read(facts, offset)), 0),
        };
        let mut vars = facts.conds.arena.vars(first);
        if let Some(second) = second {
            vars.extend(facts.conds.arena.vars(second));
        }
        let computed = self.tainted && (self.steers || vars.iter().any(|var| facts.reason(*var).is_some()));
        let Some(combinations) = self.combinations(facts, &vars) else {
            if second.is_some() {
                self.expose_cases(facts, first);
            }
            let width = second.map_or_else(|| facts.conds.arena.width(first), |_| facts.pointer_bits());
            let undef = if self.may_be_undefined(facts, &vars) { ones(width) } else { undef };
            return vec![(Scalar::Word { term: facts.unknown(width, Reason::Join), undef }, Cond::TRUE)];
        };
        let mut cases = Vec::new();
        for (mut subst, guard, tainted) in combinations {
            if second.is_some() && numbers_one_of_several(&mut facts.conds.arena, &[first], &mut subst) {
                let term = facts.unknown(facts.pointer_bits(), Reason::UnknownObject);
                let undef = if tainted != 0 || computed { ones(facts.pointer_bits()) } else { 0 };
                cases.push((Scalar::Word { term, undef }, guard));
                continue;
            }
            let term = match second {
                Some(_) => facts.conds.arena.substitute(first, &mut subst),
                None => word(facts, first, &mut subst),
            };
            let scalar = match second {
                // What may not be defined is no address that could be followed; it leads where its number does.
                Some(_) if tainted != 0 || computed => {
                    facts.expose_object(term);
                    let width = facts.pointer_bits();
                    Scalar::Word { term: facts.unknown(width, Reason::Undefined), undef: ones(width) }
                }
                Some(offset) => Scalar::Ptr { base: term, offset: word(facts, offset, &mut subst) },
                None => {
                    let copied = self.images.undefined.contains_key(&first);
                    let width = facts.conds.arena.width(term);
                    let more = if copied || tainted == 0 { tainted } else { ones(width) };
                    Scalar::Word { term, undef: undef | more }
                }
            };
            cases.push((scalar, guard));
        }
        cases
    }

    /// An address is not followed any more: neither are the objects that its own may be.
    fn expose_cases(&self, facts: &mut Facts, base: TermId) {
        let parts = self.by_placeholder.iter().filter(|(placeholder, _)| facts.conds.arena.var(**placeholder) == base);
        let meanings: Vec<Meaning> =
            parts.flat_map(|(_, original)| self.images.parts[original].terms.iter().copied()).collect();
        for meaning in meanings {
            if let Meaning::Term(object) = meaning {
                facts.expose_object(object);
            }
        }
        facts.expose_object(base);
    }

    /// May something undefined come in the place of one of these variables?
    fn may_be_undefined(&self, facts: &mut Facts, vars: &[Var]) -> bool {
        let placeholders = vars.iter().filter(|var| self.by_placeholder.contains_key(var));
        placeholders.into_iter().any(|&var| {
            let name = facts.conds.arena.var(var);
            self.images.undefined.get(&name).is_some_and(|cases| cases.iter().any(|bits| *bits != 0))
        })
    }

    /// All ways to replace the placeholders among some variables, each with its condition and undefined bits; `None` if
    /// there are too many.
    fn combinations(&self, facts: &mut Facts, vars: &[Var]) -> Option<Vec<(Subst, Cond, u128)>> {
        let mut parts: Vec<(Var, &Part)> = Vec::new();
        for var in vars {
            if let Some(original) = self.by_placeholder.get(var)
                && !parts.iter().any(|(known, _)| known == var)
            {
                parts.push((*var, &self.images.parts[original]));
            }
        }
        let mut groups: Vec<usize> = parts.iter().map(|(_, part)| part.group).collect();
        groups.sort_unstable();
        groups.dedup();
        let mut choices: Vec<(Vec<usize>, Cond)> = vec![(Vec::new(), Cond::TRUE)];
        for &group in &groups {
            let mut next = Vec::new();
            for (chosen, guard) in choices {
                for (case, &also) in self.images.groups[group].iter().enumerate() {
                    let guard = facts.and(guard, also);
                    if guard != Cond::FALSE {
                        next.push(([&chosen[..], &[case]].concat(), guard));
                    }
                }
            }
            choices = next;
            if choices.len() > MOST_COMBINATIONS {
                return None;
            }
        }
        let with_case = |(chosen, guard): (Vec<usize>, Cond)| {
            let (mut subst, mut undef) = (Subst::new(), 0);
            for (placeholder, part) in &parts {
                let case = chosen[groups.binary_search(&part.group).expect("listed")];
                if let Meaning::Term(term) = part.terms[case] {
                    subst.set_var(*placeholder, term);
                    let name = facts.conds.arena.var(*placeholder);
                    undef |= self.images.undefined.get(&name).map_or(0, |bits| bits[case]);
                }
            }
            (subst, guard, undef)
        };
        Some(choices.into_iter().map(with_case).collect())
    }

    fn instantiate(&mut self, facts: &mut Facts, cond: Cond) -> Cond {
        if self.by_placeholder.is_empty() || cond.is_const() {
            return cond;
        }
        if let Some(&done) = self.conds.get(&cond) {
            return done;
        }
        let mut atoms: FxHashMap<AtomId, Cond> = FxHashMap::default();
        for atom in facts.conds.support(cond) {
            let instance = self.atom(facts, atom);
            atoms.insert(atom, instance);
        }
        let result = facts.conds.instantiate(cond, &mut |_: &mut Conds, atom| Bracket::exact(atoms[&atom]));
        let result = facts.within(result);
        self.conds.insert(cond, result);
        result
    }

    fn atom(&self, facts: &mut Facts, atom: AtomId) -> Cond {
        let vars = facts.conds.arena.atom_vars(atom);
        let original = vars.iter().find_map(|var| self.by_placeholder.get(var));
        let Some(original) = original else { return facts.conds.atom(atom) };
        if original.class == VarClass::Valid {
            return self.quality(facts, atom, vars[0], &self.images.parts[original]);
        }
        let Some(combinations) = self.combinations(facts, &vars) else { return facts.choice() };
        let mut result = Cond::FALSE;
        for (mut subst, guard, _) in combinations {
            let terms: Vec<TermId> = facts.conds.arena.atom(atom).terms().collect();
            let holds = match facts.conds.arena.substitute_atom(atom, &mut subst) {
                _ if numbers_one_of_several(&mut facts.conds.arena, &terms, &mut subst) => facts.choice(),
                Some(fact) => facts.fact(fact),
                None if facts.rules.follow(Ruling::OneOfSeveral) => facts.choice(),
                None => Cond::TRUE,
            };
            let both = facts.and(guard, holds);
            result = facts.or(result, both);
        }
        result
    }

    /// An atom on a quality: a bit that is a condition of the caller.
    fn quality(&self, facts: &mut Facts, atom: AtomId, placeholder: Var, part: &Part) -> Cond {
        let when = |facts: &mut Facts, value: u128| {
            let bit = facts.constant(1, value);
            let fact = facts.conds.arena.substitute_atom(atom, &mut Subst::new().var(placeholder, bit));
            facts.fact(fact.expect("a bit is no object"))
        };
        let (if_set, if_not) = (when(facts, 1), when(facts, 0));
        let mut result = Cond::FALSE;
        for (case, &guard) in part.terms.iter().zip(&self.images.groups[part.group]) {
            let Meaning::Cond(set) = *case else { continue };
            let holds = facts.ite(set, if_set, if_not);
            let both = facts.and(guard, holds);
            result = facts.or(result, both);
        }
        result
    }
}

impl Facts {
    /// The object of a place, the offset in it, and its size.
    fn vars_of_address(bits: u32, id: u32) -> [Var; 3] {
        let base = Var::new(Sort::Base, VarClass::Entry, 2 * id);
        let offset = Var::new(Sort::Bv(bits), VarClass::Entry, 2 * id);
        [base, offset, Var::new(Sort::Bv(bits), VarClass::Size, id)]
    }

    /// All variables that belong to a place, in a fixed order.
    pub fn vars_of_place(bits: u32, id: u32) -> Vec<Var> {
        let qualities = Quality::ALL.map(|quality| Facts::quality_var(id, quality));
        Facts::vars_of_address(bits, id).into_iter().chain(qualities).collect()
    }

    /// A condition between the two sides of a bracket.
    pub fn within(&mut self, bracket: Bracket) -> Cond {
        if bracket.is_exact() {
            return bracket.may;
        }
        let perhaps = self.choice();
        let perhaps = self.and(bracket.may, perhaps);
        self.or(bracket.must, perhaps)
    }

    /// A variable that stands for something that is put in its place later.
    fn placeholder(&mut self, sort: Sort) -> Var {
        Var::new(sort, VarClass::Index, self.next_placeholder())
    }
}

/// Words that are not one constant may be undefined.
fn maybe_undefined(facts: &mut Facts, values: &Values) -> Values {
    let is_constant =
        |scalar: Scalar| matches!(scalar, Scalar::Word { term, .. } if facts.conds.arena.as_const(term).is_some());
    if values.single().is_some_and(is_constant) {
        return values.clone();
    }
    values.map(facts, |facts, scalar| match scalar {
        Scalar::Word { term, .. } => Scalar::Word { term, undef: ones(facts.conds.arena.width(term)) },
        address => address,
    })
}
