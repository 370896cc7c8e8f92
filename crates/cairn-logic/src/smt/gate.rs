//! What is not even asked: questions that Z3 is known to lose itself in.
//!
//! The resource limit would end them, but only after it is used up; here they cost nothing.

use super::query::Content;
use crate::term::{BinOp, Sort, Term};

/// Limits on the size of a query. The defaults serve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gates {
    /// Terms, atoms and formula nodes.
    pub nodes: usize,
    /// Products and divisions of two variable words of more than 32 bits.
    pub wide_products: usize,
    /// The same of 9 to 32 bits.
    pub narrow_products: usize,
}

impl Default for Gates {
    fn default() -> Self {
        Self { nodes: 2000, wide_products: 2, narrow_products: 8 }
    }
}

/// Why a query was not asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    Nodes(usize),
    Products(usize),
}

impl Gates {
    pub(super) fn refuse(&self, content: &Content) -> Option<Gate> {
        let nodes = content.terms.len() + content.atoms.len() + content.nodes.len();
        if nodes > self.nodes {
            return Some(Gate::Nodes(nodes));
        }
        let wide = products(content, 33..=u32::MAX);
        let narrow = products(content, 9..=32);
        (wide > self.wide_products || narrow > self.narrow_products).then_some(Gate::Products(wide + narrow))
    }
}

fn products(content: &Content, widths: std::ops::RangeInclusive<u32>) -> usize {
    let is_product = |(term, sort): &&(Term, Sort)| match term {
        Term::Bin(BinOp::Mul | BinOp::UDiv | BinOp::URem | BinOp::SDiv | BinOp::SRem, _, b) => {
            widths.contains(&sort.width()) && content.as_const(*b).is_none()
        }
        _ => false,
    };
    content.terms.iter().filter(is_product).count()
}
