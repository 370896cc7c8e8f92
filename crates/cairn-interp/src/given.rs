//! What a function is given that is called without its program: objects of the types that its parameters name.
//!
//! Every pointer leads to an object of its own, as deep as asked. Whatever looks further, or at something whose type is not
//! known, ends the execution without a verdict. No two pointers meet, and every object may be freed: the most harmless caller that the types allow. Unknown functions give such objects, too.
//!
//! Not here: numbers that are parameters themselves. They are nondeterministic values.

use crate::code::Shape;
use crate::exec::Machine;
use crate::memory::{Content, Fault, ObjectKind};
use crate::value::{Slot, mask};
use cairn_ir::{BaseKind, CType, CTypeId, FuncId, Id, Program, Type};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// How the objects look.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Given {
    /// Pointers one behind the other.
    pub depth: u32,
    /// The first number in an object, and how much more the next one is.
    pub number: i64,
    pub step: i64,
    /// What strings are; with a step, the first byte of the next one is one more.
    pub text: Arc<[u8]>,
    /// The pointer that is null, counted from 1 as they are made.
    pub null: Option<u32>,
    /// A number that is another one than it would be, counted from 1 as they are made.
    pub odd: Option<(u32, i64)>,
    /// Links to records that lie too deep are null, so that lists and trees have an end.
    pub ends: bool,
}

/// As `--given` takes it: `depth=2,number=1,step=1,null=3,odd=2:7,end=null,text=abc`; the text goes to the end.
impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth={},number={}", self.depth, self.number)?;
        if self.step != 0 {
            write!(f, ",step={}", self.step)?;
        }
        if let Some(null) = self.null {
            write!(f, ",null={null}")?;
        }
        if let Some((at, number)) = self.odd {
            write!(f, ",odd={at}:{number}")?;
        }
        if self.ends {
            f.write_str(",end=null")?;
        }
        write!(f, ",text={}", String::from_utf8_lossy(&self.text))
    }
}

impl FromStr for Given {
    /// The part that is not understood.
    type Err = String;

    fn from_str(text: &str) -> Result<Given, String> {
        let mut given = Given { depth: 1, number: 0, step: 0, text: Arc::from([]), null: None, odd: None, ends: false };
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(text) = rest.strip_prefix("text=") {
                given.text = text.as_bytes().into();
                break;
            }
            let (part, more) = rest.split_once(',').unwrap_or((rest, ""));
            given.set(part).ok_or_else(|| part.to_owned())?;
            rest = more;
        }
        Ok(given)
    }
}

impl Given {
    fn set(&mut self, part: &str) -> Option<()> {
        let (name, value) = part.split_once('=')?;
        match name {
            "depth" => self.depth = value.parse().ok()?,
            "number" => self.number = value.parse().ok()?,
            "step" => self.step = value.parse().ok()?,
            "null" => self.null = Some(value.parse().ok()?),
            "odd" => {
                let (at, number) = value.split_once(':')?;
                self.odd = Some((at.parse().ok()?, number.parse().ok()?));
            }
            "end" if value == "null" => self.ends = true,
            _ => return None,
        }
        Some(())
    }
}

/// How much was made of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    pub pointers: u32,
    pub numbers: u32,
    texts: u32,
    objects: u32,
}

/// Objects in all.
const MOST: u32 = 200;
/// Bytes of an object whose type does not say how many, strings included.
const ROOM: u64 = 64;
/// Numbers in a row, and pointers in a row.
const NUMBERS: u64 = 8;
const POINTERS: u64 = 4;
/// Elements of an array inside an object; those behind them are zero.
const LONGEST: u64 = 256;

impl Machine<'_> {
    /// The arguments of the first function, which is not `main`.
    pub(crate) fn given_arguments(&mut self) -> Result<Vec<Slot>, Fault> {
        let func = &self.program.funcs[self.state.entry];
        let types = parameter_types(self.program, func.ctype);
        let mut args = Vec::with_capacity(func.sig.params.len());
        for (at, ty) in func.sig.params.iter().enumerate() {
            args.push(match (ty, self.config.given.clone()) {
                (Type::Ptr, Some(given)) => {
                    let to = types.get(at).and_then(|&ty| pointee(self.program, ty));
                    Maker { machine: self, given: &given }.object(to, 0)?
                }
                (Type::Ptr, None) => Slot::int(0),
                _ => {
                    let width = ty.bits(self.pointer_bits());
                    Slot::int(self.nondet(width) as u64)
                }
            });
        }
        Ok(args)
    }

    /// What an unknown function gives back.
    pub(crate) fn given_result(&mut self, func: FuncId, shape: Shape, may_be_null: bool) -> Result<Slot, Fault> {
        let given = self.config.given.clone().expect("asked where objects are made up");
        let mut maker = Maker { machine: self, given: &given };
        if !shape.pointer {
            return Ok(Slot::int(maker.next_number() as u64 & mask(shape.width)));
        }
        let program = maker.machine.program;
        let to = match program.funcs[func].ctype.map(|ctype| program.ctypes.resolve(ctype)) {
            Some(CType::Function { ret, .. }) => pointee(program, *ret),
            _ => None,
        };
        let object = maker.object(to, 0)?;
        if object.bits == 0 && !may_be_null {
            return maker.new_object(to, 0);
        }
        Ok(object)
    }
}

