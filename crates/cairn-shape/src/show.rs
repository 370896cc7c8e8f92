//! Heaps in words, for certificates and for whoever looks for what went wrong.

use crate::heap::Heap;
use crate::linear::Constraint;
use crate::object::{Content, Fill, Kind, Life, Obj};
use crate::optional::ABSENT;
use crate::paths::FORMS;
use crate::range::Range;
use crate::value::{Addr, Lin, Spot, Val};
use crate::world::World;
use cairn_ir::{FuncId, Id, Program, ValueId};
use std::fmt::Write;

/// One line for each register that a variable of the source is, and for each object.
pub fn show(world: &World<'_>, heap: &Heap) -> String {
    let mut text = String::new();
    for frame in &heap.frames {
        for (&value, &val) in &frame.regs {
            let name = variable(world.program, frame.func, value);
            let _ = writeln!(text, "{name} = {}", show_val(world, heap, val));
        }
    }
    for (id, obj) in &heap.objs {
        let _ = writeln!(text, "{id:?}: {}", show_obj(world, heap, obj));
    }
    for fact in &heap.facts {
        let _ = writeln!(text, "{} {} {}", show_lin(heap, fact.lhs), fact.op, show_lin(heap, fact.rhs));
    }
    for relation in &heap.relations {
        let _ = writeln!(text, "{}", show_relation(relation));
    }
    for one in &heap.not_all_empty {
        let given = one.given.map(|id| format!(", if {id:?} is not")).unwrap_or_default();
        let _ = writeln!(text, "not all of {:?} are empty{given}", one.some);
    }
    if !heap.lost.is_empty() {
        let _ = writeln!(text, "blocks of {} allocations are lost", heap.lost.len());
    }
    text
}

pub(crate) fn variable(program: &Program, func: FuncId, value: ValueId) -> String {
    let body = program.funcs[func].body.as_ref();
    let var = body.and_then(|body| Some(&body.vars[body.values.get(value)?.var?]));
    var.map_or_else(|| format!("{value:?}"), |var| program.names.text(var.name).to_owned())
}

/// The name of the record that an object is, by the members that the program looked at.
pub(crate) fn record(world: &World<'_>, obj: &Obj) -> Option<String> {
    let records = obj.types.iter().filter(|(at, _)| *at == 0).map(|(_, id)| &world.program.ctypes.records[*id]);
    // A record may begin with another one.
    let name = records.max_by_key(|record| record.bytes)?.name?;
    Some(world.program.names.text(name).to_owned())
}

/// The member at an offset, of the innermost record that is known to be there.
pub(crate) fn member(world: &World<'_>, obj: &Obj, at: u64) -> Option<String> {
    let members = obj.types.iter().rev().flat_map(|(base, id)| {
        let fields = &world.program.ctypes.records[*id].fields;
        fields.iter().filter(move |field| base + field.byte_offset() == at)
    });
    members.into_iter().find_map(|field| Some(world.program.names.text(field.name?).to_owned()))
}

fn show_obj(world: &World<'_>, heap: &Heap, obj: &Obj) -> String {
    let mut text = show_obj_title(world, heap, obj);
    for (at, cell) in &obj.cells {
        let content = match &cell.content {
            Content::Val(val) => show_val(world, heap, *val),
            Content::Fill(fill) => show_fill(*fill).to_owned(),
            Content::Bytes(bytes) => format!("{} bytes", bytes.len()),
        };
        let _ = match *at {
            ABSENT => write!(text, "; if absent: {content}"),
            at if FORMS.contains(&at) => write!(text, "; some nodes like {content}"),
            at => write!(text, "; {at}..{}: {content}", at + cell.len),
        };
    }
    let _ = write!(text, "; else {}", show_fill(obj.rest));
    text
}

pub(crate) fn show_obj_title(world: &World<'_>, heap: &Heap, obj: &Obj) -> String {
    let kind = match obj.kind {
        Kind::Heap => "block",
        Kind::Stack => "local",
        Kind::Global(id) | Kind::External(id) => world.program.global_name(id),
        Kind::Function(id) => world.program.func_name(id),
    };
    let life = match obj.life {
        Life::Live => "",
        Life::Freed => ", freed",
        Life::ScopeEnded => ", out of scope",
    };
    let seg = obj.seg.map_or_else(String::new, |seg| {
        if obj.is_optional() {
            return if seg.min == 0 { ", perhaps absent".to_owned() } else { String::new() };
        }
        let back = seg.links.back.map_or_else(String::new, |(prev, _)| format!(" and back at {prev}"));
        let (what, fork) = match seg.links.fork {
            Some(fork) => ("tree", format!(" and {fork}")),
            None => ("list", String::new()),
        };
        format!(", {what} of {} or more linked at {}{fork}{back}", seg.min, seg.links.next)
    });
    let owner = obj.owner.map_or_else(String::new, |owner| format!(", in each node of {owner:?}"));
    let part =
        obj.part.map_or_else(String::new, |part| format!(", part of {:?} at {}", part.whole, show_lin(heap, part.at)));
    format!("{kind} of {} bytes{part}{life}{seg}{owner}", show_lin(heap, obj.size))
}

pub(crate) fn show_fill(fill: Fill) -> &'static str {
    match fill {
        Fill::Undef => "undefined",
        Fill::Zero => "0",
        Fill::Defined => "defined",
        Fill::Top => "anything",
    }
}

pub(crate) fn show_val(world: &World<'_>, heap: &Heap, val: Val) -> String {
    match val {
        Val::Num(lin) => show_lin(heap, lin),
        Val::Ptr(addr) => show_addr(world, heap, addr),
        Val::Undef => "undefined".to_owned(),
        Val::Top => "anything".to_owned(),
    }
}

fn show_addr(world: &World<'_>, heap: &Heap, addr: Addr) -> String {
    let spot = match addr.spot {
        Spot::First => "",
        Spot::Last => " last",
        Spot::Own => " own node",
        Spot::Next => " next node",
    };
    // Also heaps that are not as they should be can be shown.
    let known = heap.objs.get(&addr.obj).map(|obj| &**obj).or_else(|| world.fixed.get(addr.obj.index()));
    let name = match known.map(|obj| obj.kind) {
        Some(Kind::Global(id)) => world.program.global_name(id).to_owned(),
        Some(Kind::Function(id)) => world.program.func_name(id).to_owned(),
        _ => format!("{:?}", addr.obj),
    };
    match addr.off.as_signed() {
        Some(0) => format!("&{name}{spot}"),
        _ => format!("&{name}{spot} + {}", show_lin(heap, addr.off)),
    }
}

fn show_relation(relation: &Constraint) -> String {
    let mut text = String::new();
    for (sym, by) in &relation.sum.terms {
        let _ = write!(text, "{by:+}*{sym:?} ");
    }
    let op = if relation.is_equation { "=" } else { ">=" };
    format!("{text}{:+} {op} 0", relation.sum.add)
}

fn show_lin(heap: &Heap, lin: Lin) -> String {
    let Some(sym) = lin.sym else { return lin.as_signed().map_or_else(|| lin.add.to_string(), |n| n.to_string()) };
    let add = Lin { sym: None, ..lin }.as_signed().filter(|&add| add != 0);
    let add = add.map_or_else(String::new, |add| format!(" + {add}"));
    let range = heap.syms.get(&sym).map(|info| info.range).filter(|range| *range != Range::full(range.width));
    let range = range.map_or_else(String::new, |range| format!(" in {}..={}", range.slo, range.shi));
    format!("{sym:?}{add}{range}")
}
