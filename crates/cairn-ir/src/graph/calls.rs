//! Who calls whom: direct calls, indirect calls with their candidates, and components in bottom-up order.
//!
//! An indirect call may reach every function whose address is taken and whose parameters and results fit. "Fit" is
//! generous, because C programs call through pointers of slightly wrong types: integers and pointers of any width count
//! as one kind, and a callee may take fewer arguments, or give more results, than the call has.
//! Not here: better candidates from points-to information, which is an engine's business.

use super::Digraph;
use crate::semantic::{BlockId, Body, Callee, Const, Func, FuncId, HostFn, Inst, Op, Operand, Program, Symbol, Type};
use cairn_base::{Id, IdVec};
use rustc_hash::{FxHashMap, FxHashSet};

/// An indirect call, or a thread started through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IndirectSite {
    pub func: FuncId,
    pub block: BlockId,
    pub inst: usize,
    /// Sites with the same shape of arguments and results share a list of candidates.
    class: u32,
}

/// The calls of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    direct: IdVec<FuncId, Vec<FuncId>>,
    callers: IdVec<FuncId, Vec<FuncId>>,
    pub indirect: Vec<IndirectSite>,
    /// In the order of ids.
    pub address_taken: Vec<FuncId>,
    classes: Vec<Vec<FuncId>>,
    /// Callees first. Indirect calls count as calls of all their candidates.
    pub sccs: Vec<Vec<FuncId>>,
    scc_of: IdVec<FuncId, u32>,
    recursive: Vec<bool>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let mut scan = Scan::new(program);
        scan.scan_globals();
        for (id, func) in program.funcs.iter_enumerated() {
            if let Some(body) = &func.body {
                scan.scan_body(id, body);
            }
        }
        scan.finish()
    }

    /// Functions that a function calls by name, each once, in the order of first calls.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.direct[func]
    }

    /// Functions that call a function by name, each once.
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        &self.callers[func]
    }

    /// These functions, and all that they call by name, directly or not.
    pub fn reached(&self, roots: impl IntoIterator<Item = FuncId>) -> FxHashSet<FuncId> {
        let mut reached = FxHashSet::default();
        let mut work: Vec<FuncId> = roots.into_iter().collect();
        while let Some(func) = work.pop() {
            if reached.insert(func) {
                work.extend(self.callees(func));
            }
        }
        reached
    }

    /// Functions that an indirect call may reach, in the order of ids.
    pub fn candidates(&self, site: &IndirectSite) -> &[FuncId] {
        &self.classes[site.class as usize]
    }

    /// The index of a function's component in `sccs`.
    pub fn scc(&self, func: FuncId) -> usize {
        self.scc_of[func] as usize
    }

    /// Can a call of the function lead back to it?
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[self.scc(func)]
    }
}

/// What an indirect call brings and expects.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Shape {
    args: Vec<Kind>,
    results: Vec<Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Word,
    Float(crate::semantic::FloatKind),
}

fn kind(ty: Type) -> Kind {
    match ty {
        Type::Int(_) | Type::Ptr => Kind::Word,
        Type::Float(kind) => Kind::Float(kind),
    }
}

impl Shape {
    fn fits(&self, func: &Func) -> bool {
        let (params, results) = (&func.sig.params, &func.sig.results);
        let agree = |(&ty, &expected): (&Type, &Kind)| kind(ty) == expected;
        params.len() <= self.args.len()
            && self.results.len() <= results.len()
            && params.iter().zip(&self.args).all(agree)
            && results.iter().zip(&self.results).all(agree)
    }
}

struct Scan<'p> {
    program: &'p Program,
    direct: IdVec<FuncId, Vec<FuncId>>,
    /// The last caller noted for a callee, so that each edge counts once.
    last_caller: IdVec<FuncId, Option<FuncId>>,
    callers: IdVec<FuncId, Vec<FuncId>>,
    taken: IdVec<FuncId, bool>,
    shapes: FxHashMap<Shape, u32>,
    shape_list: Vec<Shape>,
    indirect: Vec<IndirectSite>,
}

