//! Instructions that touch memory.

use super::{Reader, Res};
use crate::ast::{InstKind, Operand, Typed};

impl<'a> Reader<'a> {
    pub(super) fn alloca(&mut self) -> Res<InstKind<'a>> {
        while self.cur.eat_word("inalloca") || self.cur.eat_word("swifterror") {}
        let ty = self.ty()?;
        let (mut count, mut align) = (None, 0);
        while self.cur.eat_comma() {
            match self.cur.peek_word() {
                "align" => {
                    self.cur.word();
                    align = self.align_value()?;
                }
                "addrspace" => {
                    self.cur.word();
                    self.cur.skip_group()?;
                }
                _ => count = Some(self.typed()?),
            }
        }
        Ok(InstKind::Alloca { ty, count, align })
    }

    pub(super) fn load(&mut self) -> Res<InstKind<'a>> {
        let (is_atomic, volatile) = self.access_words();
        let ty = self.ty()?;
        self.cur.expect(b',')?;
        let addr = self.typed()?.value;
        let atomic = if is_atomic { Some(self.ordering()?) } else { None };
        Ok(InstKind::Load { ty, addr, align: self.trailing_align()?, volatile, atomic })
    }

    pub(super) fn store(&mut self) -> Res<InstKind<'a>> {
        let (is_atomic, volatile) = self.access_words();
        let value = self.typed()?;
        self.cur.expect(b',')?;
        let addr = self.typed()?.value;
        let atomic = if is_atomic { Some(self.ordering()?) } else { None };
        Ok(InstKind::Store { value, addr, align: self.trailing_align()?, volatile, atomic })
    }

    /// `atomic` and `volatile` in any order.
    #[inline]
    fn access_words(&mut self) -> (bool, bool) {
        let (mut is_atomic, mut volatile) = (false, false);
        loop {
            match self.cur.peek() {
                b'a' if self.cur.eat_word("atomic") => is_atomic = true,
                b'v' if self.cur.eat_word("volatile") => volatile = true,
                _ => return (is_atomic, volatile),
            }
        }
    }

    /// `, align 4`, or 0.
    #[inline]
    fn trailing_align(&mut self) -> Res<u64> {
        if !self.cur.eat_comma() {
            return Ok(0);
        }
        self.cur.expect_word("align")?;
        self.align_value()
    }

    /// `seq_cst`, after a synchronisation scope that does not matter.
    fn ordering(&mut self) -> Res<&'a str> {
        if self.cur.eat_word("syncscope") {
            self.cur.skip_group()?;
        }
        let start = self.cur;
        match self.cur.word() {
            word @ ("unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst") => Ok(word),
            _ => start.fail("expected a memory ordering"),
        }
    }

    pub(super) fn gep(&mut self) -> Res<InstKind<'a>> {
        let inbounds = self.gep_flags()?;
        let source = self.ty()?;
        self.cur.expect(b',')?;
        let base = self.typed()?;
        let mut indices = Vec::with_capacity(2);
        while self.cur.eat_comma() {
            indices.push(self.typed()?);
        }
        Ok(InstKind::Gep { source, base, indices, inbounds })
    }

    pub(super) fn cmpxchg(&mut self) -> Res<InstKind<'a>> {
        let weak = self.cur.eat_word("weak");
        let volatile = self.cur.eat_word("volatile");
        let addr = self.typed()?.value;
        self.cur.expect(b',')?;
        let expected = self.typed()?;
        self.cur.expect(b',')?;
        let new = self.typed()?;
        let ordering = self.ordering()?;
        self.ordering()?;
        self.trailing_align()?;
        Ok(InstKind::CmpXchg { addr, expected, new, weak, volatile, ordering })
    }

    pub(super) fn atomic_rmw(&mut self) -> Res<InstKind<'a>> {
        let volatile = self.cur.eat_word("volatile");
        let op = self.cur.word();
        let Typed { value: addr, .. } = self.typed()?;
        self.cur.expect(b',')?;
        let value = self.typed()?;
        let ordering = self.ordering()?;
        self.trailing_align()?;
        Ok(InstKind::AtomicRmw { op, addr, value, volatile, ordering })
    }

    pub(super) fn fence(&mut self) -> Res<InstKind<'a>> {
        Ok(InstKind::Fence { ordering: self.ordering()? })
    }

    /// The address operand of a debug record or call: any value.
    pub(super) fn any_value(&mut self) -> Res<Operand<'a>> {
        Ok(self.nested(Self::typed)?.value)
    }
}
