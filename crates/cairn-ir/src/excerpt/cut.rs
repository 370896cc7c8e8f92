//! A part of a program as a program of its own.

use crate::semantic::{Body, Callee, Const, Func, FuncId, Global, GlobalId, Init, Linkage, Op, Program, Reloc, Symbol};
use cairn_base::{FileId, Id, IdVec, Name, Span};
use rustc_hash::FxHashMap;

/// What a part consists of. Its place in a list is a symbol's id in the cut program.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Functions, with their bodies or as declarations.
    pub funcs: Vec<(FuncId, bool)>,
    /// Variables, with what they hold at first or without (then they are all zero).
    pub globals: Vec<(GlobalId, bool)>,
    numbers: FxHashMap<Symbol, u32>,
}

impl Parts {
    /// The number of a symbol, which becomes a part if it was none, for the time being without body or content.
    pub fn number(&mut self, symbol: Symbol) -> (u32, bool) {
        if let Some(&number) = self.numbers.get(&symbol) {
            return (number, false);
        }
        let number = match symbol {
            Symbol::Func(id) => {
                self.funcs.push((id, false));
                self.funcs.len() as u32 - 1
            }
            Symbol::Global(id) => {
                self.globals.push((id, false));
                self.globals.len() as u32 - 1
            }
        };
        self.numbers.insert(symbol, number);
        (number, true)
    }

    pub fn func(&self, id: FuncId) -> FuncId {
        FuncId::new(self.numbers[&Symbol::Func(id)] as usize)
    }

    pub fn global(&self, id: GlobalId) -> GlobalId {
        GlobalId::new(self.numbers[&Symbol::Global(id)] as usize)
    }

    /// The parts as a program. Everything that bodies and contents speak of must be a part. Positions tell function and block
    /// (`position`); names of variables, types of C and constructors are left out.
    pub fn cut(&self, program: &Program) -> Program {
        let mut cut = Program::new(program.target.clone());
        for &(id, with_content) in &self.globals {
            let global = self.cut_global(&mut cut, program, &program.globals[id], with_content);
            cut.globals.push(global);
        }
        for &(id, with_body) in &self.funcs {
            let func = self.cut_func(&mut cut, program, &program.funcs[id], with_body);
            cut.symbols.entry(func.name).or_insert(Symbol::Func(cut.funcs.next_id()));
            cut.funcs.push(func);
        }
        let known = program.destructors.iter().filter(|(_, func)| self.numbers.contains_key(&Symbol::Func(*func)));
        cut.destructors = known.map(|&(priority, func)| (priority, self.func(func))).collect();
        cut
    }

    fn cut_global(&self, cut: &mut Program, program: &Program, global: &Global, with_content: bool) -> Global {
        let mut name = |name: Name| cut.names.intern(program.names.text(name));
        let init = global.init.as_ref().map(|init| Init {
            bytes: if with_content { init.bytes.clone() } else { Vec::new() },
            relocs: if with_content { init.relocs.iter().map(|reloc| self.reloc(reloc)).collect() } else { Vec::new() },
            unsupported: init.unsupported.map(&mut name),
        });
        Global { name: name(global.name), init, ctype: None, source_name: None, span: Span::NONE, ..*global }
    }

    fn reloc(&self, reloc: &Reloc) -> Reloc {
        let symbol = match reloc.symbol {
            Symbol::Global(id) => Symbol::Global(self.global(id)),
            Symbol::Func(id) => Symbol::Func(self.func(id)),
        };
        Reloc { symbol, ..*reloc }
    }

    fn cut_func(&self, cut: &mut Program, program: &Program, func: &Func, with_body: bool) -> Func {
        let name = cut.names.intern(program.names.text(func.name));
        let body = func.body.as_ref().filter(|_| with_body);
        // A weak symbol without a body is null, and this one is not.
        let is_elsewhere = func.is_defined() && body.is_none();
        let linkage = if is_elsewhere { Linkage::External } else { func.linkage };
        let number = cut.funcs.next_id();
        let body = body.map(|body| self.cut_body(cut, program, number, body));
        Func { name, linkage, sig: func.sig.clone(), ctype: None, span: Span::NONE, body, ..*func }
    }

    fn cut_body(&self, cut: &mut Program, program: &Program, number: FuncId, body: &Body) -> Body {
        let mut body = body.clone();
        body.vars = IdVec::new();
        body.values.iter_mut().for_each(|value| value.var = None);
        body.consts.rewrite(|value| match value {
            Const::Global { id, .. } => *id = self.global(*id),
            Const::Func(id) => *id = self.func(*id),
            _ => {}
        });
        for (id, block) in body.blocks.iter_enumerated_mut() {
            block.term_span = Span::new(FileId::new(number.index()), id.index() as u32 + 1, 0);
            for inst in &mut block.insts {
                inst.span = block.term_span;
                self.cut_op(cut, program, &mut inst.op);
            }
        }
        body
    }

    fn cut_op(&self, cut: &mut Program, program: &Program, op: &mut Op) {
        let mut rename = |name: &mut Name| *name = cut.names.intern(program.names.text(*name));
        match op {
            Op::Call { callee: Callee::Direct(id), .. } => *id = self.func(*id),
            Op::Field { field, .. } => *field = None,
            Op::Asm(asm) => {
                rename(&mut asm.template);
                rename(&mut asm.constraints);
            }
            Op::Unsupported { reason } => rename(reason),
            _ => {}
        }
    }
}

/// The function and the block that a position in a cut program stands for.
pub fn position(span: Span) -> Option<(FuncId, crate::semantic::BlockId)> {
    (!span.is_none()).then(|| (FuncId::new(span.file.index()), Id::new(span.line as usize - 1)))
}
