//! Conditions survive the way out of one arena and into another, and the bytes do not depend on the arena.

mod common;

use cairn_logic::random::{Generator, Rng};
use cairn_logic::{
    Arena, BaseClass, BaseConst, Bracket, Conds, Exporter, Importer, Leaves, Records, SameLeaves, Sort, TermId, Var,
    VarClass,
};
use common::Lab;

#[test]
fn export_and_import_keep_the_meaning() {
    for seed in 0..400 {
        let width = 3 + (seed % 3) as u32;
        let mut lab = Lab::with(Generator::new(seed, width, 2).with_objects((seed % 2) as u32), width, 6, 2);
        let (f, rows) = lab.cond(4);
        let form = lab.conds.to_form(f, 10_000).unwrap_or_else(|| panic!("seed {seed}: too large"));
        let mut exporter = Exporter::new(&lab.conds);
        let (whole, tree) = (exporter.cond(f), exporter.form(&form));
        let records = exporter.finish();
        let records = Records::from_bytes(&records.to_bytes()).expect("own bytes");
        // Into an arena with a past.
        let mut other = Conds::default();
        let mut noise = Generator::new(seed + 999, width, 3);
        noise.facts(&mut other.arena, width, 2, 5);
        let mut importer = Importer::new(&records);
        let read = importer.cond(&mut other, &mut SameLeaves, whole).expect("a condition");
        let from_form = importer.cond(&mut other, &mut SameLeaves, tree).expect("a condition");
        assert_eq!(read, from_form, "seed {seed}: one function, one id");
        assert!(read.is_exact());
        let mut table = common::table_of(&lab.generator);
        assert_eq!(table.cond(&other, read.may), rows, "seed {seed}");
    }
}

/// The same condition built after different things: the same bytes.
#[test]
fn bytes_do_not_depend_on_the_past_of_the_arena() {
    for seed in 0..200 {
        let hashes: Vec<u128> = [0, 7]
            .into_iter()
            .map(|noise| {
                let mut conds = Conds::default();
                let mut other = Generator::new(seed + 5000, 8, 2);
                for _ in 0..noise {
                    // Terms only: the order of levels follows the first atoms, as it should.
                    other.term(&mut conds.arena, 8, 3);
                }
                let mut generator = Generator::new(seed, 8, 3);
                let facts = generator.facts(&mut conds.arena, 8, 2, 5);
                let f = generator.plan(&facts, 3).build(&mut conds);
                let mut exporter = Exporter::new(&conds);
                exporter.cond(f);
                exporter.finish().content_hash()
            })
            .collect();
        assert_eq!(hashes[0], hashes[1], "seed {seed}");
    }
}

struct Rename;

impl Leaves for Rename {
    fn var(&mut self, arena: &mut Arena, var: Var) -> TermId {
        match var.sort {
            Sort::Bv(width) => arena.constant(width, u128::from(var.key) + 4),
            Sort::Base => arena.base(BaseConst::new(BaseClass::Summary, 0)),
        }
    }
}

#[test]
fn import_renames_and_folds() {
    let mut conds = Conds::default();
    let var = |sort, key| Var::new(sort, VarClass::Entry, key);
    let (x, y) = (conds.arena.var(var(Sort::Bv(8), 0)), conds.arena.var(var(Sort::Bv(8), 1)));
    let (p, q) = (conds.arena.var(var(Sort::Base, 2)), conds.arena.var(var(Sort::Base, 3)));
    let (below, same) = (conds.arena.ult(x, y), conds.arena.base_eq(p, q).expect("two variables"));
    let (below, same) = (conds.fact(below), conds.fact(same));
    let both = conds.and(below, same);
    let mut exporter = Exporter::new(&conds);
    let ids = [below, same, both].map(|f| exporter.cond(f));
    let records = exporter.finish();
    let mut other = Conds::default();
    let mut importer = Importer::new(&records);
    let results = ids.map(|id| importer.cond(&mut other, &mut Rename, id).expect("a condition"));
    assert_eq!(results, [Bracket::TRUE, Bracket::PERHAPS, Bracket::PERHAPS]);
}

#[test]
fn equal_parts_are_written_once() {
    let mut lab = Lab::new(3, 4, 2, 6);
    let (f, _) = lab.cond(4);
    let mut exporter = Exporter::new(&lab.conds);
    let first = exporter.cond(f);
    assert_eq!(exporter.cond(f), first);
    let once = exporter.finish().len();
    let mut exporter = Exporter::new(&lab.conds);
    for g in [f, !f, f] {
        exporter.cond(g);
    }
    let twice = exporter.finish().len();
    assert!(twice <= 2 * once && once > 0);
}

#[test]
fn damaged_bytes_are_an_error_and_nothing_worse() {
    let mut rng = Rng::new(1);
    for seed in 0..300 {
        let mut lab = Lab::with(Generator::new(seed, 4, 2).with_objects(2), 4, 5, 2);
        let (f, _) = lab.cond(3);
        let mut exporter = Exporter::new(&lab.conds);
        let id = exporter.cond(f);
        let mut bytes = exporter.finish().to_bytes();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.next_u64() as u8;
        }
        if rng.chance(3) {
            bytes.truncate(rng.below(bytes.len()));
        }
        let Ok(records) = Records::from_bytes(&bytes) else { continue };
        let mut importer = Importer::new(&records);
        let _ = importer.cond(&mut Conds::default(), &mut SameLeaves, id);
        let _ = importer.term(&mut Conds::default(), &mut SameLeaves, 0);
    }
}

#[test]
fn equal_work_gives_equal_steps_and_bytes() {
    let run = |seed: u64| {
        let mut lab = Lab::new(seed, 4, 2, 8);
        let ((f, _), (g, _)) = (lab.cond(5), lab.cond(4));
        let pruned = lab.conds.prune_alone(f, 1000);
        let var = lab.generator.words()[0];
        let up = lab.conds.exists(g, &[var], &mut cairn_logic::Literals::new());
        let form = lab.conds.simplified_form(pruned, 500, &mut cairn_logic::Literals::new());
        let mut exporter = Exporter::new(&lab.conds);
        exporter.cond(up.cond);
        form.iter().for_each(|form| _ = exporter.form(form));
        (exporter.finish().to_bytes(), lab.conds.steps(), lab.conds.take_degraded())
    };
    for seed in 0..50 {
        assert_eq!(run(seed), run(seed));
    }
}
