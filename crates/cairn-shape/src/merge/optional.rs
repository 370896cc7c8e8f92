//! Payload that one of two nodes has and the other has not becomes a block that may be absent.

use super::{Dest, Inserted, Merger, Side, Work};
use crate::fault::{Fault, broken};
use crate::object::{Links, Obj};
use crate::optional::ABSENT;
use crate::value::{Addr, ObjId, Spot, Val};

impl Merger<'_> {
    /// Could a block of which the other node has none, but `instead`, be one that may be absent?
    pub(super) fn may_be_absent(&self, side: Side, obj: &Obj, instead: Val) -> bool {
        self.folding.is_some() && obj.seg.is_none() && self.carried(side.other(), instead).is_some()
    }

    pub(super) fn insert_optional(&mut self, side: Side, addr: Addr, instead: Val, ctx: Option<ObjId>) -> Option<Val> {
        let off = addr.off.as_signed().filter(|_| addr.spot == Spot::First)?;
        let instead = match instead {
            Val::Num(_) | Val::Ptr(_) => instead.moved(0i64.wrapping_sub(off)),
            _ => return None,
        };
        let to = |out: ObjId| Val::Ptr(Addr { obj: out, spot: Spot::First, off: addr.off });
        if let Some(entry) = self.inserted.get(&(side, addr.obj)) {
            return (entry.first == Some(instead)).then_some(to(entry.out));
        }
        let out = self.copy_segment(side, Links::OPTIONAL, addr.obj, ctx)?;
        self.loses(side.other());
        (self.shape_lost, self.data_lost) = (true, true);
        match self.obj(side, addr.obj).instead(self.world) {
            Some(known) => {
                let (left, right) = if side == Side::Left { (known, instead) } else { (instead, known) };
                let ctx = self.out.objs[&out].owner;
                self.work.push(Work::Val { dest: Dest::Cell(out, ABSENT, self.world.word()), left, right, ctx });
            }
            None => self.stand_in(side.other(), instead, out)?,
        }
        self.inserted.insert((side, addr.obj), Inserted { out, first: Some(instead), last: None });
        Some(to(out))
    }

    /// Only one side says what stands for a block that is absent; on the other one it is there.
    pub(super) fn stand_in(&mut self, side: Side, instead: Val, out: ObjId) -> Option<()> {
        let val = self.carried(side, instead)?;
        let val = if broken(Fault::AbsentIsNull) { self.world.null() } else { val };
        self.out.write(self.world, out, ABSENT, self.world.word(), val);
        Some(())
    }

    /// A value of one side as the result has it, if that does not depend on the other side.
    fn carried(&self, side: Side, val: Val) -> Option<Val> {
        let addr = match val {
            Val::Num(lin) => return lin.as_const().map(|_| val),
            Val::Ptr(addr) => addr,
            Val::Undef | Val::Top => return None,
        };
        if self.is_fixed(addr.obj) {
            return addr.off.as_const().map(|_| val);
        }
        if self.folding.is_some() {
            return self.own_node(side, addr).map(Val::Ptr);
        }
        let obj = *self.met[side as usize].get(&addr.obj)?;
        addr.off.as_const().map(|_| Val::Ptr(Addr { obj, ..addr }))
    }
}
