//! Whatever a context says is true in the table, and `pop` takes back exactly what came after `push`.

use cairn_logic::random::Generator;
use cairn_logic::table::{Column, Rows, Table};
use cairn_logic::{Arena, Fact, Lit, Literals, Theory, eval};

fn table_of(generator: &Generator) -> Table {
    let objects: Vec<u128> = generator.bases().iter().map(|&b| eval::base_value(b)).chain([1, 2]).collect();
    let words = generator.words().iter().map(|&var| Column::words(var));
    let pointers = generator.objects().iter().map(|&var| Column::objects(var, &objects));
    Table::new(words.chain(pointers).collect(), 1)
}

fn literals(generator: &mut Generator, arena: &mut Arena, width: u32, count: usize) -> Vec<Lit> {
    let facts = (0..count).map(|_| generator.fact(arena, width, 1));
    facts.filter_map(|fact| if let Fact::Lit(lit) = fact { Some(lit) } else { None }).collect()
}

#[test]
fn literals_never_claim_what_the_table_denies() {
    for seed in 0..3000 {
        let width = 2 + (seed % 3) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2).with_objects(2);
        let lits = literals(&mut generator, &mut arena, width, 8);
        let mut table = table_of(&generator);
        let (mut cx, mut live) = (Literals::new(), Rows::all(table.len()));
        for (i, &lit) in lits.iter().enumerate() {
            for other in &lits[i..] {
                let rows = (*table.atom(&arena, other.atom())).clone();
                match cx.implied(&mut arena, other.atom()) {
                    Some(true) => assert!(live.is_subset(&rows), "seed {seed}: {}", arena.show(*other)),
                    Some(false) => assert!(live.and(&rows).is_empty(), "seed {seed}: {}", arena.show(*other)),
                    None => {}
                }
            }
            live = live.and(&table.lit(&arena, lit));
            if cx.assume(&mut arena, lit).is_err() {
                assert!(live.is_empty(), "seed {seed}: no conflict in the table at {}", arena.show(lit));
                break;
            }
            assert_eq!(cx.implied(&mut arena, lit.atom()), Some(lit.is_positive()));
        }
    }
}

#[test]
fn pop_restores_every_answer() {
    for seed in 0..500 {
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, 4, 2).with_objects(2);
        let lits = literals(&mut generator, &mut arena, 4, 12);
        let mut cx = Literals::new();
        if lits.iter().take(3).any(|&lit| cx.assume(&mut arena, lit).is_err()) {
            continue;
        }
        let answers = |cx: &mut Literals, arena: &mut Arena| -> Vec<Option<bool>> {
            lits.iter().map(|lit| cx.implied(arena, lit.atom())).collect()
        };
        let before = answers(&mut cx, &mut arena);
        cx.push();
        let _ = lits.iter().skip(3).all(|&lit| cx.assume(&mut arena, lit).is_ok());
        cx.pop();
        assert_eq!(before, answers(&mut cx, &mut arena), "seed {seed}");
    }
}
