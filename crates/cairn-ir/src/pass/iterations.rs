//! Gives each iteration of a loop locals of its own.
//!
//! In C, a pointer that is kept from one iteration leads to what is gone in the next: the scope of the loop's locals ended.
//! Clang makes one object for all iterations, where the function begins. Such a local is made where its scope starts
//! instead, if its address may be kept; otherwise nobody can tell the difference.
//!
//! Not here: whether an address is kept (`keeping`).

use super::keeping::{Habits, Local};
use crate::graph::{Cfg, Dominators, Loops};
use crate::semantic::{BlockId, Body, FuncId, Inst, Op, Operand, Program, ValueId};
use std::collections::BTreeMap;

/// Locals whose address may outlive an iteration are made anew in each.
pub fn locals_of_iterations(program: &mut Program) {
    let scoped: Vec<(FuncId, Vec<Local>)> = program
        .funcs
        .iter_enumerated()
        .filter_map(|(id, func)| Some((id, scoped_in_loops(func.body.as_ref()?))))
        .filter(|(_, locals)| !locals.is_empty())
        .collect();
    let habits = Habits::of_callees(program, scoped.iter().map(|(id, _)| *id));
    let kept: Vec<_> = scoped.iter().map(|(id, locals)| (*id, habits.kept_locals(*id, locals))).collect();
    for (id, locals) in kept {
        if let Some(body) = &mut program.funcs[id].body {
            locals.into_iter().for_each(|local| make_at_start(body, local));
        }
    }
}

/// Where something is done in a body: a block, and the number of an instruction, or of all for its end.
type Spot = (BlockId, usize);

/// Locals of a fixed size whose scope has one start, which lies in a loop and comes before all else that is done with them.
fn scoped_in_loops(body: &Body) -> Vec<Local> {
    let mut starts: BTreeMap<ValueId, Vec<Spot>> = BTreeMap::new();
    for (spot, inst) in insts(body) {
        if let Op::ScopeStart { object: Operand::Value(local) } = inst.op {
            starts.entry(local).or_default().push(spot);
        }
    }
    if starts.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(body);
    let dom = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dom);
    let may_come_again = |block| loops.innermost(block).is_some() || !loops.irreducible.is_empty();
    let mut start_of: BTreeMap<ValueId, Spot> = starts
        .into_iter()
        .filter_map(|(local, starts)| Some((local, *starts.first().filter(|_| starts.len() == 1)?)))
        .filter(|(_, start)| may_come_again(start.0))
        .collect();
    let mut fixed: Vec<ValueId> = Vec::new();
    for (_, inst) in insts(body) {
        if let (Op::Alloca { size: Operand::Const(_), .. }, Some(local)) = (&inst.op, inst.results.single()) {
            fixed.push(local);
        }
    }
    start_of.retain(|local, _| fixed.contains(local));
    let mut used = |spot: Spot, operand: Operand| {
        let Operand::Value(value) = operand else { return };
        let Some(&start) = start_of.get(&value) else { return };
        let is_later = if spot.0 == start.0 { spot.1 >= start.1 } else { dom.dominates(start.0, spot.0) };
        if !is_later {
            start_of.remove(&value);
        }
    };
    insts(body).for_each(|(spot, inst)| inst.op.for_each_operand(|operand| used(spot, operand)));
    for (id, block) in body.blocks.iter_enumerated() {
        block.term.for_each_operand(|operand| used((id, block.insts.len()), operand));
    }
    start_of.into_iter().map(|(address, start)| Local { address, start: start.0 }).collect()
}

/// Moves the making of a local to where its scope starts.
fn make_at_start(body: &mut Body, local: Local) {
    let is_making = |inst: &Inst| matches!(inst.op, Op::Alloca { .. }) && inst.results.single() == Some(local.address);
    let found = insts(body).find(|(_, inst)| is_making(inst)).map(|(spot, _)| spot);
    let Some((block, at)) = found else { return };
    let made = body.blocks[block].insts.remove(at);
    let is_start =
        |inst: &Inst| matches!(inst.op, Op::ScopeStart { object } if object == Operand::Value(local.address));
    if let Some(start) = body.blocks[local.start].insts.iter_mut().find(|inst| is_start(inst)) {
        *start = made;
    }
}

