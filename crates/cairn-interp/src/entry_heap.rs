//! The memory that a function finds when it is called without its program, written out byte by byte.
//!
//! Other than `given`, which makes objects as types say, this says exactly what there is: which pointers are equal, how
//! large objects are, what stands where. A condition of a path has a model, and this is it.

use crate::exec::Machine;
use crate::memory::{Content, Fault, ObjectKind};
use crate::value::Slot;
use std::fmt;
use std::str::FromStr;

/// Arguments, objects, and what stands in them and in variables of the program. Whatever is not said is zero, or what it was
/// initialised with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntryHeap {
    pub arguments: Vec<EntryValue>,
    /// Bytes of each object.
    pub objects: Vec<u64>,
    pub cells: Vec<EntryCell>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryCell {
    pub holder: Holder,
    pub at: u64,
    pub bytes: u64,
    pub value: EntryValue,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryValue {
    Number(u64),
    /// So many bytes behind the start.
    Address(Holder, u64),
}

/// What memory is part of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    /// An object, by its position.
    Object(usize),
    /// A variable of the program, by its name.
    Variable(String),
}

impl Machine<'_> {
    /// Makes the memory, and gives the arguments.
    pub(crate) fn written_out(&mut self, heap: &EntryHeap) -> Result<Vec<Slot>, Fault> {
        let allocate = |&bytes| self.state.memory.allocate(ObjectKind::Given, bytes, 16, Content::Zero);
        let objects = heap.objects.iter().map(allocate).collect::<Result<Vec<Slot>, Fault>>()?;
        for cell in &heap.cells {
            let value = self.written_value(&objects, &cell.value);
            if let Some(holder) = self.holder(&objects, &cell.holder) {
                let at = Slot { bits: holder.bits.wrapping_add(cell.at), ..holder };
                self.state.memory.store(at, cell.bytes as usize, value)?;
            }
        }
        let count = self.program.funcs[self.state.entry].sig.params.len();
        let said = heap.arguments.iter().map(|value| self.written_value(&objects, value));
        Ok(said.chain(std::iter::repeat(Slot::int(0))).take(count).collect())
    }

    fn written_value(&self, objects: &[Slot], value: &EntryValue) -> Slot {
        match value {
            EntryValue::Number(number) => Slot::int(*number),
            EntryValue::Address(to, offset) => {
                let start = self.holder(objects, to).unwrap_or(Slot::int(0));
                Slot { bits: start.bits.wrapping_add(*offset), ..start }
            }
        }
    }

    /// Where something starts, if it is there.
    fn holder(&self, objects: &[Slot], holder: &Holder) -> Option<Slot> {
        match holder {
            Holder::Object(at) => objects.get(*at).copied(),
            Holder::Variable(name) => {
                let (id, _) = (self.program.globals.iter_enumerated())
                    .find(|(_, global)| self.program.names.text(global.name) == name)?;
                self.addresses.globals[cairn_ir::Id::index(id)]
            }
        }
    }
}

/// As `--heap` takes it: the arguments, objects with their sizes, and cells: `5 &#1+0 #1:16 #1+8:8=&#1+0 table+0:4=7`.
impl fmt::Display for EntryHeap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        words.extend(self.objects.iter().enumerate().map(|(at, bytes)| format!("{}:{bytes}", Holder::Object(at))));
        let cell = |cell: &EntryCell| format!("{}+{}:{}={}", cell.holder, cell.at, cell.bytes, cell.value);
        words.extend(self.cells.iter().map(cell));
        f.write_str(&words.join(" "))
    }
}

impl fmt::Display for EntryValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryValue::Number(number) => write!(f, "{number}"),
            EntryValue::Address(to, offset) => write!(f, "&{to}+{offset}"),
        }
    }
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holder::Object(at) => write!(f, "#{}", at + 1),
            Holder::Variable(name) => f.write_str(name),
        }
    }
}

impl FromStr for EntryHeap {
    /// The word that is not understood.
    type Err = String;

    fn from_str(text: &str) -> Result<EntryHeap, String> {
        let mut heap = EntryHeap::default();
        for word in text.split_whitespace() {
            heap.add(word).ok_or_else(|| word.to_owned())?;
        }
        Ok(heap)
    }
}

impl EntryHeap {
    fn add(&mut self, word: &str) -> Option<()> {
        if let Some((place, value)) = word.split_once('=') {
            let (place, bytes) = place.rsplit_once(':')?;
            let (holder, at) = place.rsplit_once('+')?;
            let (holder, bytes) =
                (holder_of(holder)?, bytes.parse().ok().filter(|bytes| [1, 2, 4, 8].contains(bytes))?);
            self.cells.push(EntryCell { holder, at: at.parse().ok()?, bytes, value: value_of(value)? });
        } else if let Some((object, bytes)) = word.split_once(':') {
            // Objects are numbered as they come.
            (holder_of(object)? == Holder::Object(self.objects.len())).then_some(())?;
            self.objects.push(bytes.parse().ok()?);
        } else {
            self.arguments.push(value_of(word)?);
        }
        Some(())
    }
}

fn holder_of(text: &str) -> Option<Holder> {
    match text.strip_prefix('#') {
        Some(number) => Some(Holder::Object(number.parse::<usize>().ok()?.checked_sub(1)?)),
        None => Some(text.to_owned()).filter(|name| !name.is_empty()).map(Holder::Variable),
    }
}

fn value_of(text: &str) -> Option<EntryValue> {
    match text.strip_prefix('&') {
        Some(address) => {
            let (to, offset) = address.rsplit_once('+').unwrap_or((address, "0"));
            Some(EntryValue::Address(holder_of(to)?, offset.parse().ok()?))
        }
        None => text.parse().ok().map(EntryValue::Number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_understood() {
        let text = "5 &#1+0 &table+8 #1:16 #2:4 #1+8:8=&#1+0 table+0:4=7 #2+0:4=18446744073709551615";
        let heap: EntryHeap = text.parse().expect("well-formed");
        assert_eq!((heap.arguments.len(), heap.objects.len(), heap.cells.len()), (3, 2, 3));
        assert_eq!(heap.to_string(), text);
        for word in ["#2:4", "#0:4", "x", "#1+8:3=1", "#1+8=1", "&#x+1", "=1", "+0:4=1"] {
            assert_eq!(word.parse::<EntryHeap>(), Err(word.to_owned()));
        }
    }
}
