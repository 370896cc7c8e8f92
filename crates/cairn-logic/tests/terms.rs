//! Canonical terms and atoms mean what was asked for: every construction step against the evaluator, in all rows of a
//! table at small widths and on random words at large ones.

use cairn_logic::random::{Built, Generator, Rng};
use cairn_logic::table::{Column, Rows, Table};
use cairn_logic::{Arena, Evaluator, IntervalSet, TermId, Valuation, bits, eval};

/// The plain meaning of a construction step, given the values of the operands.
fn meaning(arena: &Arena, step: Built, width: u32, value: &mut dyn FnMut(TermId) -> u128) -> u128 {
    match step {
        Built::Leaf => unreachable!("leaves are not checked"),
        Built::Bin(op, a, b) => eval::apply(op, width, value(a), value(b)),
        Built::Add(a, b) => bits::add(width, value(a), value(b)),
        Built::Sub(a, b) => bits::sub(width, value(a), value(b)),
        Built::Not(a) => !value(a) & bits::ones(width),
        Built::Scale(c, a) => bits::mul(width, c, value(a)),
        Built::Offset(a, c) => bits::add(width, value(a), c),
        Built::Extract(a, lo) => bits::truncate(width, value(a) >> lo),
        Built::Zext(a) => value(a),
        Built::Sext(a) => bits::sext(arena.width(a), width, value(a)),
        Built::Concat(a, b) => value(a) << arena.width(b) | value(b),
    }
}

fn table_of(generator: &Generator) -> Table {
    Table::new(generator.words().iter().map(|&var| Column::words(var)).collect(), 1)
}

#[test]
fn every_construction_step_is_exact_at_small_widths() {
    for seed in 0..6000 {
        let width = 1 + (seed % 5) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2);
        let (term, step) = generator.term_with_step(&mut arena, width, 3);
        if matches!(step, Built::Leaf) {
            continue;
        }
        let mut table = table_of(&generator);
        let values = table.term(&arena, term);
        for row in 0..table.len() {
            let expected = meaning(&arena, step, width, &mut |t| table.term(&arena, t)[row]);
            assert_eq!(values[row], expected, "seed {seed}: {step:?} became {}", arena.show(term));
        }
    }
}

#[test]
fn every_construction_step_is_exact_at_large_widths() {
    for seed in 0..4000 {
        let width = [8, 16, 32, 33, 64, 127, 128][seed as usize % 7];
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 3);
        let (term, step) = generator.term_with_step(&mut arena, width, 4);
        if matches!(step, Built::Leaf) {
            continue;
        }
        for _ in 0..8 {
            let mut valuation = Valuation::new(0);
            for var in generator.words().to_vec() {
                valuation.set(var, generator.rng.word(width));
            }
            let mut eval = Evaluator::new(&arena, &valuation);
            let value = eval.term(term);
            let expected = meaning(&arena, step, width, &mut |t| eval.term(t));
            assert_eq!(value, expected, "seed {seed}: {step:?} became {}", arena.show(term));
        }
    }
}

#[test]
fn known_bits_hold_in_every_row() {
    for seed in 0..2000 {
        let width = 2 + (seed % 4) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed + 77, width, 2);
        let term = generator.term(&mut arena, width, 4);
        let known = arena.known_bits(term);
        for value in table_of(&generator).term(&arena, term).iter() {
            assert!(value & known.zeros == 0 && !value & known.ones == 0, "seed {seed}: {}", arena.show(term));
        }
    }
}

/// A comparison as it is asked for, next to its meaning on two values.
type Comparison = (fn(&mut Arena, TermId, TermId) -> cairn_logic::Fact, fn(u32, u128, u128) -> bool);

const COMPARISONS: [Comparison; 5] = [
    (Arena::eq, |_, a, b| a == b),
    (Arena::ule, |_, a, b| a <= b),
    (Arena::ult, |_, a, b| a < b),
    (Arena::sle, |w, a, b| bits::to_signed(w, a) <= bits::to_signed(w, b)),
    (Arena::slt, |w, a, b| bits::to_signed(w, a) < bits::to_signed(w, b)),
];

#[test]
fn comparisons_mean_what_they_say() {
    for seed in 0..8000 {
        let width = 1 + (seed % 5) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2);
        let a = generator.term(&mut arena, width, 2);
        let b = generator.term(&mut arena, width, (seed % 3) as u32);
        let mut table = table_of(&generator);
        let (va, vb) = (table.term(&arena, a), table.term(&arena, b));
        for (make, holds) in COMPARISONS {
            let fact = make(&mut arena, a, b);
            let expected = Rows::from_fn(table.len(), |row| holds(width, va[row], vb[row]));
            let shown = format!("seed {seed}: {} ? {} became {}", arena.show(a), arena.show(b), arena.show(fact));
            assert_eq!(table.fact(&arena, fact), expected, "{shown}");
        }
    }
}

#[test]
fn masks_and_sets_mean_what_they_say() {
    for seed in 0..6000 {
        let width = 1 + (seed % 5) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2);
        let a = generator.term(&mut arena, width, 3);
        let (mask, value, set) = (generator.rng.word(width), generator.rng.word(width), generator.set(width));
        let mut table = table_of(&generator);
        let values = table.term(&arena, a);
        let masked = arena.mask_eq(a, mask, value);
        let expected = Rows::from_fn(table.len(), |row| values[row] & mask == value);
        assert_eq!(table.fact(&arena, masked), expected, "seed {seed}: {}", arena.show(masked));
        let inside = arena.in_set(a, &set);
        let expected = Rows::from_fn(table.len(), |row| set.contains(values[row]));
        assert_eq!(table.fact(&arena, inside), expected, "seed {seed}: {}", arena.show(inside));
    }
}

