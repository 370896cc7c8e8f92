//! Conditions pruned and decided with the theory: equivalent under the context, and nearly as small as can be.

mod common;

use cairn_logic::random::Generator;
use cairn_logic::table::{Rows, TableTheory};
use cairn_logic::theory::Ctx;
use cairn_logic::{Fact, Theory};
use common::{Lab, table_of};

#[test]
fn pruning_with_the_theory_keeps_the_meaning_and_finds_most() {
    let (mut dead, mut found_dead, mut size, mut best_size) = (0, 0, 0, 0);
    for seed in 0..500 {
        let mut lab = Lab::with(Generator::new(seed, 3, 2).with_objects((seed % 2) as u32), 3, 7, 1);
        let (f, rows) = lab.cond(4);
        let mut context = Rows::all(lab.table.len());
        let mut complete = TableTheory::new(table_of(&lab.generator));
        let mut cx = Ctx::new();
        for fact in lab.facts.clone().into_iter().take(2) {
            let Fact::Lit(lit) = fact else { continue };
            context = context.and(&lab.table.lit(&lab.conds.arena, lit));
            let contradictory = complete.assume(&mut lab.conds.arena, lit).is_err();
            let noticed = cx.assume(&lab.conds.arena, lit).is_err();
            assert!(contradictory || !noticed);
        }
        if context.is_empty() {
            continue;
        }
        let before = cx.state_hash();
        let pruned = lab.conds.prune(f, &mut cx);
        assert_eq!(cx.state_hash(), before, "pruning leaves a trace");
        assert_eq!(lab.rows(pruned).and(&context), rows.and(&context), "seed {seed}");
        let best = lab.conds.prune(f, &mut complete);
        (size, best_size) = (size + lab.conds.size(pruned), best_size + lab.conds.size(best));
        dead += usize::from(rows.and(&context).is_empty());
        found_dead += usize::from(pruned.is_false());
    }
    println!("{found_dead} of {dead} dead conditions found; {size} nodes, {best_size} with a complete theory");
    assert!(found_dead * 10 >= dead * 9);
    assert!(size * 10 <= best_size * 12);
}
