//! Promotion against a small interpreter of memory and branches, and case by case.

use super::*;
use crate::graph::random::Rng;
use crate::semantic::{BinOp, BlockRef, Ordering, Switch, Terminator};
use crate::testing::FuncBuilder;
use cairn_base::Names;

/// A scalar of the mini interpreter; `None` is undefined.
type Scalar = Option<i64>;

/// Runs a body whose loads and stores go to allocas, and gives what it stores through its first parameter. Branches are
/// decided by `choices`, so that two versions of a body can be driven along the same path.
fn observe(body: &Body, choices: &mut Rng) -> Vec<Scalar> {
    let mut values: IdVec<ValueId, Scalar> = IdVec::filled(None, body.values.len());
    let mut memory: IdVec<ValueId, Scalar> = IdVec::filled(None, body.values.len());
    let mut observed = Vec::new();
    let mut at = body.entry();
    for _step in 0..60 {
        let block = &body.blocks[at];
        for inst in &block.insts {
            let get = |operand: Operand, values: &IdVec<ValueId, Scalar>| match operand {
                Operand::Value(value) => values[value],
                Operand::Const(id) => body.consts[id].as_int().map(|value| value as i64),
            };
            let mut write = |addr: Operand, content: Scalar| match addr {
                Operand::Value(addr) if body.blocks[body.entry()].params.contains(&addr) => observed.push(content),
                Operand::Value(addr) => memory[addr] = content,
                Operand::Const(_) => panic!("no constant addresses here"),
            };
            match inst.op {
                Op::Alloca { .. } => write(inst.results.single().unwrap().into(), None),
                Op::ScopeStart { object } | Op::ScopeEnd { object } => write(object, None),
                Op::Store { value, addr, .. } => write(addr, get(value, &values)),
                Op::Load { addr: Operand::Value(addr), .. } => values[inst.results.single().unwrap()] = memory[addr],
                Op::Binary { lhs, rhs, .. } => {
                    let sum = get(lhs, &values).zip(get(rhs, &values)).map(|(a, b)| (a + b) % 1_000_003);
                    values[inst.results.single().unwrap()] = sum;
                }
                ref other => panic!("unexpected {other:?}"),
            }
        }
        let targets: Vec<&BlockRef> = block.term.targets().collect();
        if targets.is_empty() {
            break;
        }
        let target = targets[choices.below(targets.len())];
        let args: Vec<Scalar> = target
            .args
            .iter()
            .map(|&arg| match arg {
                Operand::Value(value) => values[value],
                Operand::Const(id) => body.consts[id].as_int().map(|value| value as i64),
            })
            .collect();
        for (&param, arg) in body.blocks[target.block].params.iter().zip(args) {
            values[param] = arg;
        }
        at = target.block;
    }
    observed
}

/// A random body over a few locals; some of its blocks are unreachable.
fn random_body(rng: &mut Rng) -> Body {
    let mut f = FuncBuilder::new(&[Type::Ptr]);
    let out = f.param(0, 0);
    let count = 1 + rng.below(9);
    let blocks: Vec<BlockId> = (0..count).map(|_| f.block(&[])).collect();
    let locals: Vec<Operand> = (0..1 + rng.below(4)).map(|_| f.alloca(4, None)).collect();
    f.jump(blocks[0]);
    for &block in &blocks {
        f.at(block);
        let mut last = f.int(32, rng.below(100) as i64);
        for _ in 0..rng.below(6) {
            let local = locals[rng.below(locals.len())];
            match rng.below(9) {
                0 => f.effect(Op::ScopeStart { object: local }),
                1 => f.effect(Op::ScopeEnd { object: local }),
                2..5 => f.store(last, local),
                5 => last = f.int(32, rng.below(100) as i64),
                6 => {
                    let other = f.load(Type::I32, local);
                    last = f.binary(BinOp::Add, last, other);
                }
                _ => {
                    last = f.load(Type::I32, local);
                    f.store(last, out);
                }
            }
        }
        let mut any = || BlockRef::to(blocks[rng.below(blocks.len())]);
        let (first, second, third) = (any(), any(), any());
        let value = f.int(32, 0);
        let cond = f.int(1, 0);
        f.term(match rng.below(6) {
            0 => Terminator::Return(vec![]),
            1 | 2 => Terminator::Jump(first),
            3 => Terminator::Switch(Box::new(Switch { value, cases: vec![(1, first), (2, second)], default: third })),
            _ => Terminator::Branch { cond, then: first, otherwise: second },
        });
    }
    f.body
}

