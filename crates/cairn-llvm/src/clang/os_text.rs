//! Names of files inside flags, as text that loses nothing.
//!
//! A path need not be UTF-8, but flags are compared, sorted and kept as text. A byte that is no part of a character
//! becomes one of 256 characters for private use (U+10FF00 and up), and the byte again on its way to Clang.

use std::ffi::{OsStr, OsString};

const FIRST: u32 = 0x10_FF00;

/// Text for a name of the operating system.
pub fn to_text(name: &OsStr) -> String {
    bytes_to_text(name.as_encoded_bytes())
}

/// Text for bytes that should be UTF-8.
pub fn bytes_to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|&byte| char::from_u32(FIRST + u32::from(byte))));
    }
    text
}

/// The name that the text stands for.
pub fn to_os(text: &str) -> OsString {
    if !text.chars().any(|c| c as u32 >= FIRST) {
        return text.into();
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match (c as u32).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    from_bytes(bytes)
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn every_name_comes_back() {
        for name in [&b"plain"[..], b"caf\xc3\xa9", b"caf\xe9 \xff\xfe", b"\xf4\x8f\xbc\x80\xc3"] {
            let name = OsStr::from_bytes(name);
            let text = to_text(name);
            // A name that uses the private characters themselves is the one that cannot be told apart.
            if !name.as_bytes().starts_with(b"\xf4\x8f\xbc") {
                assert_eq!(to_os(&text), name, "{text:?}");
            }
        }
    }
}
