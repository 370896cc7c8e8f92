//! What is the same in all heaps: the program, its globals with their initial content, its functions.

use crate::effort::Effort;
use crate::object::{Content, Fill, Kind, Obj};
use crate::value::{Addr, Lin, ObjId, Val};
use cairn_ir::{CField, CType, FuncId, GlobalId, Id, Linkage, Program, RecordId, Symbol};

pub struct World<'p> {
    pub program: &'p Program,
    /// Globals first, then functions.
    pub fixed: Vec<Obj>,
    /// Width of an address in bits.
    pub bits: u32,
    pub(crate) effort: Effort,
}

impl<'p> World<'p> {
    pub fn new(program: &'p Program) -> World<'p> {
        let bits = program.target.pointer_bits;
        let mut world = World { program, fixed: Vec::new(), bits, effort: Effort::default() };
        for id in program.globals.ids() {
            let global = world.global(id);
            world.fixed.push(global);
        }
        for id in program.funcs.ids() {
            world.fixed.push(Obj::new(Kind::Function(id), Lin::constant(bits, 0), Fill::Zero));
        }
        world
    }

    pub fn word(&self) -> u64 {
        u64::from(self.bits / 8)
    }

    pub fn null(&self) -> Val {
        Val::int(self.bits, 0)
    }

    /// May two variables have a byte in common?
    pub fn may_meet(&self, a: ObjId, b: ObjId) -> bool {
        let global = |id: ObjId| match self.fixed.get(id.index())?.kind {
            Kind::Global(id) | Kind::External(id) => Some(id),
            _ => None,
        };
        global(a).zip(global(b)).is_some_and(|(a, b)| self.program.may_meet(a, b))
    }

    /// Has the record a member that points to such a record?
    pub fn links_to_its_kind(&self, record: RecordId) -> bool {
        let ctypes = &self.program.ctypes;
        let leads = |field: &CField| match ctypes.resolve(field.ty) {
            CType::Pointer(to) => *ctypes.resolve(*to) == CType::Record(record),
            _ => false,
        };
        ctypes.records[record].fields.iter().any(leads)
    }

    /// The address of a global; a weak one that nobody defines is null.
    pub fn global_address(&self, id: GlobalId, offset: i64) -> Val {
        let global = &self.program.globals[id];
        if global.init.is_none() && global.linkage == Linkage::Weak {
            return Val::int(self.bits, offset as u128);
        }
        Val::Ptr(Addr::start(ObjId::new(id.index()), self.bits)).moved(offset)
    }

    pub fn func_address(&self, id: FuncId) -> Val {
        let func = &self.program.funcs[id];
        if func.linkage == Linkage::Weak && !func.is_defined() {
            return self.null();
        }
        Val::Ptr(Addr::start(ObjId::new(self.program.globals.len() + id.index()), self.bits))
    }

    fn global(&self, id: GlobalId) -> Obj {
        let global = &self.program.globals[id];
        let size = Lin::constant(self.bits, u128::from(global.size));
        let Some(init) = &global.init else { return Obj::new(Kind::External(id), size, Fill::Top) };
        let mut obj = Obj::new(Kind::Global(id), size, Fill::Zero);
        obj.readonly = global.constant;
        if init.unsupported.is_some() {
            obj.rest = Fill::Top;
            return obj;
        }
        let len = init.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        obj.store(0, len as u64, Content::Bytes(init.bytes[..len].into()));
        for reloc in &init.relocs {
            let address = match reloc.symbol {
                Symbol::Global(target) if self.program.globals[target].thread_local => self.null(),
                Symbol::Global(target) => self.global_address(target, 0),
                Symbol::Func(target) => self.func_address(target),
            };
            let whole = u64::from(reloc.bytes) == self.word();
            let content = match whole {
                true => Content::Val(address.moved(reloc.addend)),
                false => Content::Fill(Fill::Defined),
            };
            obj.store(reloc.offset, u64::from(reloc.bytes), content);
        }
        obj
    }
}
