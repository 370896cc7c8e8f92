//! FNV-1a with 128 bits: small, fixed for good, the same on every machine. Not for adversaries.

const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// A hash in the making.
#[derive(Clone, Copy)]
pub(super) struct Fnv128(u128);

impl Fnv128 {
    pub fn new() -> Fnv128 {
        Fnv128(OFFSET)
    }

    fn bytes(self, bytes: &[u8]) -> Fnv128 {
        Fnv128(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
    }

    /// A text and an end mark that no text contains, so that "ab", "c" differs from "a", "bc".
    pub fn field(self, text: &str) -> Fnv128 {
        self.bytes(text.as_bytes()).bytes(&[0xff])
    }

    pub fn number(self, number: u32) -> Fnv128 {
        self.bytes(&number.to_le_bytes())
    }

    pub fn finish(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values_come_out() {
        assert_eq!(Fnv128::new().bytes(b"a").finish(), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(Fnv128::new().bytes(b"foobar").finish(), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }

    #[test]
    fn fields_do_not_run_together() {
        assert_ne!(Fnv128::new().field("ab").field("c").finish(), Fnv128::new().field("a").field("bc").finish());
    }
}
