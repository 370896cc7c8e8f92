//! The user's own secret, with which every entry is signed.
//!
//! A project comes from elsewhere, and may bring a folder `.cairn` along in which everything is proved. What was not signed
//! by this user is not read.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// A secret; `Debug` does not show it.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// The secret in a file of the user's, made on first use.
    pub fn of_user(file: &Path) -> std::io::Result<Secret> {
        if let Ok(bytes) = fs::read(file)
            && let Ok(bytes) = bytes.try_into()
        {
            return Ok(Secret(bytes));
        }
        let secret = random()?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Made beside it, so that another process sees all of it or nothing. A link fails if there is one by now: the first
        // one wins, so that two runs at once agree.
        let temporary = file.with_extension(std::process::id().to_string());
        private_file(&temporary)?.write_all(&secret)?;
        let usable = |file: &Path| fs::metadata(file).is_ok_and(|metadata| metadata.len() == secret.len() as u64);
        if fs::hard_link(&temporary, file).is_err() && !usable(file) {
            fs::rename(&temporary, file)?;
        }
        _ = fs::remove_file(&temporary);
        fs::read(file)?.try_into().map(Secret).map_err(|_| std::io::ErrorKind::InvalidData.into())
    }

    /// A signature over some bytes.
    pub(crate) fn sign(&self, parts: &[&[u8]]) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        parts.iter().for_each(|part| _ = hasher.update(part));
        let mut signature = [0; 16];
        signature.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        signature
    }
}

#[cfg(unix)]
fn random() -> std::io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    fs::File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The standard library has no source of randomness but the seeds of its hash maps.
#[cfg(not(unix))]
fn random() -> std::io::Result<[u8; 32]> {
    use std::hash::{BuildHasher, RandomState};
    let mut hasher = blake3::Hasher::new();
    for _ in 0..4 {
        hasher.update(&RandomState::new().hash_one(std::process::id()).to_le_bytes());
    }
    Ok(*hasher.finalize().as_bytes())
}

#[cfg(unix)]
fn private_file(path: &Path) -> std::io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private_file(path: &Path) -> std::io::Result<fs::File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}
