//! Congruence closure: classes of equal objects, and of words that differ by a constant.
//!
//! Each class has a root; a member of a class of words is root + offset modulo 2^w, exactly and without side condition.
//! The class of the zero of a width holds all constants of that width. The smaller class is relabelled, so finding a root
//! is one load; an operator is looked up by its *signature*, the roots and offsets of its operands.
//! Not here: sums (`rows`), which are not uninterpreted.

use cairn_base::Id;

use super::dom::Dom;
use super::node::{Kind, NIL, NodeId, Object, Undo};
use super::{Contradiction, Ctx};
use crate::arena::Arena;
use crate::bits;
use crate::eval::{self, Valuation};
use crate::term::{BaseClass, BaseConst, BinOp, Term};
use crate::unique::{mix, mix128};

impl Ctx {
    /// The constant that a node is known to be.
    pub(super) fn constant_of(&self, id: NodeId) -> Option<u128> {
        let node = &self.nodes[id];
        (self.nodes[node.root].kind == Kind::Zero).then_some(node.offset)
    }

    /// Makes `a = b + by`.
    pub(super) fn merge(&mut self, arena: &Arena, a: NodeId, b: NodeId, by: u128) -> Result<(), Contradiction> {
        self.steps += 1;
        let (x, y) = (&self.nodes[a], &self.nodes[b]);
        let (ra, rb, width) = (x.root, y.root, x.width);
        debug_assert_eq!(width, y.width);
        // ra = rb + delta
        let delta = if width == 0 { 0 } else { bits::sub(width, bits::add(width, y.offset, by), x.offset) };
        if ra == rb {
            return if delta == 0 { Ok(()) } else { Err(Contradiction) };
        }
        let is_zero = |id: NodeId| self.nodes[id].kind == Kind::Zero;
        if is_zero(rb) || (!is_zero(ra) && self.nodes[ra].size <= self.nodes[rb].size) {
            self.union(arena, ra, rb, delta)
        } else {
            let back = if width == 0 { 0 } else { bits::neg(width, delta) };
            self.union(arena, rb, ra, back)
        }
    }

    /// Makes the root `child` a member of the class of the root `parent`: child = parent + by.
    fn union(&mut self, arena: &Arena, child: NodeId, parent: NodeId, by: u128) -> Result<(), Contradiction> {
        for root in [child, parent] {
            // Rows are in terms of roots that are not solved for; the sums that gave them are solved again.
            if self.nodes[root].row != NIL {
                self.set_row(root, NIL);
            }
        }
        let width = self.nodes[child].width;
        if width == 0 {
            self.merge_objects(arena, child, parent)?;
        }
        self.sums_changed |= width != 0 && !self.sums.is_empty();
        self.different_changed |= !self.different.is_empty();
        self.relabel(child, parent, by, width);
        let (next_child, next_parent) = (self.nodes[child].next, self.nodes[parent].next);
        (self.nodes[child].next, self.nodes[parent].next) = (next_parent, next_child);
        self.nodes[parent].size += self.nodes[child].size;
        self.trail.push(Undo::Union(child));
        if self.nodes[parent].kind == Kind::Zero {
            self.fix_members(arena, child, next_child)
        } else {
            self.enqueue(child);
            self.enqueue(parent);
            Ok(())
        }
    }

    fn relabel(&mut self, child: NodeId, parent: NodeId, by: u128, width: u32) {
        let mut member = child;
        loop {
            let node = &mut self.nodes[member];
            node.root = parent;
            if width != 0 {
                node.offset = bits::add(width, node.offset, by);
            }
            let (mut edge, next) = (node.uses, node.next);
            while edge != NIL {
                let (user, rest) = self.uses[edge as usize];
                if self.nodes[user].kind == Kind::Op {
                    self.resign.push(user);
                }
                edge = rest;
            }
            member = next;
            if member == child {
                return;
            }
        }
    }

    /// The members of a class that has just become constant.
    fn fix_members(&mut self, arena: &Arena, child: NodeId, next: NodeId) -> Result<(), Contradiction> {
        self.fix(arena, child)?;
        let mut member = next;
        while member != child {
            self.fix(arena, member)?;
            // The circles are joined already, but only behind the two roots: the last old member still points to `child`.
            member = self.nodes[member].next;
        }
        Ok(())
    }

    fn fix(&mut self, arena: &Arena, member: NodeId) -> Result<(), Contradiction> {
        let (width, value) = (self.nodes[member].width, self.nodes[member].offset);
        if !self.unary_allow(arena, member, value) {
            return Err(Contradiction);
        }
        if self.nodes[member].is_tracked() {
            self.update(member, Dom::constant(width, value))?;
            self.enqueue(member);
        }
        Ok(())
    }

