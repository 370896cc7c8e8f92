//! Debug records: which variable lives at an address or has a value from here on.
//!
//! `#dbg_declare(…)` and the intrinsic calls of older versions read the same. A record whose expression is not empty
//! describes something else than the plain content of the variable, so it is dropped, as are labels.

use super::{Reader, Res};
use crate::ast::{InstKind, MdId, MdOperand, Operand};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RecordKind {
    Declare,
    Value,
    /// `#dbg_label` and what later versions may add.
    Other,
}

impl RecordKind {
    pub fn of_word(word: &str) -> Self {
        match word {
            "declare" => RecordKind::Declare,
            "value" | "assign" => RecordKind::Value,
            _ => RecordKind::Other,
        }
    }
}

impl<'a> Reader<'a> {
    /// `#dbg_value(i32 %x, !12, !DIExpression(), !34)` with its location.
    pub(super) fn dbg_record(&mut self) -> Res<Option<(InstKind<'a>, Option<MdId>)>> {
        if !self.cur.eat_here("#dbg_") {
            return self.cur.fail("expected a debug record");
        }
        let kind = RecordKind::of_word(self.cur.word_here());
        if kind == RecordKind::Other {
            self.cur.skip_rest()?;
            return Ok(None);
        }
        self.cur.expect(b'(')?;
        let record = self.record_fields(kind)?;
        let mut dbg = None;
        while self.cur.eat(b',') {
            // The location is last; what stands before it in `#dbg_assign` does not matter.
            dbg = self.record_operand()?.1;
        }
        self.cur.expect(b')')?;
        Ok(record.map(|record| (record, dbg)))
    }

    /// The arguments of `@llvm.dbg.declare(metadata ptr %x, metadata !12, metadata !DIExpression())`.
    pub(super) fn dbg_call(&mut self, kind: RecordKind) -> Res<Option<InstKind<'a>>> {
        let record = if kind == RecordKind::Other {
            self.cur.skip_group()?;
            None
        } else {
            self.cur.expect(b'(')?;
            let record = self.record_fields(kind)?;
            while self.cur.eat(b',') {
                self.record_operand()?;
            }
            self.cur.expect(b')')?;
            record
        };
        self.cur.skip_blanks();
        if self.cur.byte() == b'#' {
            self.group_ref()?;
        }
        Ok(record)
    }

    /// Value, variable and expression.
    fn record_fields(&mut self, kind: RecordKind) -> Res<Option<InstKind<'a>>> {
        let (value, _) = self.record_operand()?;
        self.cur.expect(b',')?;
        let (_, var) = self.record_operand()?;
        self.cur.expect(b',')?;
        let plain = self.empty_expression()?;
        Ok(var.filter(|_| plain).map(|var| match kind {
            RecordKind::Declare => InstKind::DbgDeclare { addr: value, var },
            _ => InstKind::DbgValue { value, var },
        }))
    }

    /// A value or a node.
    fn record_operand(&mut self) -> Res<(Operand<'a>, Option<MdId>)> {
        self.cur.eat_word("metadata");
        if self.cur.peek() == b'!' {
            let node = self.metadata_value()?;
            return Ok((Operand::Metadata(node.map_or(MdOperand::Other, MdOperand::Node)), node));
        }
        Ok((self.any_value()?, None))
    }

    /// Reads an expression; true if it is empty.
    fn empty_expression(&mut self) -> Res<bool> {
        self.cur.eat_word("metadata");
        self.cur.skip_ws();
        let start = self.cur.pos();
        self.metadata_value()?;
        Ok(self.cur.since(start) == "!DIExpression()")
    }
}
