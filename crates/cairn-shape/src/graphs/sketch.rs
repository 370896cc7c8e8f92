//! Structures as data, for proofs.

use super::run::Graphs;
use super::structure::{Cell, Content, Node, Origin, Rest, Root, Structure, Targets, Value};
use crate::object::Fill;
use crate::show::variable;
use crate::sketch::Sketches;
use crate::world::World;
use cairn_engine::LoopInvariant;
use cairn_engine::invariant::{AbstractHeap, AbstractObject, Field, Holds, Relation, Spot, Variable};
use cairn_ir::{BlockId, FuncId, Id, RecordId, Type};
use std::collections::BTreeMap;

impl Graphs<'_> {
    /// The structures at the heads of a function's loops, in the order of its blocks.
    pub fn invariants(&self, func: FuncId) -> Vec<LoopInvariant> {
        let mut loops: BTreeMap<BlockId, Sketches> = BTreeMap::new();
        for (at, depth, all) in self.at_loops().filter(|(at, ..)| at.func == func) {
            let sketches = loops.entry(at.block).or_default();
            all.iter().for_each(|s| sketches.push(self.sketch(s, func, depth)));
        }
        let program = self.world.program;
        let Some(body) = &program.funcs[func].body else { return Vec::new() };
        let invariant = |(block, sketches): (BlockId, Sketches)| {
            let block = &body.blocks[block];
            let line = block.insts.first().map_or(block.term_span, |inst| inst.span).line;
            sketches.invariant(program.func_name(func), line)
        };
        loops.into_iter().map(invariant).collect()
    }

    fn sketch(&self, s: &Structure, func: FuncId, depth: u32) -> AbstractHeap {
        let program = self.world.program;
        let body = program.funcs[func].body.as_ref();
        let is_named = |value| body.is_some_and(|body| body.values.get(value).is_some_and(|value| value.var.is_some()));
        let own = s.regs.iter().filter(|((of, value), _)| *of == depth && is_named(*value));
        let is_pointer = |value| body.is_some_and(|body| body.values[value].ty == Type::Ptr);
        let mut variables: Vec<Variable> = own
            .map(|((_, value), held)| Variable {
                name: variable(program, func, *value),
                holds: if is_pointer(*value) { holds(*held) } else { number(*held) },
            })
            .collect();
        variables.dedup();
        let objects = s.nodes().map(|(_, node)| self.object(s, node)).collect();
        AbstractHeap { variables, objects, facts: self.facts(s) }
    }

    fn object(&self, s: &Structure, node: &Node) -> AbstractObject {
        let program = self.world.program;
        let record = self.records.get(&node.size).copied().filter(|_| node.origin == Origin::Heap);
        let name = record.and_then(|record| program.ctypes.records[record].name);
        AbstractObject {
            kind: match node.origin {
                Origin::Heap => "block",
                Origin::Stack(..) => "local",
                Origin::Global(id) => program.global_name(id),
            }
            .to_owned(),
            record: name.map(|name| program.names.text(name).to_owned()),
            bytes: Some(node.size),
            alive: node.in_scope,
            many: node.many,
            segment: None,
            in_each_node_of: None,
            cells: node.cells.iter().map(|(&at, cell)| field(self.world, s, record, at, cell)).collect(),
            rest: match node.rest {
                Rest::Fill(Fill::Undef) => Holds::Undefined,
                Rest::Fill(Fill::Zero) => Holds::Zero,
                Rest::Fill(Fill::Defined) | Rest::Initial => Holds::Defined,
                Rest::Fill(Fill::Top) => Holds::Anything,
            },
        }
    }

    /// Which objects are on which lists.
    fn facts(&self, s: &Structure) -> Vec<Relation> {
        let known = s.lists.iter().filter(|(_, nodes)| !nodes.is_empty());
        let mut facts: Vec<Relation> = known
            .filter_map(|(list, &nodes)| {
                let start = match list.root {
                    Root::Reg(reg) => *s.regs.get(&reg)?,
                    Root::Cell(origin, at) => s.sole(s.targets(s.of_origin(origin)?, at)?)?,
                };
                let objects = nodes.iter().map(|id| id.index() as u32).collect();
                let right = Holds::Among { objects, null: false, gone: false };
                Some(Relation { left: holds(start), is: format!("leads along {} to exactly", list.link), right })
            })
            .collect();
        facts.sort();
        facts.dedup();
        facts
    }
}

fn holds(value: Value) -> Holds {
    match value {
        Value::Undef => Holds::Undefined,
        Value::Num(0) | Value::Null => Holds::Null,
        Value::Num(_) | Value::Number => Holds::Defined,
        Value::Any => Holds::Anything,
        Value::Gone => among(&Targets::gone()),
        Value::At(id, offset) => Holds::Address { object: id.index() as u32, node: Spot::First, offset: Some(offset) },
    }
}

fn number(value: Value) -> Holds {
    match value {
        Value::Num(number) => exactly(number as u64),
        other => holds(other),
    }
}

fn exactly(number: u64) -> Holds {
    let number = number as i64;
    Holds::Number { name: None, plus: 0, low: number, high: number }
}

fn among(targets: &Targets) -> Holds {
    let objects = targets.nodes().iter().map(|id| id.index() as u32).collect();
    Holds::Among { objects, null: targets.null, gone: targets.gone }
}

fn field(world: &World<'_>, s: &Structure, record: Option<RecordId>, at: u64, cell: &Cell) -> Field {
    let fields = record.map(|record| &world.program.ctypes.records[record].fields);
    let member = fields.and_then(|fields| fields.iter().find(|field| field.byte_offset() == at)?.name);
    Field {
        offset: at,
        bytes: cell.len,
        name: member.map(|name| world.program.names.text(name).to_owned()),
        holds: match &cell.content {
            Content::Undef => Holds::Undefined,
            Content::Num(number) => exactly(*number),
            Content::Number => Holds::Defined,
            Content::Any => Holds::Anything,
            Content::Leads(targets) => s.sole(targets).map_or_else(|| among(targets), holds),
        },
    }
}