    pub(super) fn undo_union(&mut self, child: NodeId) {
        let (parent, by, width) = (self.nodes[child].root, self.nodes[child].offset, self.nodes[child].width);
        let (next_child, next_parent) = (self.nodes[child].next, self.nodes[parent].next);
        (self.nodes[child].next, self.nodes[parent].next) = (next_parent, next_child);
        self.nodes[parent].size -= self.nodes[child].size;
        let mut member = child;
        loop {
            let node = &mut self.nodes[member];
            node.root = child;
            if width != 0 {
                node.offset = bits::sub(width, node.offset, by);
            }
            member = node.next;
            if member == child {
                return;
            }
        }
    }

    fn merge_objects(&mut self, arena: &Arena, child: NodeId, parent: NodeId) -> Result<(), Contradiction> {
        let (x, y) = (self.nodes[child].object, self.nodes[parent].object);
        if let (Some(s), Some(t)) = (x.site, y.site)
            && s != t
        {
            return Err(Contradiction);
        }
        let site = x.site.or(y.site);
        let entry = x.entry || y.entry;
        if entry && site.is_some_and(|s| s.class.is_new()) {
            return Err(Contradiction);
        }
        if let (Some(s), Some(t)) = (x.exact, y.exact)
            && let (&Term::BaseAt { index: i, .. }, &Term::BaseAt { index: j, .. }) = (arena.term(s), arena.term(t))
            && arena.width(i) == arena.width(j)
        {
            self.merges.push((self.known_node(i), self.known_node(j), 0));
        }
        if site == Some(BaseConst::NULL) {
            self.resign_users(child);
            self.resign_users(parent);
        }
        self.set_object(parent, Object { site, exact: y.exact.or(x.exact), entry });
        Ok(())
    }

    pub(super) fn set_object(&mut self, root: NodeId, object: Object) {
        if self.nodes[root].object != object {
            self.saved_objects.push(self.nodes[root].object);
            self.trail.push(Undo::Object(root));
            self.nodes[root].object = object;
        }
    }

    /// The object is (one of) the objects of a summary, which is less than being equal to it.
    pub(super) fn put_into_summary(&mut self, id: NodeId, site: BaseConst) -> Result<(), Contradiction> {
        debug_assert_eq!(site.class, BaseClass::Summary);
        let root = self.nodes[id].root;
        let object = self.nodes[root].object;
        if object.entry || object.site.is_some_and(|s| s != site) {
            return Err(Contradiction);
        }
        self.set_object(root, Object { site: Some(site), ..object });
        Ok(())
    }

    fn resign_users(&mut self, root: NodeId) {
        let mut member = root;
        loop {
            let mut edge = self.nodes[member].uses;
            while edge != NIL {
                let (user, rest) = self.uses[edge as usize];
                self.resign.push(user);
                edge = rest;
            }
            member = self.nodes[member].next;
            if member == root {
                return;
            }
        }
    }

    /// Looks an operator up by its operands as they are known now.
    pub(super) fn sign(&mut self, arena: &Arena, id: NodeId) -> Result<(), Contradiction> {
        self.steps += 1;
        if self.fold(arena, id) {
            return Ok(());
        }
        let hash = self.signature_hash(arena, id);
        let before = self.signatures.get(&hash).copied();
        if before == Some(id) {
            return Ok(());
        }
        if let Some(other) = before
            && self.nodes[other].active
            && self.same_signature(arena, id, other)
        {
            self.merges.push((id, other, 0));
            return Ok(());
        }
        self.signatures.insert(hash, id);
        self.trail.push(Undo::Signature { hash, before });
        Ok(())
    }

    fn signature_hash(&self, arena: &Arena, id: NodeId) -> u64 {
        let term = self.term_of(arena, id);
        let mut hash = mix(u64::from(term.kind()) + 0x51, u64::from(self.nodes[id].width));
        match term {
            Term::Bin(op, ..) => hash = mix(hash, *op as u64),
            Term::Extract { lo, .. } => hash = mix(hash, u64::from(*lo)),
            Term::Uf { sym, .. } => hash = mix(hash, u64::from(sym.0)),
            Term::BaseAt { site, .. } => hash = mix(mix(hash, site.class as u64), u64::from(site.key)),
            _ => {}
        }
        let part = |t| {
            let node = &self.nodes[self.known_node(t)];
            mix128(mix(0x77, node.root.index() as u64), node.offset)
        };
        if let Term::Bin(op, a, b) = term
            && op.is_commutative()
        {
            return mix(hash, part(*a).wrapping_add(part(*b)));
        }
        term.for_each_child(|t| hash = mix(hash, part(t)));
        hash
    }