impl<'p> Scan<'p> {
    fn new(program: &'p Program) -> Self {
        let count = program.funcs.len();
        Scan {
            program,
            direct: IdVec::filled(Vec::new(), count),
            last_caller: IdVec::filled(None, count),
            callers: IdVec::filled(Vec::new(), count),
            taken: IdVec::filled(false, count),
            shapes: FxHashMap::default(),
            shape_list: Vec::new(),
            indirect: Vec::new(),
        }
    }

    fn scan_globals(&mut self) {
        for (id, _) in self.program.funcs.iter_enumerated().filter(|(_, func)| func.exposed) {
            self.taken[id] = true;
        }
        for reloc in self.program.globals.iter().filter_map(|global| global.init.as_ref()).flat_map(|init| &init.relocs)
        {
            if let Symbol::Func(id) = reloc.symbol {
                self.taken[id] = true;
            }
        }
        // Under another name, anybody may call it.
        for (name, symbol) in &self.program.symbols {
            if let Symbol::Func(id) = *symbol
                && self.program.funcs[id].name != *name
            {
                self.taken[id] = true;
            }
        }
    }

    fn scan_body(&mut self, caller: FuncId, body: &Body) {
        let has_addresses = body.consts.iter().any(|(_, value)| matches!(value, Const::Func(_)));
        for (block, content) in body.blocks.iter_enumerated() {
            for (index, inst) in content.insts.iter().enumerate() {
                self.scan_call(caller, body, block, index, inst);
                self.scan_assembly(&inst.op);
                if has_addresses {
                    self.scan_addresses(body, &inst.op);
                }
            }
            if has_addresses {
                content.term.for_each_operand(|operand| self.take(body, operand));
            }
        }
    }

    fn scan_call(&mut self, caller: FuncId, body: &Body, block: BlockId, inst: usize, content: &Inst) {
        let site = |class| IndirectSite { func: caller, block, inst, class };
        match &content.op {
            Op::Call { callee, args, .. } => match body.known_callee(*callee) {
                Some(callee) => self.add_edge(caller, callee),
                None => {
                    let args = args.iter().map(|&arg| kind(body.operand_type(arg))).collect();
                    let results = content.results.iter().map(|value| kind(body.values[value].ty)).collect();
                    let class = self.class(Shape { args, results });
                    self.indirect.push(site(class));
                }
            },
            Op::Host { func: HostFn::ThreadStart, args } => {
                match args.first().and_then(|&start| body.as_const(start)) {
                    Some(Const::Func(callee)) => self.add_edge(caller, *callee),
                    // What the thread returns may be ignored: no result is asked for.
                    _ => {
                        let class = self.class(Shape { args: vec![Kind::Word], results: Vec::new() });
                        self.indirect.push(site(class));
                    }
                }
            }
            _ => {}
        }
    }

    /// Assembly may call what it names.
    fn scan_assembly(&mut self, op: &Op) {
        let Op::Asm(asm) = op else { return };
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        for word in self.program.names.text(asm.template).split(|c| !is_part(c)) {
            if let Some(id) = self.program.func_named(word) {
                self.taken[id] = true;
            }
        }
    }

    /// Operands that hand a function's address on. The target of a call does not.
    fn scan_addresses(&mut self, body: &Body, op: &Op) {
        let target = match op {
            Op::Call { callee: Callee::Indirect(target), .. } => Some(*target),
            _ => None,
        };
        let mut skipped = target.is_none();
        op.for_each_operand(|operand| {
            if !skipped && Some(operand) == target {
                skipped = true;
            } else {
                self.take(body, operand);
            }
        });
    }

    fn take(&mut self, body: &Body, operand: Operand) {
        if let Some(Const::Func(id)) = body.as_const(operand) {
            self.taken[*id] = true;
        }
    }

    fn add_edge(&mut self, caller: FuncId, callee: FuncId) {
        if self.last_caller[callee] != Some(caller) {
            self.last_caller[callee] = Some(caller);
            self.direct[caller].push(callee);
            self.callers[callee].push(caller);
        }
    }