fn insts(body: &Body) -> impl Iterator<Item = (Spot, &Inst)> {
    body.blocks
        .iter_enumerated()
        .flat_map(|(id, block)| block.insts.iter().enumerate().map(move |(at, inst)| ((id, at), inst)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{parse, print};

    const CALLEES: &str = "global @g size 8 align 8 = zero 8
        fn @looks(%p: ptr) {
        bb0:
        store i32 1, %p align 4
        ret }
        fn @keeps(%p: ptr) {
        bb0:
        call @keeps_too(%p)
        ret }
        fn @keeps_too(%p: ptr) {
        bb0:
        store ptr %p, @g align 8
        ret }
        fn @gives(%p: ptr) -> ptr {
        bb0:
        ret %p }
        fn @fills(%p: ptr) {
        bb0:
        store ptr %p, %p align 8
        ret }
        fn @keeps_first(%p: ptr) {
        bb0:
        %q = load ptr, %p align 8
        store ptr %q, @g align 8
        ret }
        fn @keeps_number(%n: i64) {
        bb0:
        store i64 %n, @g align 8
        ret }
        fn @lasts(%p: ptr) -> i32 {
        bb0:
        %q = alloca 8 align 8
        store ptr %p, %q align 8
        %r = load ptr, %q align 8
        %v = load i32, %r align 4
        ret %v }
        fn @nobody(ptr)
";

    /// Is the local `x` of a loop made in each iteration, if this is done with it, and this is handed to the next one?
    fn is_made_anew(body: &str, handed: &str) -> bool {
        let text = format!(
            "{CALLEES}fn @main(%given: ptr) -> i32 {{
            bb0:
            %x = alloca 16 align 8
            %y = alloca 8 align 8
            %out = alloca 8 align 8
            jump bb1(null, i32 0)
            bb1(%old: ptr, %i: i32):
            scope_start %x
            scope_start %y
            {body}
            scope_end %y
            scope_end %x
            %next = add i32 %i, 1
            %more = slt i32 %next, 3
            br %more, bb1({handed}, %next), bb2
            bb2:
            ret i32 0 }}"
        );
        let mut program = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        crate::verify::check(&program).expect("a valid program");
        locals_of_iterations(&mut program);
        crate::verify::check(&program).expect("a valid program");
        let text = print(&program);
        let main = text.find("fn @main").map_or("", |at| &text[at..]);
        let (made, head) = (main.find("= alloca 16").expect("it is made"), main.find("\nbb1(").expect("a loop"));
        made > head
    }

    #[test]
    fn what_the_next_iteration_may_know_is_made_anew() {
        for (body, handed) in [
            ("", "%x"),
            ("%f = field %x, 8", "%f"),
            ("%c = eq ptr %old, null\n%s = select %c, ptr %x, %old", "%s"),
            ("%p: ptr = call @gives(%x)", "%p"),
            ("store ptr %x, @g align 8", "null"),
            ("store ptr %x, %out align 8", "null"),
            ("store ptr %x, %given align 8", "null"),
            ("call @keeps(%x)", "null"),
            ("%n = ptrtoint ptr %x to i64\ncall @keeps_number(%n)", "null"),
            ("store ptr %x, %y align 8\ncall @keeps_first(%y)", "null"),
            ("store ptr %x, %y align 8\n%p = load ptr, %y align 8", "%p"),
            ("store ptr %x, %y align 8\ncopy %out, %y, 8", "null"),
            ("call @fills(%x)\n%p = load ptr, %x align 8", "%p"),
            ("%n = ptrtoint ptr %x to i64\n%m = add i64 %n, 1\n%p = inttoptr i64 %m to ptr", "%p"),
        ] {
            assert!(is_made_anew(body, handed), "{body}; {handed}");
        }
    }

    #[test]
    fn other_locals_of_loops_stay_where_they_are() {
        for body in [
            "",
            "store i32 1, %x align 4",
            "call @looks(%x)",
            "%v: i32 = call @lasts(%x)",
            "call @nobody(%x)",
            "store ptr %x, %y align 8\n%p = load ptr, %y align 8\ncall @looks(%p)",
            "call @fills(%x)",
            "call @keeps_first(%x)",
            "%c = eq ptr %x, %old",
        ] {
            assert!(!is_made_anew(body, "null"), "{body}");
        }
    }
}
