//! Loop invariants as data: at the head of a loop, every state is one of some abstract heaps.
//!
//! An abstract heap says what variables hold and which objects there are; an object may stand for a list or a tree of any
//! size. Not here: how invariants are found, and pictures of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Every state at the head of a loop is described by one of its heaps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopInvariant {
    pub function: String,
    pub line: u32,
    pub heaps: Vec<AbstractHeap>,
    /// How many heaps there are besides those that are spelled out.
    pub more: usize,
}

/// States of one shape.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct AbstractHeap {
    pub variables: Vec<Variable>,
    pub objects: Vec<AbstractObject>,
    pub facts: Vec<Relation>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    pub holds: Holds,
}

/// What a variable or some bytes of an object hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// A number from `low` to `high`, as signed numbers. Those with the same name have the difference of their `plus`.
    Number {
        name: Option<u32>,
        plus: i64,
        low: i64,
        high: i64,
    },
    /// The address of an object of this heap, by its position. `offset` is unknown if it is missing.
    Address {
        object: u32,
        node: Spot,
        offset: Option<i64>,
    },
    /// No address.
    Null,
    Zero,
    Undefined,
    /// Defined, and nothing more is known.
    Defined,
    Anything,
    /// One of several addresses: of these objects, of one that is gone, or none.
    Among {
        objects: Positions,
        null: bool,
        gone: bool,
    },
}

/// Objects of a heap, by their positions, which are less than 64. As data, a list of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u32>", into = "Vec<u32>")]
pub struct Positions(u64);

impl Positions {
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..u64::BITS).filter(move |at| self.0 >> at & 1 == 1)
    }
}

impl FromIterator<u32> for Positions {
    fn from_iter<I: IntoIterator<Item = u32>>(all: I) -> Positions {
        Positions(all.into_iter().filter(|at| *at < u64::BITS).fold(0, |set, at| set | 1 << at))
    }
}

impl From<Vec<u32>> for Positions {
    fn from(all: Vec<u32>) -> Positions {
        all.into_iter().collect()
    }
}

impl From<Positions> for Vec<u32> {
    fn from(all: Positions) -> Vec<u32> {
        all.iter().collect()
    }
}

/// Which node of a list or tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    First,
    Last,
    /// In what each node of a list has: that node.
    Own,
    /// In a node of a list, or in what it has: the node behind, or what the list ends in.
    Next,
}

/// One object, or all nodes of a list or a tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AbstractObject {
    /// A block, a local variable, or the name of a global or a function; with the record that it is, if that is known.
    pub kind: String,
    pub record: Option<String>,
    pub bytes: Option<u64>,
    pub alive: bool,
    /// There is one of these or more, in no order.
    pub many: bool,
    pub segment: Option<Segment>,
    /// The list in whose every node there is one of these, by its position.
    pub in_each_node_of: Option<u32>,
    pub cells: Vec<Field>,
    /// What the other bytes hold.
    pub rest: Holds,
}

/// Some bytes of an object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Field {
    pub offset: u64,
    pub bytes: u64,
    pub name: Option<String>,
    pub holds: Holds,
}

/// A list or a tree of at least `at_least` nodes. Of the cells at `next` and `back`, an object has what the last node leads
/// on to, and what the first one leads back to; other cells are every node's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Segment {
    pub at_least: u32,
    pub next: u64,
    pub back: Option<u64>,
    /// Of a tree: the link to the other child.
    pub fork: Option<u64>,
    /// There is at most one node: a block that may be absent.
    pub optional: bool,
}

/// What is known of two numbers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Relation {
    pub left: Holds,
    pub is: String,
    pub right: Holds,
}

impl fmt::Display for AbstractHeap {
    /// What the variables hold, in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |variable: &&Variable| !matches!(variable.holds, Holds::Undefined | Holds::Anything);
        let words: Vec<String> = self
            .variables
            .iter()
            .filter(known)
            .map(|variable| match variable.holds {
                Holds::Address { .. } | Holds::Among { .. } => {
                    format!("{} -> {}", variable.name, self.in_words(variable.holds))
                }
                _ => format!("{} = {}", variable.name, self.in_words(variable.holds)),
            })
            .collect();
        f.write_str(if words.is_empty() { "nothing to say" } else { "" })?;
        f.write_str(&words.join(", "))
    }
}