/// Every value is defined once, ids are dense, and jumps bring as many arguments as their targets take.
fn assert_well_formed(body: &Body) {
    let mut next = 0;
    for block in body.blocks.iter() {
        let results = block.insts.iter().flat_map(|inst| inst.results.iter());
        for value in block.params.iter().copied().chain(results) {
            assert_eq!(value.index(), next);
            next += 1;
        }
        for target in block.term.targets() {
            let params = &body.blocks[target.block].params;
            assert_eq!(target.args.len(), params.len());
            for (&arg, &param) in target.args.iter().zip(params) {
                assert_eq!(body.operand_type(arg), body.values[param].ty);
            }
        }
        block.insts.iter().for_each(|inst| {
            inst.op.for_each_operand(|operand| assert!(matches!(operand, Operand::Const(_)) || in_range(body, operand)))
        });
        block.term.for_each_operand(|operand| assert!(matches!(operand, Operand::Const(_)) || in_range(body, operand)));
    }
    assert_eq!(next, body.values.len());
}

fn in_range(body: &Body, operand: Operand) -> bool {
    matches!(operand, Operand::Value(value) if value.index() < body.values.len())
}

fn memory_ops(body: &Body) -> usize {
    let ops = body.blocks.iter().flat_map(|block| &block.insts);
    ops.filter(|inst| matches!(inst.op, Op::Alloca { .. } | Op::Load { .. } | Op::ScopeStart { .. })).count()
}

#[test]
fn promotion_keeps_what_random_programs_observe_and_leaves_no_memory() {
    let mut rng = Rng::new(1);
    for round in 0..3000 {
        let before = random_body(&mut rng);
        let mut after = before.clone();
        promote(&mut after);
        assert_well_formed(&after);
        assert_eq!(memory_ops(&after), 0);
        for path in 0..4 {
            let seed = round * 4 + path;
            let expected = observe(&before, &mut Rng::new(seed));
            assert_eq!(observe(&after, &mut Rng::new(seed)), expected, "{before:#?}\n{after:#?}");
        }
    }
}

/// `x = 1; while (c) x = x + 1; return x;`, with the operation `touch` on `x` before the loop.
fn counting_loop(touch: impl FnOnce(&mut FuncBuilder, Operand)) -> Body {
    let mut names = Names::default();
    let mut f = FuncBuilder::new(&[Type::BOOL]);
    let (header, again, exit) = (f.block(&[]), f.block(&[]), f.block(&[]));
    let x = f.var(names.intern("x"), None);
    let slot = f.alloca(4, Some(x));
    let one = f.int(32, 1);
    f.store(one, slot);
    touch(&mut f, slot);
    f.jump(header);
    let c = f.param(0, 0);
    f.at(header).branch(c, again, exit);
    f.at(again);
    let old = f.load(Type::I32, slot);
    let sum = f.binary(BinOp::Add, old, one);
    f.store(sum, slot);
    f.jump(header);
    f.at(exit);
    let result = f.load(Type::I32, slot);
    f.ret(&[result]);
    let mut body = f.body;
    promote(&mut body);
    assert_well_formed(&body);
    body
}

#[test]
fn a_loop_variable_becomes_one_parameter_that_keeps_its_name() {
    let body = counting_loop(|_, _| {});
    let params: Vec<usize> = body.blocks.iter().map(|block| block.params.len()).collect();
    assert_eq!(params, [1, 1, 0, 0]);
    assert_eq!(memory_ops(&body), 0);
    let x = Some(VarId::new(0));
    let param = body.blocks[BlockId::new(1)].params[0];
    let sum = body.blocks[BlockId::new(2)].insts[0].results.single().unwrap();
    assert_eq!((body.values[param].var, body.values[sum].var), (x, x));
    let Terminator::Return(results) = &body.blocks[BlockId::new(3)].term else { panic!() };
    assert_eq!(results[..], [Operand::Value(param)]);
}

#[test]
fn a_parameter_of_the_function_takes_the_name_of_the_local_that_it_is_stored_in() {
    let mut names = Names::default();
    let mut f = FuncBuilder::new(&[Type::I32]);
    let n = f.var(names.intern("n"), None);
    let (param, slot) = (f.param(0, 0), f.alloca(4, Some(n)));
    f.store(param, slot);
    f.ret(&[]);
    promote(&mut f.body);
    assert_eq!(f.body.values.as_slice(), [Value { ty: Type::I32, var: Some(n) }]);
}

#[test]
fn reads_that_no_write_reaches_are_undefined_on_that_path_only() {
    let mut f = FuncBuilder::new(&[Type::BOOL]);
    let (set, join) = (f.block(&[]), f.block(&[]));
    let slot = f.alloca(4, None);
    let c = f.param(0, 0);
    f.branch(c, set, join);
    let five = f.int(32, 5);
    f.at(set).store(five, slot);
    f.jump(join);
    f.at(join);
    let read = f.load(Type::I32, slot);
    f.ret(&[read]);
    promote(&mut f.body);
    let mut args: Vec<Const> = Vec::new();
    for block in f.body.blocks.iter() {
        for arg in block.term.targets().flat_map(|target| &target.args) {
            args.push(f.body.as_const(*arg).unwrap().clone());
        }
    }
    assert_eq!(args, [Const::Undef(Type::I32), Const::int(32, 5)]);
}