    fn same_signature(&self, arena: &Arena, a: NodeId, b: NodeId) -> bool {
        if self.nodes[a].width != self.nodes[b].width || self.nodes[b].kind != Kind::Op {
            return false;
        }
        let same = |s, t| {
            let (x, y) = (&self.nodes[self.known_node(s)], &self.nodes[self.known_node(t)]);
            x.root == y.root && x.offset == y.offset
        };
        match (self.term_of(arena, a), self.term_of(arena, b)) {
            (&Term::Bin(op, a, b), &Term::Bin(other, c, d)) => {
                op == other && ((same(a, c) && same(b, d)) || (op.is_commutative() && same(a, d) && same(b, c)))
            }
            (&Term::Extract { of, lo }, &Term::Extract { of: other, lo: from }) => lo == from && same(of, other),
            (&Term::Zext(a), &Term::Zext(b)) | (&Term::Sext(a), &Term::Sext(b)) => same(a, b),
            (&Term::Address(a), &Term::Address(b)) => same(a, b),
            (&Term::BaseAt { site, index }, &Term::BaseAt { site: other, index: by }) => {
                // A member of a summary is not known to be itself.
                site == other && site.class != BaseClass::Summary && same(index, by)
            }
            (Term::Uf { sym, args }, Term::Uf { sym: other, args: by }) => {
                sym == other && args.len() == by.len() && args.iter().zip(by).all(|(&s, &t)| same(s, t))
            }
            _ => false,
        }
    }

    /// An operator whose operands are constants, or equal, or a factor that has become constant.
    fn fold(&mut self, arena: &Arena, id: NodeId) -> bool {
        let term = self.term_of(arena, id);
        let width = self.nodes[id].width;
        match *term {
            Term::Uf { .. } | Term::BaseAt { .. } => return false,
            Term::Address(of) => {
                let root = self.nodes[self.known_node(of)].root;
                let null = self.nodes[root].object.site == Some(BaseConst::NULL);
                return null && self.merge_with_constant(id, 0);
            }
            _ => {}
        }
        let mut constant = true;
        term.for_each_child(|t| constant &= self.constant_of(self.known_node(t)).is_some());
        if constant {
            let term = self.nodes[id].term.expect("an operator");
            let value = |t| self.constant_of(self.known_node(t)).unwrap_or(0);
            let value = eval::step(arena, term, &Valuation::new(0), value);
            return self.merge_with_constant(id, value);
        }
        let Term::Bin(op, a, b) = *term else { return false };
        let (a, b) = (self.known_node(a), self.known_node(b));
        let (x, y) = (&self.nodes[a], &self.nodes[b]);
        if x.root == y.root && x.offset == y.offset {
            match op {
                BinOp::And | BinOp::Or => self.merges.push((id, a, 0)),
                BinOp::Xor | BinOp::URem | BinOp::SRem => return self.merge_with_constant(id, 0),
                _ => {}
            }
        }
        if let (BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem, Some(divisor)) = (op, self.constant_of(b)) {
            self.divide(arena, id, op, a, divisor);
        }
        match (op, self.constant_of(a), self.constant_of(b)) {
            (BinOp::Mul, Some(factor), _) => self.scale(arena, id, factor, b),
            (BinOp::Mul, _, Some(factor)) => self.scale(arena, id, factor, a),
            (BinOp::Shl, _, Some(by)) => self.scale(arena, id, bits::shl(width, 1, by), a),
            _ => {}
        }
        false
    }

    /// x = c·(x / c) + x % c, exactly modulo 2^w, once both are there.
    fn divide(&mut self, arena: &Arena, id: NodeId, op: BinOp, dividend: NodeId, divisor: u128) {
        let partner = match op {
            BinOp::UDiv => BinOp::URem,
            BinOp::URem => BinOp::UDiv,
            BinOp::SDiv => BinOp::SRem,
            _ => BinOp::SDiv,
        };
        let mut edge = self.nodes[dividend].uses;
        while edge != NIL {
            let (user, rest) = self.uses[edge as usize];
            edge = rest;
            if self.nodes[user].kind != Kind::Op {
                continue;
            }
            let Term::Bin(found, x, by) = *self.term_of(arena, user) else { continue };
            let same = self.known_node(x) == dividend && self.constant_of(self.known_node(by)) == Some(divisor);
            if found == partner && same && divisor != 0 {
                let (quotient, remainder) =
                    if matches!(op, BinOp::UDiv | BinOp::SDiv) { (id, user) } else { (user, id) };
                let minus_one = bits::ones(self.nodes[id].width);
                let sum = self.extra_sum(arena, &[(minus_one, dividend), (divisor, quotient), (1, remainder)]);
                let zero = self.zero(self.nodes[id].width);
                self.merges.push((sum, zero, 0));
                return;
            }
        }
    }

    fn merge_with_constant(&mut self, id: NodeId, value: u128) -> bool {
        let zero = self.zero(self.nodes[id].width);
        self.merges.push((id, zero, value));
        true
    }

    /// id = factor·of: from here on a sum.
    fn scale(&mut self, arena: &Arena, id: NodeId, factor: u128, of: NodeId) {
        let width = self.nodes[id].width;
        match factor {
            0 => _ = self.merge_with_constant(id, 0),
            1 => self.merges.push((id, of, 0)),
            _ => {
                let sum = self.extra_sum(arena, &[(bits::ones(width), id), (factor, of)]);
                let zero = self.zero(width);
                self.merges.push((sum, zero, 0));
            }
        }
    }
}
