//! Finds the entries of a file, up to the first thing that is not one.

use crate::record::{self, HEAD, Head};
use crate::{Key, Secret};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// How every store begins; the number is the version of the format.
pub const MAGIC: &[u8; 16] = b"cairn store 0001";

/// What stores of all versions begin with.
const FAMILY: &[u8] = b"cairn store ";

/// Where an entry's bytes are.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub head: Head,
    pub offset: u64,
}

/// What there is in a file.
#[derive(Debug, Default)]
pub struct Found {
    pub entries: HashMap<Key, Entry>,
    /// Behind the last entry.
    pub end: u64,
    pub ending: Ending,
}

/// What follows the last entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ending {
    #[default]
    Clean,
    /// The beginning of an entry: the run that wrote it was killed, or is writing it right now.
    Torn,
    /// Something else.
    Damaged,
    /// A store of another version.
    OtherVersion,
    /// No store at all.
    Foreign,
}

pub fn scan(file: &File, secret: &Secret) -> std::io::Result<Found> {
    let length = file.metadata()?.len();
    let mut reader = BufReader::new(file);
    reader.seek(SeekFrom::Start(0))?;
    let mut found = Found::default();
    if length == 0 {
        return Ok(found);
    }
    let mut magic = Vec::new();
    reader.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if magic != MAGIC {
        // A run that was killed while it made the file leaves a part of the first line.
        let ours = magic.starts_with(FAMILY) || MAGIC.starts_with(&magic);
        found.ending = if ours { Ending::OtherVersion } else { Ending::Foreign };
        return Ok(found);
    }
    found.end = MAGIC.len() as u64;
    while found.end < length {
        let mut bytes = [0; HEAD];
        if length - found.end < HEAD as u64 {
            found.ending = Ending::Torn;
            break;
        }
        reader.read_exact(&mut bytes)?;
        let Some(head) = record::head(secret, found.end, &bytes) else {
            found.ending = Ending::Damaged;
            break;
        };
        let offset = found.end + HEAD as u64;
        let next = offset + u64::from(head.length);
        if next > length {
            found.ending = Ending::Torn;
            break;
        }
        found.entries.insert(head.key, Entry { head, offset });
        reader.seek_relative(i64::from(head.length))?;
        found.end = next;
    }
    Ok(found)
}
