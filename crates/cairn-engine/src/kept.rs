//! Reads back the words that stand in kept results: names of engines and causes, which are constants in the code.

use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A constant in the code. The alias keeps serde from borrowing it from what it reads.
pub type Word = &'static str;

/// A word that was kept. Each word takes memory once: there are few, and a store holds only what this program wrote.
pub fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    static WORDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let text = String::deserialize(deserializer)?;
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = words.get(text.as_str()) {
        return Ok(known);
    }
    let word: &'static str = Box::leak(text.into_boxed_str());
    words.insert(word);
    Ok(word)
}
