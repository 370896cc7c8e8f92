//! Heaps as data, for proofs: what the active function sees, numbered in the order of a walk, so that equal is equal.
//!
//! Not here: words (`cairn_engine::invariant`), everything that a heap says (`show`).

use crate::heap::Heap;
use crate::object::{Cell, Content, Fill, Kind, Life, Obj};
use crate::optional::ABSENT;
use crate::paths::FORMS;
use crate::range::Range;
use crate::show::{member, record, variable};
use crate::value::{Lin, ObjId, Spot, Sym, Val};
use crate::world::World;
use cairn_engine::LoopInvariant;
use cairn_engine::invariant::{self, AbstractHeap, AbstractObject, Field, Holds, Relation, Segment, Variable};
use cairn_ir::{Id, Type};
use std::collections::BTreeMap;

/// The heaps of a loop over all calls of its function. Only the first ones are spelled out.
#[derive(Default)]
pub(crate) struct Sketches {
    heaps: Vec<AbstractHeap>,
    more: usize,
}

/// Heaps of one loop that a proof spells out.
const SPELLED_OUT: usize = 12;

impl Sketches {
    pub fn add(&mut self, world: &World<'_>, heap: &Heap) {
        self.push(sketch(world, heap));
    }

    pub fn push(&mut self, sketch: AbstractHeap) {
        match self.heaps.contains(&sketch) {
            true => {}
            false if self.heaps.len() < SPELLED_OUT => self.heaps.push(sketch),
            false => self.more += 1,
        }
    }

    pub fn invariant(&self, function: &str, line: u32) -> LoopInvariant {
        LoopInvariant { function: function.to_owned(), line, heaps: self.heaps.clone(), more: self.more }
    }
}

/// What the variables of the active function hold, and what they and globals lead to.
pub fn sketch(world: &World<'_>, heap: &Heap) -> AbstractHeap {
    let mut walk = Walk { world, heap, numbers: BTreeMap::new(), places: BTreeMap::new(), order: Vec::new() };
    let Some(frame) = heap.frames.last() else { return AbstractHeap::default() };
    let body = world.program.funcs[frame.func].body.as_ref();
    let is_named = |value| body.is_some_and(|body| body.values.get(value).is_some_and(|value| value.var.is_some()));
    let named = frame.regs.iter().filter(|(value, _)| is_named(**value));
    let mut variables: Vec<Variable> = named
        .map(|(&value, &val)| {
            let is_pointer = body.is_some_and(|body| body.values[value].ty == Type::Ptr);
            Variable { name: variable(world.program, frame.func, value), holds: walk.holds(val, is_pointer) }
        })
        .collect();
    variables.dedup();
    for &id in heap.objs.keys().filter(|id| id.index() < world.fixed.len()) {
        walk.place(id);
    }
    let mut objects = Vec::new();
    while let Some(&id) = walk.order.get(objects.len()) {
        let object = walk.object(id);
        objects.push(object);
    }
    let known = heap.facts.iter().filter(|fact| walk.numbered(fact.lhs) && walk.numbered(fact.rhs));
    let known: Vec<_> = known.copied().collect();
    let facts = known.into_iter().map(|fact| Relation {
        left: walk.number(fact.lhs),
        is: fact.op.to_string(),
        right: walk.number(fact.rhs),
    });
    let mut facts: Vec<Relation> = facts.collect();
    facts.sort();
    AbstractHeap { variables, objects, facts }
}

struct Walk<'a> {
    world: &'a World<'a>,
    heap: &'a Heap,
    numbers: BTreeMap<Sym, u32>,
    places: BTreeMap<ObjId, u32>,
    order: Vec<ObjId>,
}

impl Walk<'_> {
    fn place(&mut self, id: ObjId) -> u32 {
        let next = self.order.len() as u32;
        let place = *self.places.entry(id).or_insert(next);
        if place == next {
            self.order.push(id);
        }
        place
    }

    fn numbered(&self, lin: Lin) -> bool {
        lin.sym.is_none_or(|sym| self.numbers.contains_key(&sym))
    }

    fn number(&mut self, lin: Lin) -> Holds {
        let next = self.numbers.len() as u32;
        let name = lin.sym.map(|sym| *self.numbers.entry(sym).or_insert(next));
        let plus = Lin { sym: None, ..lin }.as_signed().filter(|_| name.is_some()).unwrap_or(0);
        let range = self.heap.range(lin);
        let bound = |value: i128| i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX });
        match range == Range::full(range.width) && range.width > 1 {
            true => Holds::Number { name, plus, low: i64::MIN, high: i64::MAX },
            false => Holds::Number { name, plus, low: bound(range.slo), high: bound(range.shi) },
        }
    }

    fn holds(&mut self, val: Val, is_pointer: bool) -> Holds {
        match val {
            Val::Num(lin) if is_pointer && lin.as_const() == Some(0) => Holds::Null,
            Val::Num(lin) => self.number(lin),
            Val::Ptr(addr) => Holds::Address {
                object: self.place(addr.obj),
                node: match addr.spot {
                    Spot::First => invariant::Spot::First,
                    Spot::Last => invariant::Spot::Last,
                    Spot::Own => invariant::Spot::Own,
                    Spot::Next => invariant::Spot::Next,
                },
                offset: addr.off.as_signed(),
            },
            Val::Undef => Holds::Undefined,
            Val::Top => Holds::Anything,
        }
    }

    fn object(&mut self, id: ObjId) -> AbstractObject {
        let (world, heap) = (self.world, self.heap);
        let obj = heap.obj(world, id);
        let changed = heap.objs.contains_key(&id);
        let cells = if changed { self.cells(obj) } else { Vec::new() };
        AbstractObject {
            kind: match obj.kind {
                Kind::Heap => "block",
                Kind::Stack => "local",
                Kind::Global(id) | Kind::External(id) => world.program.global_name(id),
                Kind::Function(id) => world.program.func_name(id),
            }
            .to_owned(),
            record: record(world, obj),
            bytes: obj.size.as_const().and_then(|size| u64::try_from(size).ok()),
            alive: obj.life == Life::Live,
            many: false,
            segment: obj.seg.map(|seg| Segment {
                at_least: seg.min,
                next: seg.links.next,
                back: seg.links.back.map(|(prev, _)| prev),
                fork: seg.links.fork,
                optional: obj.is_optional(),
            }),
            in_each_node_of: obj.owner.map(|owner| self.place(owner)),
            cells,
            rest: if changed { filled(obj.rest) } else { Holds::Defined },
        }
    }

    fn cells(&mut self, obj: &Obj) -> Vec<Field> {
        let cells = obj.cells.iter().filter(|(at, _)| **at != ABSENT);
        let field = |(&at, cell): (&u64, &Cell)| Field {
            offset: at,
            bytes: cell.len,
            name: if FORMS.contains(&at) { Some("nodes like".to_owned()) } else { member(self.world, obj, at) },
            holds: match cell.content {
                Content::Val(val) => {
                    let is_pointer = obj.is_link(at) || obj.stored.get(&at) == Some(&true);
                    self.holds(val, is_pointer && cell.len == self.world.word())
                }
                Content::Fill(fill) => filled(fill),
                Content::Bytes(_) => Holds::Defined,
            },
        };
        cells.map(field).collect()
    }
}

fn filled(fill: Fill) -> Holds {
    match fill {
        Fill::Undef => Holds::Undefined,
        Fill::Zero => Holds::Zero,
        Fill::Defined => Holds::Defined,
        Fill::Top => Holds::Anything,
    }
}
