//! Loads, stores, copies, fills, allocation and freeing, by the interpreter's rules.

use super::run::Graphs;
use super::set::{NodeId, Nodes};
use super::structure::{Cell, Content, List, Node, Origin, Rest, Root, Structure, Targets, Value};
use crate::access::{ANY_ACCESS, NULL_PAGE};
use crate::object::{Fill, Kind};
use crate::run::Stop;
use crate::value::Val;
use cairn_ir::{GlobalId, Id, Rule, Type};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Graphs<'_> {
    fn is_word(&self, len: u64) -> bool {
        len == self.world.word()
    }

    // ---- where accesses go ----

    /// The object and the offset of an access. `None` if it is an error, which ends the path.
    pub(super) fn access(
        &mut self,
        s: &Structure,
        value: Value,
        len: u64,
        write: bool,
    ) -> Result<Option<(NodeId, u64)>, Stop> {
        let (id, offset) = match value {
            Value::At(id, offset) => (id, offset),
            Value::Num(number) if number >= NULL_PAGE => return Err(Stop::UnknownWrite(self.span())),
            Value::Number | Value::Any => return Err(Stop::UnknownWrite(self.span())),
            Value::Null | Value::Num(_) => {
                self.fail(s, Rule::NullDereference);
                return Ok(None);
            }
            Value::Undef | Value::Gone => {
                self.fail(s, if value == Value::Undef { Rule::UninitializedRead } else { Rule::UseAfterFree });
                ANY_ACCESS.into_iter().for_each(|rule| self.doubt(rule));
                return Ok(None);
            }
        };
        let node = s.node(id);
        let readonly = matches!(node.origin, Origin::Global(id) if self.world.program.globals[id].constant);
        let within = u64::try_from(offset).is_ok_and(|at| at.checked_add(len).is_some_and(|end| end <= node.size));
        let rule = match () {
            () if !node.in_scope => Some(Rule::UseAfterScope),
            () if !within => Some(Rule::OutOfBounds),
            () if write && readonly => Some(Rule::InvalidPointer),
            () => None,
        };
        rule.into_iter().for_each(|rule| self.fail(s, rule));
        Ok(rule.is_none().then_some((id, offset as u64)))
    }

    // ---- contents ----

    fn content(&mut self, s: &mut Structure, id: NodeId, at: u64, len: u64) -> Result<Content, Stop> {
        let node = s.node(id);
        match node.cells.get(&at).filter(|cell| cell.len == len) {
            Some(cell) => return Ok(cell.content.clone()),
            None if node.overlapping(at, len).next().is_some() => return Err(parts()),
            None => {}
        }
        match (node.rest, node.origin) {
            (Rest::Fill(fill), _) => Ok(Content::fill(fill, self.is_word(len))),
            (Rest::Initial, Origin::Global(global)) => self.initial(s, global, at, len),
            (Rest::Initial, _) => unreachable!("only globals begin with something"),
        }
    }

    /// What a global begins with.
    fn initial(&mut self, s: &mut Structure, global: GlobalId, at: u64, len: u64) -> Result<Content, Stop> {
        let obj = &self.world.fixed[global.index()];
        let Some(val) = obj.exact(at, len) else {
            return Ok(Content::fill(obj.blurred(at, len), self.is_word(len)));
        };
        let value = self.fixed_value(s, val)?;
        Ok(Content::of(value, len, self.is_word(len)))
    }

    /// A value that is the same in all structures.
    pub(super) fn fixed_value(&mut self, s: &mut Structure, val: Val) -> Result<Value, Stop> {
        Ok(match val {
            Val::Undef => Value::Undef,
            Val::Top => Value::Any,
            Val::Num(number) => number.as_const().map_or(Value::Number, Value::Num),
            Val::Ptr(addr) => match (self.world.fixed[addr.obj.index()].kind, addr.off.as_signed()) {
                (Kind::Global(global), Some(offset)) => Value::At(self.global(s, global)?, offset),
                (Kind::External(global), _) => {
                    let name = self.world.program.global_name(global);
                    return Err(Stop::Unsupported(format!("variable `{name}`, which is defined elsewhere")));
                }
                _ => Value::Number,
            },
        })
    }

    /// The node of a global, from its first use on.
    fn global(&mut self, s: &mut Structure, global: GlobalId) -> Result<NodeId, Stop> {
        if let Some(known) = s.of_origin(Origin::Global(global)) {
            return Ok(known);
        }
        let size = self.world.program.globals[global].size;
        let node = Node { names: true, ..Node::new(Origin::Global(global), size, Rest::Initial) };
        s.add(node)
    }

    // ---- loads and stores ----

    /// The values that a load may give, each in its structure.
    pub(super) fn load(&mut self, mut s: Structure, ty: Type, addr: Value) -> Result<Vec<(Structure, Value)>, Stop> {
        let len = ty.store_bytes(self.world.bits);
        let Some((id, at)) = self.access(&s, addr, len, false)? else { return Ok(Vec::new()) };
        let content = self.content(&mut s, id, at, len)?;
        let value = match content {
            Content::Undef => Value::Undef,
            Content::Number => Value::Number,
            Content::Any => Value::Any,
            Content::Num(number) => Value::Num(crate::range::cut(number.into(), ty.bits(self.world.bits))),
            Content::Leads(targets) if ty == Type::Ptr => match s.sole(&targets) {
                Some(value) => value,
                None => return s.focus(id, at),
            },
            Content::Leads(targets) if targets == Targets::null() => Value::Num(0),
            Content::Leads(_) => Value::Number,
        };
        Ok(vec![(s, value)])
    }

    pub(super) fn store(&mut self, s: &mut Structure, ty: Type, addr: Value, value: Value) -> Result<bool, Stop> {
        let len = ty.store_bytes(self.world.bits);
        let Some((id, at)) = self.access(s, addr, len, true)? else { return Ok(false) };
        self.write(s, (id, at), len, Content::of(value, len, self.is_word(len)))?;
        Ok(true)
    }

    /// Overwrites bytes of an object, and with them what lists depend on.
    fn write(&mut self, s: &mut Structure, (id, at): (NodeId, u64), len: u64, content: Content) -> Result<(), Stop> {
        let node = s.node(id);
        let covered = |(&start, cell): (&u64, &Cell)| at <= start && start + cell.len <= at + len;
        if !node.overlapping(at, len).all(covered) {
            return Err(parts());
        }
        let gone: Vec<u64> = node.overlapping(at, len).map(|(&start, _)| start).filter(|&start| start != at).collect();
        for start in gone {
            self.unlink(s, id, start, &Content::Number);
            s.node_mut(id).cells.remove(&start);
        }
        self.note_layout(s.node(id), at, len)?;
        let new = self.unlink(s, id, at, &content);
        s.node_mut(id).cells.insert(at, Cell { len, content });
        s.lists.extend(new);
        Ok(())
    }

    /// Brings lists up to date before a cell changes. Gives the lists that start in it then.
    fn unlink(&mut self, s: &mut Structure, id: NodeId, at: u64, content: &Content) -> Vec<(List, Nodes)> {
        let value = match content {
            Content::Leads(targets) => s.sole(targets),
            Content::Undef => Some(Value::Undef),
            Content::Num(_) => Some(Value::Num(1)),
            Content::Number | Content::Any => None,
        };
        let value = value.unwrap_or(Value::Any);
        let (origin, names) = (s.node(id).origin, s.node(id).names);
        let links: Vec<u64> = self.links.iter().copied().filter(|_| names).collect();
        let roots = links.into_iter().filter_map(|link| {
            let list = List { root: Root::Cell(origin, at), link };
            Some((list, s.list_at(value, link)?))
        });
        let new: Vec<(List, Nodes)> = roots.collect();
        s.relink(id, at, value);
        s.lists.retain(|list, _| list.root != Root::Cell(origin, at));
        // The list goes through the very cell that leads to it.
        new.into_iter().filter(|(list, nodes)| list.link != at || !nodes.contains(id)).collect()
    }

    // ---- ranges ----

    pub(super) fn copy(&mut self, s: &mut Structure, [dst, src]: [Value; 2], len: u64) -> Result<bool, Stop> {
        if len == 0 {
            return Ok(true);
        }
        let Some((from, start)) = self.access(s, src, len, false)? else { return Ok(false) };
        let Some((to, at)) = self.access(s, dst, len, true)? else { return Ok(false) };
        if from == to {
            return Err(Stop::Unsupported("a copy inside of one object".to_owned()));
        }
        let whole = |node: &Node, at: u64| at == 0 && node.size == len;
        if !whole(s.node(from), start) || !whole(s.node(to), at) {
            return Err(Stop::Unsupported("a copy of a part of an object".to_owned()));
        }
        let Rest::Fill(rest) = s.node(from).rest else {
            return Err(Stop::Unsupported("a copy of a global".to_owned()));
        };
        self.fill(s, to, rest)?;
        let cells: Vec<(u64, Cell)> = s.node(from).cells.iter().map(|(&at, cell)| (at, cell.clone())).collect();
        for (at, cell) in cells {
            self.write(s, (to, at), cell.len, cell.content)?;
        }
        Ok(true)
    }

    pub(super) fn set(&mut self, s: &mut Structure, dst: Value, byte: Value, len: u64) -> Result<bool, Stop> {
        if len == 0 {
            return Ok(true);
        }
        let Some((id, at)) = self.access(s, dst, len, true)? else { return Ok(false) };
        if at != 0 || s.node(id).size != len {
            return Err(Stop::Unsupported("a part of an object that is filled".to_owned()));
        }
        let fill = match byte {
            Value::Num(byte) if byte & 0xff == 0 => Fill::Zero,
            Value::Undef => Fill::Undef,
            Value::Any => Fill::Top,
            _ => Fill::Defined,
        };
        self.fill(s, id, fill)?;
        Ok(true)
    }

    /// The same bytes in all of an object.
    fn fill(&mut self, s: &mut Structure, id: NodeId, fill: Fill) -> Result<(), Stop> {
        let cells: Vec<(u64, u64)> = s.node(id).cells.iter().map(|(&at, cell)| (at, cell.len)).collect();
        for (at, len) in cells {
            self.write(s, (id, at), len, Content::fill(fill, self.is_word(len)))?;
        }
        s.node_mut(id).rest = Rest::Fill(fill);
        Ok(())
    }

    // ---- objects ----

    pub(super) fn allocate(&mut self, s: &mut Structure, size: u64, zeroed: bool) -> Result<Value, Stop> {
        let rest = Rest::Fill(if zeroed { Fill::Zero } else { Fill::Undef });
        let sites = Rc::new(BTreeSet::from([self.place()]));
        let id = s.add(Node { sites, ..Node::new(Origin::Heap, size, rest) })?;
        Ok(Value::At(id, 0))
    }

    /// The block that starts at an address. `None` if it is an error, which ends the path.
    pub(super) fn block_at(&mut self, s: &Structure, value: Value) -> Result<Option<NodeId>, Stop> {
        let rule = match value {
            Value::Number | Value::Any => return Err(Stop::UnknownWrite(self.span())),
            Value::Num(number) if number >= NULL_PAGE => return Err(Stop::UnknownWrite(self.span())),
            Value::At(id, 0) if s.node(id).origin == Origin::Heap => return Ok(Some(id)),
            Value::At(..) | Value::Null | Value::Num(_) => Rule::InvalidFree,
            Value::Gone => Rule::DoubleFree,
            Value::Undef => Rule::UninitializedRead,
        };
        self.fail(s, rule);
        [Rule::InvalidFree, Rule::DoubleFree].into_iter().for_each(|rule| self.doubt(rule));
        Ok(None)
    }

    pub(super) fn scope(&mut self, s: &mut Structure, value: Value, in_scope: bool) -> Result<(), Stop> {
        match value {
            Value::At(id, 0) if matches!(s.node(id).origin, Origin::Stack(..)) => {
                self.fill(s, id, Fill::Undef)?;
                s.lists.retain(|_, nodes| !nodes.contains(id));
                s.node_mut(id).in_scope = in_scope;
                Ok(())
            }
            _ => Err(Stop::Unsupported("the scope of something that is no local".to_owned())),
        }
    }
}

fn parts() -> Stop {
    Stop::Unsupported("bytes of a number or a pointer".to_owned())
}
