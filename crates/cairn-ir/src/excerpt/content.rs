//! What functions and variables consist of, as hashes that are the same in every program.

use crate::semantic::{Body, Callee, Const, Func, FuncId, Global, GlobalId, Init, Op, Program, Symbol};
use cairn_base::{Digest, Digester, Id, Names};
use rustc_hash::FxHashMap;

/// A content, and the symbols that it speaks of: in the hash they are numbers in this list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    pub digest: Digest,
    pub refs: Vec<Symbol>,
}

/// Symbols in the order in which they are first met.
#[derive(Default)]
struct Met {
    list: Vec<Symbol>,
    numbers: FxHashMap<Symbol, u32>,
}

impl Met {
    fn number<I: Id>(&mut self, symbol: Symbol) -> I {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(symbol).or_insert(next);
        if number == next {
            self.list.push(symbol);
        }
        I::new(number as usize)
    }

    fn func(&mut self, id: FuncId) -> FuncId {
        self.number(Symbol::Func(id))
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        self.number(Symbol::Global(id))
    }
}

impl Content {
    /// The code of a function.
    pub fn of_body(names: &Names, body: &Body) -> Content {
        let (mut met, mut all) = (Met::default(), Digester::new());
        body.values.iter().for_each(|value| _ = all.add(&value.ty));
        all.add(&body.consts.len());
        for (_, value) in body.consts.iter() {
            let value = match *value {
                Const::Global { id, offset } => Const::Global { id: met.global(id), offset },
                Const::Func(id) => Const::Func(met.func(id)),
                _ => value.clone(),
            };
            all.add(&value);
        }
        for block in body.blocks.iter() {
            all.add(&block.params).add(&block.insts.len());
            for inst in &block.insts {
                add_op(&mut all, &mut met, names, &inst.op);
                all.add(&inst.results);
            }
            all.add(&block.term);
        }
        Content { digest: all.digest(), refs: met.list }
    }
}

/// An operation: symbols as numbers, names as texts, without what only reports look at.
fn add_op(all: &mut Digester, met: &mut Met, names: &Names, op: &Op) {
    match op {
        Op::Call { callee: Callee::Direct(callee), args, area, sig } => {
            let callee = Callee::Direct(met.func(*callee));
            all.add(&Op::Call { callee, args: args.clone(), area: *area, sig: *sig });
        }
        Op::Field { base, offset, .. } => _ = all.add(&Op::Field { base: *base, offset: *offset, field: None }),
        Op::Asm(asm) => {
            all.add("assembly").add(names.text(asm.template)).add(names.text(asm.constraints));
            all.add(&asm.args).add(&asm.side_effects);
        }
        Op::Unsupported { reason } => _ = all.add("unsupported").add(names.text(*reason)),
        op => _ = all.add(op),
    }
}

/// What is known of a function without its body.
pub fn declaration_content(program: &Program, func: &Func) -> Digest {
    let Func { name, linkage, sig, origin, noreturn, exposed, ctype: _, span: _, body } = func;
    let mut all = Digester::new();
    all.add(program.names.text(*name))
        .add(linkage)
        .add(sig)
        .add(origin)
        .add(noreturn)
        .add(exposed)
        .add(&body.is_some());
    all.digest()
}

/// What a variable is, with its initial content or without.
pub fn initial_content(program: &Program, global: &Global, with_content: bool) -> Content {
    let Global {
        name: _,
        linkage,
        size,
        align,
        constant,
        shares,
        thread_local,
        exposed,
        init,
        ctype: _,
        source_name: _,
        span: _,
    } = global;
    let (mut met, mut all) = (Met::default(), Digester::new());
    all.add(linkage).add(size).add(align).add(constant).add(shares).add(thread_local).add(exposed).add(&with_content);
    if let Some(Init { bytes, relocs, unsupported }) = init {
        all.add("init").add(&unsupported.map(|reason| program.names.text(reason)));
        if with_content {
            all.add(bytes);
            for reloc in relocs {
                let symbol = match reloc.symbol {
                    Symbol::Global(id) => Symbol::Global(met.global(id)),
                    Symbol::Func(id) => Symbol::Func(met.func(id)),
                };
                all.add(&crate::semantic::Reloc { symbol, ..*reloc });
            }
        }
    }
    Content { digest: all.digest(), refs: met.list }
}
