//! Names of entries: hashes of everything that went into them.

use std::fmt;

/// 256 bits of BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub [u8; 32]);

/// Makes a key of a sequence of fields; no two different sequences make the same.
#[derive(Clone)]
pub struct KeyBuilder(blake3::Hasher);

impl Key {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Key {
        Key(*blake3::hash(bytes).as_bytes())
    }
}

impl KeyBuilder {
    /// `kind` keeps keys of different purposes apart.
    pub fn new(kind: &str) -> KeyBuilder {
        KeyBuilder(blake3::Hasher::new()).text(kind)
    }

    pub fn bytes(mut self, bytes: &[u8]) -> KeyBuilder {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub fn text(self, text: &str) -> KeyBuilder {
        self.bytes(text.as_bytes())
    }

    pub fn number(self, number: u64) -> KeyBuilder {
        self.bytes(&number.to_le_bytes())
    }

    pub fn key(self, key: &Key) -> KeyBuilder {
        self.bytes(&key.0)
    }

    /// All fields of a list, and where it ends.
    pub fn all<T>(self, items: &[T], add: impl FnMut(KeyBuilder, &T) -> KeyBuilder) -> KeyBuilder {
        items.iter().fold(self.number(items.len() as u64), add)
    }

    pub fn finish(self) -> Key {
        Key(*self.0.finalize().as_bytes())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_run_into_each_other() {
        let key = |fields: &[&str]| fields.iter().fold(KeyBuilder::new("k"), |key, field| key.text(field)).finish();
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
        assert_ne!(key(&["a"]), key(&["a", ""]));
        assert_ne!(KeyBuilder::new("k").finish(), KeyBuilder::new("l").finish());
        let list = |items: &[u64]| KeyBuilder::new("k").all(items, |key, &item| key.number(item)).finish();
        assert_ne!(list(&[1]), list(&[1, 0]));
    }
}
