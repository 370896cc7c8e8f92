//! One entry in the file: a head of fixed size, then the bytes, compressed if that helps.
//!
//! ```text
//! length (4) · plain length (4) · key (32) · signature of the bytes (16) · signature of the head and its place (16) · bytes
//! ```
//! The head is signed for itself, so that a scan need not read the bytes, and with its place, so that a damaged length
//! cannot lead it to something that only looks like a head.

use crate::{Key, Secret};

pub const HEAD: usize = 72;

/// No entry is longer, before or after compression.
pub const LONGEST: usize = 1 << 30;

/// Shorter ones are not worth compressing.
const COMPRESSED_FROM: usize = 256;

/// A head that was found to be genuine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    pub key: Key,
    /// Of the bytes in the file.
    pub length: u32,
    /// Of the bytes before compression; the same if they are not compressed.
    pub plain: u32,
    signature: [u8; 16],
}

/// Head and bytes as they are appended at `offset`; `None` if the entry is too long.
pub fn encode(secret: &Secret, offset: u64, key: &Key, plain: &[u8]) -> Option<Vec<u8>> {
    if plain.len() > LONGEST {
        return None;
    }
    let compressed = if plain.len() >= COMPRESSED_FROM { lz4_flex::block::compress(plain) } else { Vec::new() };
    let bytes = if !compressed.is_empty() && compressed.len() < plain.len() { &compressed } else { plain };
    let mut record = Vec::with_capacity(HEAD + bytes.len());
    record.extend((bytes.len() as u32).to_le_bytes());
    record.extend((plain.len() as u32).to_le_bytes());
    record.extend(key.0);
    record.extend(secret.sign(&[&key.0, bytes]));
    record.extend(secret.sign(&[&offset.to_le_bytes(), &record]));
    record.extend(bytes);
    Some(record)
}

/// The head at `offset`, if it is genuine.
pub fn head(secret: &Secret, offset: u64, bytes: &[u8; HEAD]) -> Option<Head> {
    let (content, signature) = bytes.split_at(HEAD - 16);
    if secret.sign(&[&offset.to_le_bytes(), content]) != signature {
        return None;
    }
    let number = |at: usize| u32::from_le_bytes(content[at..at + 4].try_into().expect("four bytes"));
    let (length, plain) = (number(0), number(4));
    let key = Key(content[8..40].try_into().expect("32 bytes"));
    let signature = content[40..56].try_into().expect("16 bytes");
    (length <= plain && plain as usize <= LONGEST).then_some(Head { key, length, plain, signature })
}

/// The entry, if its bytes are genuine.
pub fn decode(secret: &Secret, head: &Head, bytes: Vec<u8>) -> Option<Vec<u8>> {
    if bytes.len() != head.length as usize || secret.sign(&[&head.key.0, &bytes]) != head.signature {
        return None;
    }
    if head.length == head.plain {
        return Some(bytes);
    }
    lz4_flex::block::decompress(&bytes, head.plain as usize).ok().filter(|plain| plain.len() == head.plain as usize)
}
