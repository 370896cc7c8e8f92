//! Opens, reads, appends and compacts.
//!
//! One process at a time writes: the one that holds the lock. Another one reads what was there when it started, and keeps
//! nothing. Every failure ends in the same way: a notice, and no store.

use crate::record::{self, HEAD};
use crate::scan::{Ending, Entry, Found, MAGIC, scan};
use crate::{Key, Secret};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

const FILE: &str = "store";
const LOCK: &str = "lock";

/// A folder's store. All methods may be called from several threads.
#[derive(Debug)]
pub struct Store {
    secret: Secret,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    folder: PathBuf,
    /// `None`: there is no store.
    file: Option<File>,
    /// Held as long as we may write.
    lock: Option<File>,
    entries: HashMap<Key, Entry>,
    end: u64,
    used: HashSet<Key>,
    hits: u64,
    misses: u64,
    notices: Vec<Notice>,
}

/// What the user should know about the store. None of these changes a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Another run writes: what this one computes is not kept.
    Busy,
    /// Written by another version of Cairn or by another user: begun anew.
    Foreign,
    /// Something else lies in its place, which is left alone.
    InTheWay { file: PathBuf },
    /// Damaged from a byte on; what lies behind is lost.
    Damaged { from: u64, lost: u64 },
    /// Reading or writing failed: what this run computes is not kept.
    Failed { reason: String },
}

/// How big the store is, and how much it helped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub entries: usize,
    pub bytes: u64,
    pub hits: u64,
    pub misses: u64,
    /// Is what is computed now kept?
    pub writable: bool,
}

impl Store {
    /// Opens the store in `folder`, which is made if need be.
    pub fn open(folder: &Path, secret: Secret) -> Store {
        let mut inner = Inner { folder: folder.to_owned(), ..Inner::default() };
        if let Err(error) = inner.open(&secret) {
            inner.give_up(&error);
        }
        Store { secret, inner: Mutex::new(inner) }
    }

    /// Opens it to look at, without making or repairing anything.
    pub fn inspect(folder: &Path, secret: Secret) -> Store {
        let mut inner = Inner { folder: folder.to_owned(), ..Inner::default() };
        if let Ok(file) = File::open(folder.join(FILE))
            && let Err(error) = inner.read_entries(file, &secret)
        {
            inner.give_up(&error);
        }
        Store { secret, inner: Mutex::new(inner) }
    }