#[test]
fn canonical_forms_do_not_depend_on_what_was_made_before() {
    for seed in 0..500 {
        let width = [4, 32, 64][seed as usize % 3];
        let (mut clean, mut used) = (Arena::new(), Arena::new());
        let mut other = Generator::new(seed + 1_000_000, width, 3);
        for _ in 0..20 {
            other.fact(&mut used, width, 2);
        }
        let (mut first, mut second) = (Generator::new(seed, width, 3), Generator::new(seed, width, 3));
        let (a, b) = (first.fact(&mut clean, width, 3), second.fact(&mut used, width, 3));
        assert_eq!(clean.show(a).to_string(), used.show(b).to_string());
    }
}

#[test]
fn substitution_commutes_with_evaluation() {
    for seed in 0..2000 {
        let width = 2 + (seed % 3) as u32;
        let mut arena = Arena::new();
        let mut generator = Generator::new(seed, width, 2);
        let fact = generator.fact(&mut arena, width, 3);
        let by = generator.term(&mut arena, width, 2);
        let cairn_logic::Fact::Lit(lit) = fact else { continue };
        let var = generator.words()[0];
        let mut subst = cairn_logic::Subst::new().var(var, by);
        let result = arena.substitute_atom(lit.atom(), &mut subst).expect("no summary objects");
        let mut table = table_of(&generator);
        let (values, rows) = (table.term(&arena, by), table.fact(&arena, result));
        for row in 0..table.len() {
            let valuation = table.valuation(row).with(var, values[row]);
            assert_eq!(rows.contains(row), Evaluator::new(&arena, &valuation).atom(lit.atom()), "seed {seed}");
        }
    }
}

#[test]
fn one_term_many_spellings() {
    use cairn_logic::{Sort, Var, VarClass};
    let mut arena = Arena::new();
    let x = arena.var(Var::new(Sort::Bv(32), VarClass::Entry, 0));
    let y = arena.var(Var::new(Sort::Bv(32), VarClass::Entry, 1));
    // A word put together from its bytes.
    let bytes: Vec<TermId> = (0..4).map(|i| arena.extract(x, 8 * i, 8)).collect();
    let whole = bytes[1..].iter().fold(bytes[0], |low, &high| arena.concat(high, low));
    assert_eq!(whole, x);
    // The same through shifts and masks.
    let sum = (0..4).fold(None, |sum, i| {
        let (by, mask) = (arena.constant(32, 8 * i), arena.constant(32, 0xff));
        let shifted = arena.lshr(x, by);
        let byte = arena.and(shifted, mask);
        let raised = arena.shl(byte, by);
        Some(sum.map_or(raised, |sum| arena.or(sum, raised)))
    });
    assert_eq!(sum, Some(x));
    // Boolean round trips: zext(x < y) != 0, !!b, b ^ 1.
    let flag = arena.var(Var::new(Sort::Bv(1), VarClass::Choice, 0));
    let one = arena.constant(32, 1);
    let wide = arena.zext(flag, 32);
    let flipped = arena.xor(wide, one);
    let twice = arena.xor(flipped, one);
    assert_eq!(twice, wide);
    let (plain, round_trip, negated) = (arena.truth(flag), arena.nonzero(wide), arena.nonzero(flipped));
    assert_eq!((round_trip, negated), (plain, !plain));
    // (x & 1) != 0 is (x & 1) = 1; x + 3 = 5 is x = 2; 2x = 2y + 1 is false; x - y = 0 is x = y.
    let bit = arena.and(x, one);
    assert_eq!(arena.nonzero(bit), arena.mask_eq(x, 1, 1));
    let plus = arena.add_const(x, 3);
    assert_eq!(arena.eq_const(plus, 5), arena.eq_const(x, 2));
    let (double, odd) = (arena.mul_const(2, x), arena.lin(32, 1, &[(2, y)]));
    assert_eq!(arena.eq(double, odd), false.into());
    let difference = arena.sub(x, y);
    assert_eq!(arena.eq_const(difference, 0), arena.eq(y, x));
    // The overflow test of x + y, in both spellings; a sign test in three.
    let total = arena.add(x, y);
    assert_eq!(arena.ult(total, x), arena.ult(total, y));
    let (zero, top) = (arena.constant(32, 0), arena.constant(32, 0x7fff_ffff));
    let negative = arena.slt(x, zero);
    assert_eq!(negative, arena.ult(top, x));
    assert_eq!(negative, arena.mask_eq(x, 1 << 31, 1 << 31));
    // x <= 0 unsigned is x = 0; the default of a switch is one atom.
    assert_eq!(arena.ule(x, zero), arena.eq_const(x, 0));
    let cases = IntervalSet::from_parts(32, vec![(1, 1), (3, 3), (5, 5), (7, 7), (9, 12)]);
    assert_eq!(arena.in_set(x, &cases), !arena.in_set(x, &cases.complement()));
}

#[test]
fn words_of_the_generator_are_in_range() {
    let mut rng = Rng::new(3);
    for width in 1..=128 {
        assert!((0..50).all(|_| rng.word(width) <= bits::ones(width)));
    }
}
