//! A store of results that cost time to compute: content hashes to bytes, in one file of a project.
//!
//! `key` makes hashes of everything that a result depends on; `record` is how one entry lies in the file; `scan` finds the
//! entries of a file that may be damaged; `store` opens, reads, appends and compacts; `secret` keeps the user's own secret,
//! without which nobody can write an entry that is believed.
//!
//! Why a log file of our own: all that is needed is "put once, get by hash". An append is one `write`; a run that is
//! killed leaves at most half a record at the end, which the next one cuts off; compaction writes a new file and renames
//! it. A database would bring a format that we cannot check record by record, and locks that outlive their owners.
//!
//! A store is a convenience: whatever happens to it, the run goes on without it, and a `Notice` says so.
//!
//! Not here: what the bytes mean.

mod key;
mod record;
mod scan;
mod secret;
mod store;

pub use key::{Key, KeyBuilder};
pub use secret::Secret;
pub use store::{Notice, Statistics, Store};
