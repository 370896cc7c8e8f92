//! A small builder for the functions that unit tests need.

use crate::semantic::*;
use cairn_base::{Id, Name, Span};

/// Builds one body, block after block. `FuncBuilder::new` opens the entry.
pub(crate) struct FuncBuilder {
    pub body: Body,
    current: BlockId,
    /// The line that the next instructions stand on.
    pub line: u32,
}

impl FuncBuilder {
    pub fn new(params: &[Type]) -> FuncBuilder {
        let mut builder = FuncBuilder { body: Body::default(), current: BlockId::new(0), line: 0 };
        builder.block(params);
        builder
    }

    /// Adds a block (that ends in `unreachable` until `term`) and leaves the insertion point where it is.
    pub fn block(&mut self, params: &[Type]) -> BlockId {
        let params = params.iter().map(|&ty| self.body.new_value(ty)).collect();
        let term_span = Span::NONE;
        self.body.blocks.push(Block { params, insts: Vec::new(), term: Terminator::Unreachable, term_span })
    }

    pub fn at(&mut self, block: BlockId) -> &mut Self {
        self.current = block;
        self
    }

    pub fn param(&self, block: usize, index: usize) -> Operand {
        self.body.blocks[BlockId::new(block)].params[index].into()
    }

    pub fn inst(&mut self, op: Op, results: &[Type]) -> Results {
        let first = self.body.values.next_id();
        for &ty in results {
            self.body.new_value(ty);
        }
        let results = Results::range(first, results.len());
        let span = Span::new(cairn_base::FileId::new(0), self.line, 1);
        self.body.blocks[self.current].insts.push(Inst { op, results, span });
        results
    }

    pub fn value(&mut self, op: Op, ty: Type) -> Operand {
        self.inst(op, &[ty]).single().expect("one result").into()
    }

    pub fn effect(&mut self, op: Op) {
        self.inst(op, &[]);
    }

    pub fn int(&mut self, width: u32, value: i64) -> Operand {
        self.body.int(width, value as u128)
    }

    pub fn alloca(&mut self, bytes: i64, var: Option<VarId>) -> Operand {
        let size = self.int(64, bytes);
        let value = self.value(Op::Alloca { size, align: 4 }, Type::Ptr);
        if let Operand::Value(id) = value {
            self.body.values[id].var = var;
        }
        value
    }

    pub fn var(&mut self, name: Name, ty: Option<CTypeId>) -> VarId {
        self.body.vars.push(Var { name, ty, span: Span::NONE, param: None })
    }

    pub fn load(&mut self, ty: Type, addr: Operand) -> Operand {
        self.value(Op::Load { ty, addr, align: 1, flags: MemFlags::default() }, ty)
    }

    pub fn store(&mut self, value: Operand, addr: Operand) {
        self.effect(Op::Store { value, addr, align: 1, flags: MemFlags::default() });
    }

    pub fn binary(&mut self, op: BinOp, lhs: Operand, rhs: Operand) -> Operand {
        let ty = self.body.operand_type(lhs);
        self.value(Op::Binary { op, lhs, rhs, wrap: Wrap::default() }, ty)
    }

    pub fn call(&mut self, callee: FuncId, args: &[Operand], results: &[Type]) -> Results {
        let sig = CallSig { fixed: args.len() as u32, noreturn: false };
        self.inst(Op::Call { callee: Callee::Direct(callee), args: args.to_vec(), area: None, sig }, results)
    }

    pub fn term(&mut self, term: Terminator) {
        self.body.blocks[self.current].term = term;
        self.body.blocks[self.current].term_span = Span::new(cairn_base::FileId::new(0), self.line, 1);
    }

    pub fn jump(&mut self, to: BlockId) {
        self.term(Terminator::Jump(BlockRef::to(to)));
    }

    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId) {
        self.term(Terminator::Branch { cond, then: BlockRef::to(then), otherwise: BlockRef::to(otherwise) });
    }

    pub fn ret(&mut self, values: &[Operand]) {
        self.term(Terminator::Return(values.to_vec()));
    }
}

/// An empty program with one source file.
pub(crate) fn program(file: &str) -> Program {
    let mut program = Program::new(Target::x86_64());
    program.files.push(SourceFile { name: file.to_owned(), directory: "/src".to_owned() });
    program
}

pub(crate) fn add_func(program: &mut Program, name: &str, linkage: Linkage, sig: Sig, body: Option<Body>) -> FuncId {
    let name = program.names.intern(name);
    let span = Span::new(cairn_base::FileId::new(0), 1, 1);
    let origin = FuncOrigin::User;
    let id = program.funcs.push(Func {
        name,
        linkage,
        sig,
        origin,
        noreturn: false,
        exposed: false,
        ctype: None,
        span,
        body,
    });
    program.symbols.entry(name).or_insert(Symbol::Func(id));
    id
}

pub(crate) fn add_global(
    program: &mut Program,
    name: &str,
    linkage: Linkage,
    size: u64,
    init: Option<Init>,
) -> GlobalId {
    let name = program.names.intern(name);
    let span = Span::new(cairn_base::FileId::new(0), 1, 1);
    let id = program.globals.push(Global {
        name,
        linkage,
        size,
        align: 4,
        constant: false,
        shares: false,
        thread_local: false,
        exposed: false,
        init,
        ctype: None,
        source_name: None,
        span,
    });
    program.symbols.entry(name).or_insert(Symbol::Global(id));
    id
}
