//! The bytes of a canonical query: what caches and certificates compare.

use cairn_base::Id;

use super::query::{Content, Node};
use crate::atom::Atom;
use crate::term::{Sort, Term};
use crate::unique::mix;

/// Changes whenever the meaning of the bytes does.
const FORMAT: u8 = 1;

/// The canonical bytes. Different questions have different bytes: every list is preceded by its length.
pub(super) fn of(content: &Content) -> Vec<u8> {
    let mut out = Writer { bytes: vec![FORMAT] };
    out.number(content.terms.len());
    for (term, sort) in &content.terms {
        out.number(match sort {
            Sort::Base => 0,
            Sort::Bv(width) => *width as usize,
        });
        out.term(term);
    }
    out.number(content.atoms.len());
    content.atoms.iter().for_each(|atom| out.atom(atom));
    out.number(content.nodes.len());
    content.nodes.iter().for_each(|node| out.node(node));
    out.positions(&content.conjuncts);
    out.bytes
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// Seven bits to the byte, the lowest first.
    fn word(&mut self, mut value: u128) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn number(&mut self, value: usize) {
        self.word(value as u128);
    }

    fn positions(&mut self, positions: &[u32]) {
        self.number(positions.len());
        positions.iter().for_each(|&p| self.word(p.into()));
    }

    fn term(&mut self, term: &Term) {
        self.bytes.push(term.kind());
        match term {
            Term::Const(value) => self.word(*value),
            Term::Var(var) => {
                self.bytes.push(var.class as u8);
                self.word(var.key.into());
            }
            Term::BaseConst(base) | Term::BaseAt { site: base, .. } => {
                self.bytes.push(base.class as u8);
                self.word(base.key.into());
            }
            Term::Lin { konst, addends } => {
                self.word(*konst);
                self.number(addends.len());
                addends.iter().for_each(|(c, _)| self.word(*c));
            }
            Term::Bin(op, ..) => self.bytes.push(*op as u8),
            Term::Extract { lo, .. } => self.word((*lo).into()),
            Term::Uf { sym, args } => {
                self.word(sym.0.into());
                self.number(args.len());
            }
            Term::Zext(_) | Term::Sext(_) | Term::Address(_) => {}
        }
        term.for_each_child(|child| self.number(child.index()));
    }

    fn atom(&mut self, atom: &Atom) {
        self.bytes.push(atom.kind());
        match atom {
            Atom::Eq { value, .. } => self.word(*value),
            Atom::Mask { mask, value, .. } => [mask, value].into_iter().for_each(|w| self.word(*w)),
            Atom::In { set, .. } => {
                self.number(set.parts().len());
                set.parts().iter().flat_map(|&(lo, hi)| [lo, hi]).for_each(|w| self.word(w));
            }
            Atom::Ule(..) | Atom::Sle(..) | Atom::BaseEq(..) => {}
        }
        atom.terms().for_each(|term| self.number(term.index()));
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Const(value) => self.bytes.push(u8::from(*value)),
            Node::Atom(atom) => {
                self.bytes.push(2);
                self.word((*atom).into());
            }
            Node::Not(a) => {
                self.bytes.push(3);
                self.word((*a).into());
            }
            Node::And(parts) => {
                self.bytes.push(4);
                self.positions(parts);
            }
            Node::Or(parts) => {
                self.bytes.push(5);
                self.positions(parts);
            }
            Node::Ite(atom, a, b) => {
                self.bytes.push(6);
                [atom, a, b].into_iter().for_each(|&p| self.word(p.into()));
            }
        }
    }
}

/// Two independent 64-bit hashes of the bytes, side by side.
pub(super) fn hash(bytes: &[u8]) -> u128 {
    let one = |seed: u64| {
        bytes.chunks(8).fold(mix(seed, bytes.len() as u64), |hash, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            mix(hash, u64::from_le_bytes(word))
        })
    };
    u128::from(one(0x6361_6972_6e00_0001)) << 64 | u128::from(one(0x6361_6972_6e00_0002))
}