    fn class(&mut self, shape: Shape) -> u32 {
        let next = self.shape_list.len() as u32;
        *self.shapes.entry(shape).or_insert_with_key(|shape| {
            self.shape_list.push(shape.clone());
            next
        })
    }

    fn finish(self) -> CallGraph {
        let address_taken: Vec<FuncId> = self.taken.ids().filter(|&id| self.taken[id]).collect();
        let fitting = |shape: &Shape| -> Vec<FuncId> {
            address_taken.iter().copied().filter(|&id| shape.fits(&self.program.funcs[id])).collect()
        };
        let classes: Vec<Vec<FuncId>> = self.shape_list.iter().map(fitting).collect();
        let graph = call_digraph(&self.direct, &self.indirect, &classes);
        let (sccs, scc_of, recursive) = components(&graph, self.direct.len());
        CallGraph {
            direct: self.direct,
            callers: self.callers,
            indirect: self.indirect,
            address_taken,
            classes,
            sccs,
            scc_of,
            recursive,
        }
    }
}

/// Functions, and after them one node per class of indirect calls: sites and candidates need not be multiplied.
fn call_digraph(direct: &IdVec<FuncId, Vec<FuncId>>, sites: &[IndirectSite], classes: &[Vec<FuncId>]) -> Digraph {
    let funcs = direct.len() as u32;
    let mut edges = Vec::new();
    for (caller, callees) in direct.iter_enumerated() {
        edges.extend(callees.iter().map(|callee| (caller.index() as u32, callee.index() as u32)));
    }
    edges.extend(sites.iter().map(|site| (site.func.index() as u32, funcs + site.class)));
    for (class, candidates) in classes.iter().enumerate() {
        edges.extend(candidates.iter().map(|callee| (funcs + class as u32, callee.index() as u32)));
    }
    Digraph::new(direct.len() + classes.len(), &edges)
}

