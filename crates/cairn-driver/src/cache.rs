//! Keeps compiled library models on disk, so that only the first run with a Clang compiles them.
//!
//! A file is found by everything that went into it (Clang, flags, source, our own version) and says in its first line
//! how long it is and what it hashes to: a damaged one is as good as none. Without a place for caches there is none.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of compiled models.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// The user's: `$XDG_CACHE_HOME/cairn/models`, else `~/.cache/cairn/models`.
    pub(crate) fn of_user() -> Cache {
        Cache { folder: user_folder().map(|folder| folder.join("models")) }
    }

    /// The text kept under `key`, or the one that `make` makes, which is then kept.
    pub(crate) fn get_or_make<E>(
        &self,
        name: &str,
        key: &impl Hash,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<String, E> {
        let Some(folder) = &self.folder else { return make() };
        let file = folder.join(hash128(key)).join(name);
        if let Some(text) = read(&file) {
            return Ok(text);
        }
        let text = make()?;
        // A cache that cannot be written costs time, not results.
        _ = write(&file, &(header(&text) + &text));
        Ok(text)
    }
}

/// Where what is kept for a user lies: `$XDG_CACHE_HOME/cairn`, else `~/.cache/cairn`.
pub(crate) fn user_folder() -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    base.map(|base| base.join("cairn"))
}

fn header(text: &str) -> String {
    format!("; cairn model, {} bytes, {}\n", text.len(), hash128(&text))
}

fn read(file: &Path) -> Option<String> {
    let content = fs::read_to_string(file).ok()?;
    let end = content.find('\n')? + 1;
    let text = &content[end..];
    (content[..end] == header(text)).then(|| text.to_owned())
}

/// Writes beside the file and renames: another process sees all of it or nothing.
pub(crate) fn write(file: &Path, content: &str) -> std::io::Result<()> {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let folder = file.parent().expect("a file in a folder");
    fs::create_dir_all(folder)?;
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let temporary = file.with_extension(format!("tmp{}-{serial}", std::process::id()));
    let written = fs::write(&temporary, content).and_then(|()| fs::rename(&temporary, file));
    if written.is_err() {
        _ = fs::remove_file(&temporary);
    }
    written
}

/// 128 bits as text. Equal on every run of one build of Cairn, which is all that a cache asks for.
pub(crate) fn hash128(value: &impl Hash) -> String {
    let half = |seed: u64| {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        value.hash(&mut hasher);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn kept_texts_are_found_again_and_damaged_ones_made_again() {
        let folder = env::temp_dir().join(format!("cairn-cache-{}", std::process::id()));
        let cache = Cache { folder: Some(folder.clone()) };
        let get = |key: &str, made: &str| cache.get_or_make("x.ll", &key, || Ok::<_, Infallible>(made.to_owned()));
        assert_eq!(get("a", "first"), Ok("first".to_owned()));
        assert_eq!(get("a", "second"), Ok("first".to_owned()));
        assert_eq!(get("b", "other"), Ok("other".to_owned()));
        let kept = folder.join(hash128(&"a")).join("x.ll");
        let damaged = fs::read_to_string(&kept).expect("kept").replace("first", "worst");
        fs::write(&kept, damaged).expect("writable");
        assert_eq!(get("a", "third"), Ok("third".to_owned()));
        assert_eq!(get("a", "fourth"), Ok("third".to_owned()));
        fs::remove_dir_all(&folder).expect("temporary");
    }

    #[test]
    fn without_a_folder_everything_is_made() {
        let cache = Cache { folder: None };
        for made in ["first", "second"] {
            assert_eq!(cache.get_or_make("x.ll", &1, || Ok::<_, Infallible>(made.to_owned())), Ok(made.to_owned()));
        }
    }
}