#[test]
fn both_edges_of_one_branch_bring_their_argument() {
    let mut f = FuncBuilder::new(&[Type::BOOL]);
    let (top, join) = (f.block(&[]), f.block(&[]));
    let slot = f.alloca(4, None);
    f.jump(top);
    let c = f.param(0, 0);
    f.at(top).branch(c, join, join);
    f.at(join);
    let old = f.load(Type::I32, slot);
    let sum = f.binary(BinOp::Add, old, old);
    f.store(sum, slot);
    f.branch(c, top, join);
    promote(&mut f.body);
    assert_well_formed(&f.body);
    assert_eq!(f.body.blocks[BlockId::new(2)].params.len(), 1);
}

#[test]
fn a_variable_that_is_not_read_later_needs_no_parameter() {
    let body = {
        let mut f = FuncBuilder::new(&[Type::BOOL]);
        let (left, join) = (f.block(&[]), f.block(&[]));
        let slot = f.alloca(4, None);
        let c = f.param(0, 0);
        f.branch(c, left, join);
        let one = f.int(32, 1);
        f.at(left).store(one, slot);
        f.jump(join);
        f.at(join).ret(&[]);
        promote(&mut f.body);
        f.body
    };
    assert!(body.blocks.iter().skip(1).all(|block| block.params.is_empty() && block.insts.is_empty()));
}

#[test]
fn what_needs_an_address_stays_in_memory() {
    let kept = |touch: fn(&mut FuncBuilder, Operand)| memory_ops(&counting_loop(touch)) > 0;
    assert!(!kept(|f, slot| f.effect(Op::ScopeStart { object: slot })));
    assert!(kept(|f, slot| f.store(slot, slot)), "its address is stored");
    assert!(kept(|f, slot| {
        f.load(Type::Int(8), slot);
    }));
    assert!(kept(|f, slot| {
        f.load(Type::Float(FloatKind::F32), slot);
    }));
    assert!(kept(|f, slot| {
        f.value(Op::Field { base: slot, offset: 0, field: None }, Type::Ptr);
    }));
    assert!(kept(|f, slot| {
        let flags = MemFlags { volatile: true, atomic: None };
        f.value(Op::Load { ty: Type::I32, addr: slot, align: 4, flags }, Type::I32);
    }));
    assert!(kept(|f, slot| {
        let flags = MemFlags { volatile: false, atomic: Some(Ordering::SeqCst) };
        f.value(Op::Load { ty: Type::I32, addr: slot, align: 4, flags }, Type::I32);
    }));
    assert!(kept(|f, slot| {
        f.value(Op::SetJmp { buf: slot }, Type::I32);
    }));
    assert!(kept(|f, _| {
        let other = f.alloca(64, None);
        f.value(Op::SetJmp { buf: other }, Type::I32);
    }));
}

#[test]
fn a_local_that_is_too_small_for_its_access_stays_an_error() {
    let mut f = FuncBuilder::new(&[]);
    let slot = f.alloca(2, None);
    let read = f.load(Type::I32, slot);
    f.ret(&[read]);
    promote(&mut f.body);
    assert_eq!(memory_ops(&f.body), 2);
}

#[test]
fn pointers_and_long_doubles_fill_their_locals() {
    let long_double = Type::Float(FloatKind::X86Fp80);
    for (size, ty) in [(8, Type::Ptr), (16, long_double), (1, Type::BOOL)] {
        let mut f = FuncBuilder::new(&[ty]);
        let (param, slot) = (f.param(0, 0), f.alloca(size, None));
        f.store(param, slot);
        let read = f.load(ty, slot);
        f.ret(&[read]);
        promote(&mut f.body);
        assert_eq!(f.body.blocks[BlockId::new(0)].term, Terminator::Return(vec![param]), "{ty}");
    }
}

#[test]
fn copies_of_copies_resolve_to_the_first_value() {
    let mut f = FuncBuilder::new(&[Type::I32]);
    let mut value = f.param(0, 0);
    for _ in 0..5 {
        let slot = f.alloca(4, None);
        f.store(value, slot);
        value = f.load(Type::I32, slot);
    }
    f.ret(&[value]);
    promote(&mut f.body);
    assert_eq!(f.body.blocks[BlockId::new(0)].term, Terminator::Return(vec![f.param(0, 0)]));
    assert_eq!(f.body.inst_count(), 1);
}