impl AbstractHeap {
    fn in_words(&self, holds: Holds) -> String {
        match holds {
            Holds::Number { low, high, .. } if low == high => low.to_string(),
            Holds::Number { low: i64::MIN, high: i64::MAX, .. } => "a number".to_owned(),
            Holds::Number { low, high, .. } => format!("{low} to {high}"),
            Holds::Address { object, node, offset } => {
                let named =
                    self.objects.get(object as usize).map_or_else(|| "?".to_owned(), |object| self.title(object));
                let node = match node {
                    Spot::First => "",
                    Spot::Last => "the last node of ",
                    Spot::Own => "its node of ",
                    Spot::Next => "what comes next in ",
                };
                match offset {
                    Some(0) => format!("{node}{named}"),
                    Some(by) => format!("{node}{named} at {by}"),
                    None => format!("somewhere in {node}{named}"),
                }
            }
            Holds::Among { objects, null, gone } => {
                let titles = objects.iter().filter_map(|at| self.objects.get(at as usize)).map(|to| self.title(to));
                let none = [null.then_some("null"), gone.then_some("what is gone")].into_iter().flatten();
                titles.chain(none.map(str::to_owned)).collect::<Vec<_>>().join(" or ")
            }
            Holds::Null => "null".to_owned(),
            Holds::Zero => "0".to_owned(),
            Holds::Undefined => "undefined".to_owned(),
            Holds::Defined => "defined".to_owned(),
            Holds::Anything => "anything".to_owned(),
        }
    }

    /// What an object is; of a list also what it ends in.
    fn title(&self, object: &AbstractObject) -> String {
        let name = object.record.as_ref().unwrap_or(&object.kind);
        let gone = if object.alive { "" } else { ", gone" };
        let some = if object.many { "one of some " } else { "" };
        let Some(segment) = object.segment.filter(|segment| !segment.optional) else {
            return format!("{some}{name}{gone}");
        };
        let what = match (segment.fork, segment.back) {
            (Some(_), _) => "tree",
            (None, Some(_)) => "doubly linked list",
            (None, None) => "list",
        };
        let end =
            object.cells.iter().find(|cell| cell.offset == segment.next).map_or(Holds::Anything, |cell| cell.holds);
        let end = match end {
            Holds::Address { object: to, .. } => self.objects.get(to as usize).map_or("?".to_owned(), |to| {
                let name = to.record.as_ref().unwrap_or(&to.kind);
                if to.segment.is_some() { format!("a list of {name}") } else { name.clone() }
            }),
            other => self.in_words(other),
        };
        format!("{what} of {} or more {name} that ends in {end}{gone}", segment.at_least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(segment: Option<Segment>, next: Holds) -> AbstractObject {
        AbstractObject {
            kind: "block".to_owned(),
            record: Some("node".to_owned()),
            bytes: Some(16),
            alive: true,
            many: false,
            segment,
            in_each_node_of: None,
            cells: vec![Field { offset: 8, bytes: 8, name: Some("next".to_owned()), holds: next }],
            rest: Holds::Undefined,
        }
    }

    #[test]
    fn heaps_have_words() {
        let list = Segment { at_least: 2, next: 8, back: None, fork: None, optional: false };
        let to = |object| Holds::Address { object, node: Spot::First, offset: Some(0) };
        let variable = |name: &str, holds| Variable { name: name.to_owned(), holds };
        let heap = AbstractHeap {
            variables: vec![
                variable("x", to(0)),
                variable("y", to(1)),
                variable("n", Holds::Null),
                variable("u", Holds::Anything),
            ],
            objects: vec![node(Some(list), to(1)), node(None, Holds::Null)],
            facts: Vec::new(),
        };
        assert_eq!(heap.to_string(), "x -> list of 2 or more node that ends in node, y -> node, n = null");
        assert_eq!(AbstractHeap::default().to_string(), "nothing to say");
    }

    #[test]
    fn several_addresses_have_words() {
        let many = AbstractObject { many: true, ..node(None, Holds::Null) };
        let holds = Holds::Among { objects: [0, 1].into_iter().collect(), null: true, gone: false };
        let variables = vec![Variable { name: "x".to_owned(), holds }];
        let heap = AbstractHeap { variables, objects: vec![node(None, Holds::Null), many], facts: Vec::new() };
        assert_eq!(heap.to_string(), "x -> node or one of some node or null");
        assert_eq!(Vec::from([3, 0].into_iter().collect::<Positions>()), [0, 3]);
    }
}