/// Components of functions only, the component of each function, and which components are cyclic.
fn components(graph: &Digraph, funcs: usize) -> (Vec<Vec<FuncId>>, IdVec<FuncId, u32>, Vec<bool>) {
    let (mut sccs, mut recursive) = (Vec::new(), Vec::new());
    let mut scc_of = IdVec::filled(0, funcs);
    for component in graph.sccs() {
        let cyclic = component.len() > 1 || graph.succs(component[0] as usize).contains(&component[0]);
        let members: Vec<FuncId> =
            component.iter().filter(|&&node| (node as usize) < funcs).map(|&node| FuncId::new(node as usize)).collect();
        if !members.is_empty() {
            members.iter().for_each(|&func| scc_of[func] = sccs.len() as u32);
            sccs.push(members);
            recursive.push(cyclic);
        }
    }
    (sccs, scc_of, recursive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random::{Rng, random_graph};
    use crate::semantic::{CallSig, Init, Linkage, Reloc, Sig};
    use crate::testing::{FuncBuilder, add_func, add_global, program};

    fn sig(params: &[Type], results: &[Type]) -> Sig {
        Sig { params: params.to_vec(), results: results.to_vec(), variadic: false }
    }

    fn indirect_call(f: &mut FuncBuilder, target: Operand, args: &[Operand], results: &[Type]) {
        let sig = CallSig { fixed: args.len() as u32, noreturn: false };
        f.inst(Op::Call { callee: Callee::Indirect(target), args: args.to_vec(), area: None, sig }, results);
    }

    #[test]
    fn direct_edges_and_components_follow_the_calls() {
        let mut rng = Rng::new(31);
        for _ in 0..100 {
            let graph = random_graph(&mut rng, 10);
            let mut program = program("a.c");
            for caller in 0..graph.len() {
                let mut f = FuncBuilder::new(&[]);
                graph.succs(caller).iter().for_each(|&callee| {
                    f.call(FuncId::new(callee as usize), &[], &[]);
                });
                f.ret(&[]);
                add_func(&mut program, &format!("f{caller}"), Linkage::External, Sig::default(), Some(f.body));
            }
            let calls = CallGraph::new(&program);
            for caller in 0..graph.len() {
                let id = FuncId::new(caller);
                let mut expected: Vec<usize> = graph.succs(caller).iter().map(|&callee| callee as usize).collect();
                let mut found: Vec<usize> = calls.callees(id).iter().map(|callee| callee.index()).collect();
                found.sort_unstable();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(found, expected);
                assert!(calls.callees(id).iter().all(|&callee| calls.callers(callee).contains(&id)));
                assert!(calls.callees(id).iter().all(|&callee| calls.scc(callee) <= calls.scc(id)));
                let back = graph.succs(caller).iter().any(|&next| graph.reachable([next as usize])[caller]);
                assert_eq!(calls.is_recursive(id), back);
            }
            assert!(calls.indirect.is_empty() && calls.address_taken.is_empty());
        }
    }

    #[test]
    fn an_indirect_call_reaches_the_address_taken_functions_that_fit() {
        let mut p = program("a.c");
        let (int, ptr, double) = (Type::I32, Type::Ptr, Type::Float(crate::semantic::FloatKind::F64));
        let compare = add_func(&mut p, "compare", Linkage::Internal, sig(&[ptr, ptr], &[int]), None);
        let negate = add_func(&mut p, "negate", Linkage::Internal, sig(&[double], &[double]), None);
        let unused = add_func(&mut p, "unused", Linkage::Internal, sig(&[ptr, ptr], &[int]), None);
        let short = add_func(&mut p, "short", Linkage::Internal, sig(&[ptr], &[int]), None);
        let relocs = [compare, negate, short].into_iter().enumerate().map(|(i, id)| Reloc {
            offset: 8 * i as u64,
            bytes: 8,
            symbol: Symbol::Func(id),
            addend: 0,
        });
        let init = Init { relocs: relocs.collect(), ..Init::default() };
        add_global(&mut p, "table", Linkage::External, 24, Some(init));
        let mut f = FuncBuilder::new(&[ptr]);
        let target = f.param(0, 0);
        indirect_call(&mut f, target, &[target, target], &[int]);
        f.ret(&[]);
        add_func(&mut p, "main", Linkage::External, sig(&[ptr], &[]), Some(f.body));

        let calls = CallGraph::new(&p);
        assert_eq!(calls.address_taken, [compare, negate, short]);
        let [site] = calls.indirect[..] else { panic!() };
        assert_eq!(calls.candidates(&site), [compare, short]);
        assert!(!calls.candidates(&site).contains(&unused));
    }

    #[test]
    fn a_call_through_a_known_constant_is_direct_and_a_callback_closes_a_cycle() {
        let mut p = program("a.c");
        let run = FuncId::new(0);
        let back = FuncId::new(1);
        // void run(void *f) { f(); }   void back() { run(back); }   main: calls back through a constant
        let mut f = FuncBuilder::new(&[Type::Ptr]);
        let target = f.param(0, 0);
        indirect_call(&mut f, target, &[], &[]);
        f.ret(&[]);
        add_func(&mut p, "run", Linkage::External, sig(&[Type::Ptr], &[]), Some(f.body));
        let mut f = FuncBuilder::new(&[]);
        let own = f.body.constant(Const::Func(back));
        f.call(run, &[own], &[]);
        f.ret(&[]);
        add_func(&mut p, "back", Linkage::External, Sig::default(), Some(f.body));
        let mut f = FuncBuilder::new(&[]);
        let direct = f.body.constant(Const::Func(FuncId::new(2)));
        indirect_call(&mut f, direct, &[], &[]);
        f.ret(&[]);
        let main = add_func(&mut p, "main", Linkage::External, Sig::default(), Some(f.body));

        let calls = CallGraph::new(&p);
        assert_eq!(calls.address_taken, [back]);
        assert_eq!(calls.callees(main), [main]);
        assert_eq!(calls.sccs.len(), 2);
        assert!(calls.scc(run) == calls.scc(back) && calls.is_recursive(run));
    }
}
