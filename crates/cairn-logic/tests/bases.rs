//! Which objects are known to be the same, which to differ, and which neither.

use cairn_logic::{Arena, BaseClass, BaseConst, Fact, Sort, Sym, Var, VarClass};

fn constants() -> Vec<BaseConst> {
    let classes = [BaseClass::Global, BaseClass::Function, BaseClass::Fresh, BaseClass::Stack];
    let mut all = vec![BaseConst::NULL];
    all.extend(classes.into_iter().flat_map(|class| [BaseConst::new(class, 0), BaseConst::new(class, 1)]));
    all
}

#[test]
fn different_constants_differ_and_none_but_null_is_null() {
    let mut arena = Arena::new();
    for a in constants() {
        for b in constants() {
            let (x, y) = (arena.base(a), arena.base(b));
            assert_eq!(arena.base_eq(x, y), Some(Fact::Const(a == b)));
        }
    }
}

#[test]
fn an_entry_variable_is_no_new_object_but_may_be_a_global_or_null() {
    let mut arena = Arena::new();
    for class in VarClass::ALL {
        let var = arena.var(Var::new(Sort::Base, class, 0));
        for base in constants() {
            let base_term = arena.base(base);
            let fact = arena.base_eq(var, base_term).expect("no summary object");
            let folds = class == VarClass::Entry && base.class.is_new();
            assert_eq!(fact == Fact::FALSE, folds, "{class:?} against {base:?}");
            assert_ne!(fact, Fact::TRUE);
        }
    }
}

#[test]
fn contents_of_memory_may_be_a_new_object() {
    let mut arena = Arena::new();
    let var = arena.var(Var::new(Sort::Base, VarClass::Entry, 0));
    let loaded = arena.uf(Sym(1), &[var], Sort::Base);
    let fresh = arena.base(BaseConst::new(BaseClass::Fresh, 0));
    assert!(matches!(arena.base_eq(loaded, fresh), Some(Fact::Lit(_))));
}

#[test]
fn a_summary_object_is_never_known_to_be_itself() {
    let mut arena = Arena::new();
    let summary = arena.base(BaseConst::new(BaseClass::Summary, 0));
    let fresh = arena.base(BaseConst::new(BaseClass::Fresh, 0));
    let entry = arena.var(Var::new(Sort::Base, VarClass::Entry, 0));
    assert_eq!(arena.base_eq(summary, summary), None);
    assert_eq!(arena.base_eq(summary, fresh), Some(Fact::FALSE));
    assert_eq!(arena.base_eq(summary, entry), Some(Fact::FALSE));
}

#[test]
fn members_of_a_family_compare_by_index() {
    let mut arena = Arena::new();
    let (i, j) = (Var::new(Sort::Bv(64), VarClass::Index, 0), Var::new(Sort::Bv(64), VarClass::Index, 1));
    let (i, j) = (arena.var(i), arena.var(j));
    let site = BaseConst::new(BaseClass::Fresh, 3);
    let (a, b) = (arena.base_at(site, i), arena.base_at(site, j));
    let other = arena.base_at(BaseConst::new(BaseClass::Fresh, 4), i);
    assert_eq!(arena.base_eq(a, b), Some(arena.eq(i, j)));
    assert_eq!(arena.base_eq(a, other), Some(Fact::FALSE));
    let next = arena.add_const(i, 1);
    let next = arena.base_at(site, next);
    assert_eq!(arena.base_eq(a, next), Some(Fact::FALSE));
}
