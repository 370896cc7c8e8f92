//! Interned names: equal strings have equal ids within one table.

use crate::{IdVec, newtype_id};
use rustc_hash::FxHashMap;
use std::sync::Arc;

newtype_id!(
    /// A string of one `Names` table. Ids follow creation order: they must not order anything a user can see.
    pub Name, "name"
);

/// A table of distinct strings.
#[derive(Clone, Default, Debug)]
pub struct Names {
    strings: IdVec<Name, Arc<str>>,
    ids: FxHashMap<Arc<str>, Name>,
}

impl Names {
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let shared: Arc<str> = text.into();
        let id = self.strings.push(shared.clone());
        self.ids.insert(shared, id);
        id
    }

    pub fn get(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    pub fn text(&self, name: Name) -> &str {
        &self.strings[name]
    }

    pub fn len(&self) -> usize {
        self.strings.len()
    }

    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }

    /// All strings in creation order, to move them into another table.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &str)> {
        self.strings.iter_enumerated().map(|(id, s)| (id, &**s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_an_id() {
        let mut names = Names::default();
        let (a, b, again) = (names.intern("a"), names.intern("b"), names.intern("a"));
        assert_eq!(a, again);
        assert_ne!(a, b);
        assert_eq!((names.text(b), names.get("b"), names.get("c")), ("b", Some(b), None));
    }
}