/// The types of a function's parameters, if the source says.
fn parameter_types(program: &Program, ctype: Option<CTypeId>) -> &[CTypeId] {
    match ctype.map(|ctype| program.ctypes.resolve(ctype)) {
        Some(CType::Function { params, .. }) => params,
        _ => &[],
    }
}

/// What a pointer of this type leads to; a record that is passed as a whole arrives as a pointer, too.
fn pointee(program: &Program, ty: CTypeId) -> Option<CTypeId> {
    match program.ctypes.resolve(ty) {
        CType::Pointer(to) | CType::Array { elem: to, .. } => Some(*to),
        CType::Record(_) => Some(ty),
        _ => None,
    }
}

struct Maker<'a, 'p> {
    machine: &'a mut Machine<'p>,
    given: &'a Given,
}

impl Maker<'_, '_> {
    /// A pointer to a new object, behind so many other pointers. One that is null has its object, too, so that all others are
    /// what they would be.
    fn object(&mut self, to: Option<CTypeId>, behind: u32) -> Result<Slot, Fault> {
        let made = &mut self.machine.state.observed.made;
        made.pointers += 1;
        let is_null = self.given.null == Some(made.pointers);
        if self.given.ends && behind >= self.given.depth && self.is_record(to) {
            return Ok(Slot::int(0));
        }
        let object = self.new_object(to, behind)?;
        Ok(if is_null { Slot::int(0) } else { object })
    }

    fn is_record(&self, to: Option<CTypeId>) -> bool {
        let program = self.machine.program;
        to.is_some_and(|to| matches!(program.ctypes.resolve(to), CType::Record(_)))
    }

    fn new_object(&mut self, to: Option<CTypeId>, behind: u32) -> Result<Slot, Fault> {
        let program = self.machine.program;
        self.machine.state.observed.made.objects += 1;
        let ctype = to.map(|to| program.ctypes.resolve(to));
        if let Some(stream) = self.stream(ctype) {
            return Ok(stream);
        }
        let made = &self.machine.state.observed.made;
        let word = self.machine.state.memory.word() as u64;
        let one = to.and_then(|to| program.ctypes.size_of(to, word)).filter(|&bytes| bytes > 0);
        let depth = self.given.depth + u32::from(self.given.ends);
        let (Some((to, one)), true) = (to.zip(one), behind < depth && made.objects < MOST) else {
            return self.beyond();
        };
        let count = match ctype {
            Some(ctype) if is_character(ctype) => ROOM,
            Some(CType::Base { .. } | CType::Enum { .. }) => NUMBERS,
            Some(CType::Pointer(_)) => POINTERS,
            _ => 1,
        };
        let size = one.saturating_mul(count);
        let object = self.machine.state.memory.allocate(ObjectKind::Given, size, 16, Content::Zero)?;
        match ctype {
            Some(ctype) if is_character(ctype) => self.text(object, size)?,
            _ => (0..count).try_for_each(|at| self.fill(moved(object, at * one), to, behind + 1))?,
        }
        Ok(object)
    }

    /// An object of which nothing is known.
    fn beyond(&mut self) -> Result<Slot, Fault> {
        self.machine.state.memory.allocate(ObjectKind::Beyond, ROOM, 16, Content::Zero)
    }

    /// A `FILE` is a matter of the library: it is standard output.
    fn stream(&self, ctype: Option<&CType>) -> Option<Slot> {
        let program = self.machine.program;
        let Some(CType::Record(record)) = ctype else { return None };
        let name = program.ctypes.records[*record].name.map(|name| program.names.text(name));
        let (id, _) =
            program.globals.iter_enumerated().find(|(_, global)| program.names.text(global.name) == "stdout")?;
        let variable = self.machine.addresses.globals[id.index()].filter(|_| name == Some("_IO_FILE"))?;
        let memory = &self.machine.state.memory;
        memory.load(variable, memory.word()).ok().filter(|stream| stream.is_defined() && stream.bits != 0)
    }

