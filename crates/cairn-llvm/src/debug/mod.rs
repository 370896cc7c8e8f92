//! stub
mod index;
pub use index::Metadata;