    /// A store that holds nothing and keeps nothing.
    pub fn none() -> Store {
        Store { secret: Secret::new([0; 32]), inner: Mutex::default() }
    }

    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let mut inner = self.lock();
        let result = inner.read(&self.secret, key);
        match result {
            Some(_) => inner.hits += 1,
            None => inner.misses += 1,
        }
        result
    }

    /// Is there an entry? Its bytes may still turn out to be damaged.
    pub fn contains(&self, key: &Key) -> bool {
        let mut inner = self.lock();
        let known = inner.entries.contains_key(key);
        if known {
            inner.used.insert(*key);
        }
        known
    }

    /// Keeps an entry. What is there already under the key stays, since it is the same.
    pub fn put(&self, key: &Key, bytes: &[u8]) {
        if !self.contains(key) {
            self.replace(key, bytes);
        }
    }

    /// Keeps an entry instead of the one that is there: for keys that do not name their content.
    pub fn replace(&self, key: &Key, bytes: &[u8]) {
        let mut inner = self.lock();
        if inner.lock.is_none() {
            return;
        }
        let Some(record) = record::encode(&self.secret, inner.end, key, bytes) else { return };
        if let Err(error) = inner.append(&self.secret, &record) {
            inner.give_up(&error);
        }
        inner.used.insert(*key);
    }

    /// Makes sure that what was kept survives a loss of power, and shrinks the file if it is longer than `limit`: what this
    /// run used stays, then what is newest, up to half of the limit.
    pub fn finish(&self, limit: u64) {
        let mut inner = self.lock();
        if inner.lock.is_none() {
            return;
        }
        let synced = inner.file.as_ref().map_or(Ok(()), File::sync_data);
        let finished = if inner.end > limit { inner.compact(&self.secret, limit / 2) } else { synced };
        if let Err(error) = finished {
            inner.give_up(&error);
        }
    }

    /// Removes every entry.
    pub fn clear(&self) -> std::io::Result<()> {
        let mut inner = self.lock();
        if inner.lock.is_none() {
            return Err(Error::new(ErrorKind::ResourceBusy, "another run uses the store"));
        }
        inner.restart()
    }

    /// What there is to say, once.
    pub fn take_notices(&self) -> Vec<Notice> {
        std::mem::take(&mut self.lock().notices)
    }

    pub fn statistics(&self) -> Statistics {
        let inner = self.lock();
        let Inner { hits, misses, .. } = *inner;
        Statistics { entries: inner.entries.len(), bytes: inner.end, hits, misses, writable: inner.lock.is_some() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn open(&mut self, secret: &Secret) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(FILE);
        for file in [&path, &self.folder.join(LOCK)] {
            // A link would let a project that comes from elsewhere point at any file of the user's.
            if file.symlink_metadata().is_ok_and(|metadata| !metadata.is_file()) {
                self.notices.push(Notice::InTheWay { file: file.clone() });
                return Ok(());
            }
        }
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(self.folder.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => self.lock = Some(lock),
            Err(TryLockError::WouldBlock) => self.notices.push(Notice::Busy),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let writable = self.lock.is_some();
        let file = OpenOptions::new().read(true).write(writable).create(writable).truncate(false).open(path);
        match file {
            Ok(file) => self.read_entries(file, secret)?,
            // The other run has not come as far as making it.
            Err(error) if !writable && error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Finds the entries of the file; mends it if we may write.
    fn read_entries(&mut self, file: File, secret: &Secret) -> std::io::Result<()> {
        let length = file.metadata()?.len();
        let Found { entries, end, ending } = scan(&file, secret)?;
        (self.file, self.entries, self.end) = (Some(file), entries, end);
        match ending {
            Ending::Foreign => {
                let file = self.folder.join(FILE);
                (self.file, self.lock) = (None, None);
                self.notices.push(Notice::InTheWay { file });
            }
            Ending::OtherVersion => self.notices.push(Notice::Foreign),
            // Signed by somebody else from the first entry on.
            Ending::Damaged if self.entries.is_empty() => self.notices.push(Notice::Foreign),
            Ending::Damaged => self.notices.push(Notice::Damaged { from: end, lost: length - end }),
            Ending::Torn | Ending::Clean => {}
        }
        match ending {
            _ if self.lock.is_none() => Ok(()),
            _ if end == 0 => self.restart(),
            Ending::Torn | Ending::Damaged => self.truncate(),
            _ => Ok(()),
        }
    }

    /// An empty store.
    fn restart(&mut self) -> std::io::Result<()> {
        self.entries.clear();
        self.end = 0;
        self.truncate()?;
        if let Some(file) = &mut self.file {
            file.write_all(MAGIC)?;
            self.end = MAGIC.len() as u64;
        }
        Ok(())
    }

    /// Cuts off what lies behind the last entry.
    fn truncate(&mut self) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.set_len(self.end)?;
        file.seek(SeekFrom::Start(self.end)).map(|_| ())
    }

    fn read(&mut self, secret: &Secret, key: &Key) -> Option<Vec<u8>> {
        let entry = *self.entries.get(key)?;
        let file = self.file.as_mut()?;
        let mut bytes = vec![0; entry.head.length as usize];
        let read = file.seek(SeekFrom::Start(entry.offset)).and_then(|_| file.read_exact(&mut bytes));
        let plain = read.ok().and_then(|()| record::decode(secret, &entry.head, bytes));
        match plain {
            Some(plain) => {
                self.used.insert(*key);
                Some(plain)
            }
            None => {
                // Damaged inside: as good as none, and written again when it is made again.
                self.entries.remove(key);
                let lost = u64::from(entry.head.length);
                self.notices.push(Notice::Damaged { from: entry.offset, lost });
                None
            }
        }
    }

    fn append(&mut self, secret: &Secret, record: &[u8]) -> std::io::Result<()> {
        let end = self.end;
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.seek(SeekFrom::Start(end)).and_then(|_| file.write_all(record));
        if let Err(error) = written {
            // Not even half a record stays behind.
            _ = self.truncate();
            return Err(error);
        }
        let head: &[u8; HEAD] = record.first_chunk().expect("every record has a head");
        let head = record::head(secret, end, head).expect("signed just now");
        self.entries.insert(head.key, Entry { head, offset: end + HEAD as u64 });
        self.end = end + record.len() as u64;
        Ok(())
    }

    /// Writes what stays into a new file and puts that in the place of the old one.
    fn compact(&mut self, secret: &Secret, limit: u64) -> std::io::Result<()> {
        let mut order: Vec<(Key, Entry)> = self.entries.iter().map(|(key, entry)| (*key, *entry)).collect();
        order.sort_by_key(|(key, entry)| (!self.used.contains(key), std::cmp::Reverse(entry.offset)));
        let mut room = limit;
        order.retain(|(key, entry)| {
            let size = u64::from(entry.head.length) + HEAD as u64;
            let stays = self.used.contains(key) || size <= room;
            room = if stays { room.saturating_sub(size) } else { 0 };
            stays
        });
        order.sort_by_key(|(_, entry)| entry.offset);
        let path = self.folder.join("store.new");
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path)?;
        let mut new = Inner { folder: self.folder.clone(), file: Some(file), ..Inner::default() };
        let copied = new.copy_from(self, secret, &order);
        if let Err(error) = copied {
            _ = fs::remove_file(&path);
            return Err(error);
        }
        fs::rename(&path, self.folder.join(FILE))?;
        (self.file, self.entries, self.end) = (new.file, new.entries, new.end);
        Ok(())
    }

    fn copy_from(&mut self, old: &mut Inner, secret: &Secret, order: &[(Key, Entry)]) -> std::io::Result<()> {
        self.restart()?;
        for (key, _) in order {
            let Some(bytes) = old.read(secret, key) else { continue };
            if let Some(record) = record::encode(secret, self.end, key, &bytes) {
                self.append(secret, &record)?;
            }
        }
        self.file.as_ref().map_or(Ok(()), File::sync_all)
    }

    /// Goes on without writing.
    fn give_up(&mut self, error: &Error) {
        self.lock = None;
        self.notices.push(Notice::Failed { reason: reason(error) });
    }
}

fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        _ => error.to_string(),
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Busy => f.write_str("another run uses the store: what this one computes is not kept"),
            Notice::Foreign => f.write_str(
                "the store was written by another version of Cairn or by somebody else: it is not used, and begun anew",
            ),
            Notice::InTheWay { file } => {
                write!(f, "`{}` is not a store of Cairn's: it is left alone, and nothing is kept", file.display())
            }
            Notice::Damaged { from, lost } => {
                write!(f, "the store is damaged at byte {from}: {lost} bytes are dropped and computed again")
            }
            Notice::Failed { reason } => {
                write!(f, "the store cannot be used ({reason}): nothing more is kept of this run")
            }
        }
    }
}
