//! Instructions that compute values or end blocks, and the dispatch over all opcodes.

use super::constant::{cast_op, is_binary};
use super::{Reader, Res};
use crate::ast::{Const, Flags, InstKind, LabelId, MdOperand, Operand, Type, Typed};

/// A shuffle mask given as `zeroinitializer` or `undef` is spelled out up to this many lanes.
const MAX_LANES: u32 = 1024;

impl<'a> Reader<'a> {
    /// The instruction after its opcode; `None` if it has no effect that anybody needs. Attachments stay unread, and
    /// so do the operands of an unknown instruction.
    pub(super) fn inst_kind(&mut self, opcode: &'a str) -> Res<Option<InstKind<'a>>> {
        Ok(Some(match opcode.as_bytes() {
            b"load" => self.load()?,
            b"store" => self.store()?,
            b"call" | b"tail" | b"musttail" | b"notail" => return self.call_inst(opcode),
            b"br" => self.br()?,
            b"getelementptr" => self.gep()?,
            b"icmp" | b"fcmp" => self.compare(opcode == "icmp")?,
            b"alloca" => self.alloca()?,
            b"ret" => self.ret()?,
            b"phi" => self.phi()?,
            b"switch" => self.switch()?,
            b"select" => self.select()?,
            b"unreachable" => InstKind::Unreachable,
            b"indirectbr" => self.indirect_br()?,
            b"invoke" => self.invoke()?,
            b"callbr" => self.call_br()?,
            b"cmpxchg" => self.cmpxchg()?,
            b"atomicrmw" => self.atomic_rmw()?,
            b"fence" => self.fence()?,
            b"fneg" => {
                self.flags();
                InstKind::FNeg(self.typed()?)
            }
            b"freeze" => InstKind::Freeze(self.typed()?),
            b"extractvalue" => self.extract_value()?,
            b"insertvalue" => self.insert_value()?,
            b"extractelement" => self.extract_element()?,
            b"insertelement" => self.insert_element()?,
            b"shufflevector" => self.shuffle_vector()?,
            b"va_arg" => {
                let list = self.typed()?.value;
                self.cur.expect(b',')?;
                InstKind::VaArg { list, ty: self.ty()? }
            }
            _ => self.binary_or_cast(opcode)?,
        }))
    }

    fn binary_or_cast(&mut self, opcode: &'a str) -> Res<InstKind<'a>> {
        if is_binary(opcode) {
            let flags = self.flags();
            let (Typed { ty, value: lhs }, rhs) = self.operand_pair()?;
            return Ok(InstKind::Binary { op: opcode, flags, ty, lhs, rhs });
        }
        let Some(op) = cast_op(opcode) else { return Ok(InstKind::Unknown { opcode }) };
        self.flags();
        let value = self.typed()?;
        self.cur.expect_word("to")?;
        Ok(InstKind::Cast { op, value, to: self.ty()? })
    }

    /// Flags of arithmetic, comparisons, casts and floating point; only those that matter are kept.
    #[inline]
    pub(super) fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let before = self.cur;
            match self.cur.word().as_bytes() {
                b"nsw" => flags.nsw = true,
                b"nuw" => flags.nuw = true,
                b"exact" => flags.exact = true,
                b"disjoint" | b"nneg" | b"samesign" | b"fast" | b"nnan" | b"ninf" | b"nsz" | b"arcp" | b"contract"
                | b"afn" | b"reassoc" => {}
                _ => {
                    self.cur = before;
                    return flags;
                }
            }
        }
    }

