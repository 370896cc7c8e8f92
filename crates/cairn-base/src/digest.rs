//! Content hashes: names for things that are the same in every run and on every machine.

use std::fmt;
use std::hash::{Hash, Hasher};

/// 256 bits of BLAKE3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest(pub [u8; 32]);

/// Collects what goes into a digest. It takes whatever derives `Hash`: no field can be forgotten.
#[derive(Clone, Default)]
pub struct Digester(Vec<u8>);

impl Digest {
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(*blake3::hash(bytes).as_bytes())
    }
}

impl Digester {
    pub fn new() -> Digester {
        Digester::default()
    }

    pub fn add(&mut self, content: &(impl Hash + ?Sized)) -> &mut Digester {
        content.hash(self);
        self
    }

    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

impl Hasher for Digester {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.digest();
        u64::from_le_bytes(*digest.0.first_chunk().expect("long enough"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().take(8).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_run_into_each_other() {
        let digest = |parts: &[&str]| {
            let mut all = Digester::new();
            parts.iter().for_each(|part| _ = all.add(*part));
            all.digest()
        };
        assert_eq!(digest(&["ab", "c"]), digest(&["ab", "c"]));
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_ne!(digest(&["a"]), digest(&["a", ""]));
    }
}