    /// Makes the content of something of this type.
    fn fill(&mut self, at: Slot, ty: CTypeId, behind: u32) -> Result<(), Fault> {
        let program = self.machine.program;
        let word = self.machine.state.memory.word();
        match program.ctypes.resolve(ty) {
            CType::Base { kind, bytes, .. } => self.number(at, *kind, *bytes),
            CType::Enum { bytes, .. } => self.number(at, BaseKind::Signed, *bytes),
            CType::Pointer(to) => {
                let object = self.object(Some(*to), behind)?;
                self.machine.state.memory.store(at, word, object)
            }
            CType::Array { elem, len: Some(len) } if is_character(program.ctypes.resolve(*elem)) => self.text(at, *len),
            CType::Array { elem, len: Some(len) } => {
                let bytes = program.ctypes.size_of(*elem, word as u64).unwrap_or(0);
                (0..(*len).min(LONGEST)).try_for_each(|i| self.fill(moved(at, i * bytes), *elem, behind))
            }
            CType::Record(record) => {
                let record = &program.ctypes.records[*record];
                let mut pointers = BTreeSet::new();
                if record.is_union {
                    pointers_in(program, ty, 0, &mut pointers);
                }
                if !pointers.is_empty() {
                    // Whether it is these, nobody knows.
                    return pointers.into_iter().try_for_each(|offset| {
                        let object = self.beyond()?;
                        self.machine.state.memory.store(moved(at, offset), word, object)
                    });
                }
                let members = if record.is_union { 1 } else { record.fields.len() };
                let mut whole = record.fields.iter().take(members).filter(|field| field.bit_width.is_none());
                whole.try_for_each(|field| self.fill(moved(at, field.byte_offset()), field.ty, behind))
            }
            _ => Ok(()),
        }
    }

    fn number(&mut self, at: Slot, kind: BaseKind, bytes: u64) -> Result<(), Fault> {
        let number = self.next_number();
        let bits = match (kind, bytes) {
            (BaseKind::Bool, _) => u64::from(number != 0),
            (BaseKind::Float, 4) => u64::from((number as f32).to_bits()),
            (BaseKind::Float, 8) => (number as f64).to_bits(),
            (BaseKind::Float | BaseKind::Complex, _) => return Ok(()),
            _ => number as u64,
        };
        match bytes {
            1 | 2 | 4 | 8 => {
                let value = Slot::int(bits & mask(8 * bytes as u32));
                self.machine.state.memory.store(at, bytes as usize, value)
            }
            _ => Ok(()),
        }
    }

    fn next_number(&mut self) -> i64 {
        let made = &mut self.machine.state.observed.made;
        made.numbers += 1;
        match self.given.odd {
            Some((at, number)) if at == made.numbers => number,
            _ => self.given.number.wrapping_add(self.given.step.wrapping_mul(i64::from(made.numbers) - 1)),
        }
    }

    /// The string, or as much of it as fits with its end.
    fn text(&mut self, at: Slot, room: u64) -> Result<(), Fault> {
        let made = &mut self.machine.state.observed.made;
        let more = if self.given.step == 0 { 0 } else { made.texts as u8 };
        made.texts += 1;
        let bytes =
            self.given.text.iter().enumerate().map(|(i, &byte)| if i == 0 { byte.wrapping_add(more) } else { byte });
        (0..)
            .zip(bytes)
            .take(room.saturating_sub(1) as usize)
            .try_for_each(|(i, byte)| self.machine.state.memory.store(moved(at, i), 1, Slot::int(u64::from(byte))))
    }
}

/// Where in something of this type pointers stand, those of all members of a union.
fn pointers_in(program: &Program, ty: CTypeId, from: u64, found: &mut BTreeSet<u64>) {
    match program.ctypes.resolve(ty) {
        CType::Pointer(_) => _ = found.insert(from),
        CType::Array { elem, len: Some(len) } => {
            let bytes = program.ctypes.size_of(*elem, u64::from(program.target.pointer_bits / 8)).unwrap_or(0);
            (0..(*len).min(LONGEST)).for_each(|i| pointers_in(program, *elem, from + i * bytes, found));
        }
        CType::Record(record) => {
            let fields = program.ctypes.records[*record].fields.iter();
            fields.for_each(|field| pointers_in(program, field.ty, from + field.byte_offset(), found));
        }
        _ => {}
    }
}

fn is_character(ctype: &CType) -> bool {
    matches!(ctype, CType::Base { kind, bytes: 1, .. } if *kind != BaseKind::Bool)
}

fn moved(at: Slot, bytes: u64) -> Slot {
    Slot { bits: at.bits + bytes, ..at }
}

#[cfg(test)]
mod tests {
    use super::Given;

    #[test]
    fn what_is_printed_is_understood() {
        for text in ["depth=2,number=-1,text=a,b=c", "depth=3,number=5,step=-1,null=2,odd=4:-7,end=null,text="] {
            assert_eq!(text.parse::<Given>().map(|given| given.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("depth=2,nul=1".parse::<Given>(), Err("nul=1".to_owned()));
        assert_eq!("odd=3".parse::<Given>(), Err("odd=3".to_owned()));
    }
}