    /// A type and a value of it.
    #[inline]
    pub(super) fn typed(&mut self) -> Res<Typed<'a>> {
        let ty = self.ty()?;
        let value =
            if ty == self.types.metadata { Operand::Metadata(self.metadata_operand()?) } else { self.operand(ty)? };
        Ok(Typed { ty, value })
    }

    /// A value whose type was given before.
    #[inline]
    pub(super) fn operand(&mut self, ty: crate::ast::TypeId) -> Res<Operand<'a>> {
        if self.cur.peek() == b'%' {
            self.cur.bump();
            return Ok(Operand::Local(self.local()?));
        }
        Ok(Operand::Const(self.constant(ty)?))
    }

    /// `T a, b`.
    #[inline]
    fn operand_pair(&mut self) -> Res<(Typed<'a>, Operand<'a>)> {
        let lhs = self.typed()?;
        self.cur.expect(b',')?;
        let rhs = self.operand(lhs.ty)?;
        Ok((lhs, rhs))
    }

    /// What follows the type `metadata`.
    pub(super) fn metadata_operand(&mut self) -> Res<MdOperand> {
        if self.cur.peek() == b'!' {
            return Ok(self.metadata_value()?.map_or(MdOperand::Other, MdOperand::Node));
        }
        match self.nested(Self::typed)?.value {
            Operand::Local(local) => Ok(MdOperand::Local(local)),
            _ => Ok(MdOperand::Other),
        }
    }

    fn ret(&mut self) -> Res<InstKind<'a>> {
        if self.cur.eat_word("void") {
            return Ok(InstKind::Ret(None));
        }
        Ok(InstKind::Ret(Some(self.typed()?)))
    }

    fn br(&mut self) -> Res<InstKind<'a>> {
        if self.cur.peek() == b'l' {
            return Ok(InstKind::Br(self.label_ref()?));
        }
        let cond = self.typed()?.value;
        self.cur.expect(b',')?;
        let then = self.label_ref()?;
        self.cur.expect(b',')?;
        Ok(InstKind::CondBr { cond, then, otherwise: self.label_ref()? })
    }

    fn switch(&mut self) -> Res<InstKind<'a>> {
        let value = self.typed()?;
        self.cur.expect(b',')?;
        let default = self.label_ref()?;
        self.cur.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.cur.eat(b']') {
            let (_, case) = self.typed_const()?;
            self.cur.expect(b',')?;
            cases.push((case, self.label_ref()?));
        }
        Ok(InstKind::Switch { value, default, cases })
    }

    fn indirect_br(&mut self) -> Res<InstKind<'a>> {
        let addr = self.typed()?.value;
        self.cur.expect(b',')?;
        Ok(InstKind::IndirectBr { addr, targets: self.label_list()? })
    }

    /// `[label %a, label %b]`.
    pub(super) fn label_list(&mut self) -> Res<Vec<LabelId>> {
        self.cur.expect(b'[')?;
        let mut labels = Vec::new();
        while !self.cur.eat(b']') {
            labels.push(self.label_ref()?);
            if self.cur.peek() != b']' {
                self.cur.expect(b',')?;
            }
        }
        Ok(labels)
    }

    fn compare(&mut self, is_int: bool) -> Res<InstKind<'a>> {
        self.flags();
        let pred = self.cur.word();
        let (Typed { ty, value: lhs }, rhs) = self.operand_pair()?;
        Ok(if is_int { InstKind::ICmp { pred, ty, lhs, rhs } } else { InstKind::FCmp { pred, ty, lhs, rhs } })
    }

    fn phi(&mut self) -> Res<InstKind<'a>> {
        self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.cur.expect(b'[')?;
            let value = self.operand(ty)?;
            self.cur.expect(b',')?;
            incoming.push((value, self.label_name_ref()?));
            self.cur.expect(b']')?;
            if !self.cur.eat_comma() {
                return Ok(InstKind::Phi { ty, incoming });
            }
        }
    }

    fn select(&mut self) -> Res<InstKind<'a>> {
        self.flags();
        let cond = self.typed()?;
        self.cur.expect(b',')?;
        let then = self.typed()?;
        self.cur.expect(b',')?;
        Ok(InstKind::Select { cond, then, otherwise: self.typed()? })
    }

    fn extract_value(&mut self) -> Res<InstKind<'a>> {
        let aggregate = self.typed()?;
        Ok(InstKind::ExtractValue { aggregate, indices: self.indices()? })
    }

    fn insert_value(&mut self) -> Res<InstKind<'a>> {
        let aggregate = self.typed()?;
        self.cur.expect(b',')?;
        let value = self.typed()?;
        Ok(InstKind::InsertValue { aggregate, value, indices: self.indices()? })
    }

    /// `, 0, 1`.
    fn indices(&mut self) -> Res<Vec<u32>> {
        let mut indices = Vec::new();
        while self.cur.eat_comma() {
            indices.push(self.cur.number_u32()?);
        }
        if indices.is_empty() { self.cur.fail("expected an index") } else { Ok(indices) }
    }

    fn extract_element(&mut self) -> Res<InstKind<'a>> {
        let vector = self.typed()?;
        self.cur.expect(b',')?;
        Ok(InstKind::ExtractElement { vector, index: self.typed()? })
    }

    fn insert_element(&mut self) -> Res<InstKind<'a>> {
        let vector = self.typed()?;
        self.cur.expect(b',')?;
        let value = self.typed()?;
        self.cur.expect(b',')?;
        Ok(InstKind::InsertElement { vector, value, index: self.typed()? })
    }

    fn shuffle_vector(&mut self) -> Res<InstKind<'a>> {
        let a = self.typed()?;
        self.cur.expect(b',')?;
        let b = self.typed()?;
        self.cur.expect(b',')?;
        let (ty, mask) = self.typed_const()?;
        let lanes = match self.module.types[ty] {
            Type::Vector { len, scalable: false, .. } => Some(len),
            _ => None,
        };
        Ok(match lanes.and_then(|lanes| mask_lanes(&mask, lanes)) {
            Some(mask) => InstKind::ShuffleVector { a, b, mask },
            None => InstKind::Unknown { opcode: "shufflevector" },
        })
    }
}

/// The lanes that a constant mask selects.
fn mask_lanes(mask: &Const, lanes: u32) -> Option<Vec<Option<u32>>> {
    let lane = |element: &Const| match element {
        Const::Int(index) => u32::try_from(*index).ok().map(Some),
        Const::Undef | Const::Poison => Some(None),
        _ => None,
    };
    let all = |element: Option<u32>| (lanes <= MAX_LANES).then(|| vec![element; lanes as usize]);
    match mask {
        Const::Aggregate(elements) => elements.iter().map(|(_, element)| lane(element)).collect(),
        Const::Zero => all(Some(0)),
        Const::Undef | Const::Poison => all(None),
        Const::Splat(element) => all(lane(&element.1)?),
        _ => None,
    }
}
