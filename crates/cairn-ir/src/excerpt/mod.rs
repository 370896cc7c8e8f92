//! Parts of a program: what they consist of as hashes (`content`), and a part as a program of its own (`cut`).
//!
//! Ids, positions in files and names of variables are not part of a content: the same C function in two programs, or further
//! down in its file, has the same. A cut program has ids in the order in which its maker lists the parts, so whatever is
//! found out about it depends on nothing but the contents of the parts and that order.
//!
//! Not here: which parts belong together.

mod content;
mod cut;

pub use content::{Content, declaration_content, initial_content};
pub use cut::{Parts, position};
