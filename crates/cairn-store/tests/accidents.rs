//! Whatever happens to the file, an entry comes back as it was put, or not at all.

use cairn_store::{Key, Notice, Secret, Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Goes away with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static SERIAL: AtomicU32 = AtomicU32::new(0);
        let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
        Folder(std::env::temp_dir().join(format!("cairn-store-{}-{serial}", std::process::id())))
    }

    fn open(&self) -> Store {
        Store::open(&self.0, secret())
    }

    fn file(&self) -> PathBuf {
        self.0.join("store")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn secret() -> Secret {
    Secret::new([7; 32])
}

fn key(number: u32) -> Key {
    Key::of(&number.to_le_bytes())
}

/// Short and long, compressible or not.
fn value(number: u32) -> Vec<u8> {
    let length = (number as usize * 37) % 700;
    (0..length).map(|at| if number.is_multiple_of(2) { b'a' } else { (at * 31 + number as usize * 7) as u8 }).collect()
}

fn fill(folder: &Folder, entries: u32) {
    let store = folder.open();
    (0..entries).for_each(|number| store.put(&key(number), &value(number)));
}

/// Every entry is as it was put or missing; how many are there.
fn intact(store: &Store, entries: u32) -> usize {
    let found = (0..entries).filter(|&number| match store.get(&key(number)) {
        Some(bytes) => {
            assert_eq!(bytes, value(number), "entry {number}");
            true
        }
        None => false,
    });
    found.count()
}

#[test]
fn entries_survive_the_process() {
    let folder = Folder::new();
    fill(&folder, 20);
    let store = folder.open();
    assert_eq!(intact(&store, 20), 20);
    assert_eq!(store.take_notices(), []);
    store.replace(&key(3), b"new");
    drop(store);
    assert_eq!(folder.open().get(&key(3)).as_deref(), Some(&b"new"[..]));
}

#[test]
fn a_run_killed_at_any_byte_loses_only_what_it_was_writing() {
    let folder = Folder::new();
    fill(&folder, 3);
    let before = fs::metadata(folder.file()).expect("there").len();
    fill(&folder, 5);
    let whole = fs::read(folder.file()).expect("there");
    for length in 0..whole.len() {
        fs::write(folder.file(), &whole[..length]).expect("writable");
        let store = folder.open();
        let found = intact(&store, 5);
        assert!(found >= if length as u64 >= before { 3 } else { 0 }, "{found} entries of {length} bytes");
        assert!(!store.take_notices().iter().any(|notice| matches!(notice, Notice::Damaged { .. })));
        // And it can be written to again.
        store.put(&key(9), &value(9));
        drop(store);
        assert_eq!(folder.open().get(&key(9)), Some(value(9)));
    }
}

#[test]
fn a_damaged_byte_costs_entries_but_never_gives_a_wrong_one() {
    let folder = Folder::new();
    fill(&folder, 8);
    let whole = fs::read(folder.file()).expect("there");
    for at in (0..whole.len()).step_by(3) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(folder.file(), &damaged).expect("writable");
        let store = folder.open();
        let found = intact(&store, 8);
        assert!(found < 8, "byte {at} is part of something");
        assert!(!store.take_notices().is_empty(), "byte {at}");
    }
}

#[test]
fn what_another_user_or_version_wrote_is_not_read() {
    let folder = Folder::new();
    fill(&folder, 4);
    let other = Store::open(&folder.0, Secret::new([8; 32]));
    assert_eq!((intact(&other, 4), other.take_notices()), (0, vec![Notice::Foreign]));
    other.put(&key(1), &value(1));
    assert_eq!(intact(&other, 4), 1);
    drop(other);
    fs::write(folder.file(), b"cairn store 0000 and more").expect("writable");
    let store = folder.open();
    assert_eq!(store.take_notices(), [Notice::Foreign]);
    store.put(&key(1), &value(1));
    drop(store);
    assert_eq!(intact(&folder.open(), 4), 1);
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let folder = Folder::new();
    fs::create_dir_all(&folder.0).expect("temporary");
    fs::write(folder.file(), "dear diary").expect("writable");
    let store = folder.open();
    store.put(&key(1), &value(1));
    assert_eq!(store.take_notices(), [Notice::InTheWay { file: folder.file() }]);
    assert_eq!(fs::read(folder.file()).expect("there"), b"dear diary");
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let (folder, outside) = (Folder::new(), Folder::new());
    fs::create_dir_all(&folder.0).expect("temporary");
    fs::create_dir_all(&outside.0).expect("temporary");
    for target in ["diary", "missing"] {
        let target = outside.0.join(target);
        _ = fs::remove_file(folder.file());
        std::os::unix::fs::symlink(&target, folder.file()).expect("a link");
        let store = folder.open();
        store.put(&key(1), &value(1));
        assert_eq!(store.take_notices(), [Notice::InTheWay { file: folder.file() }]);
        assert!(!target.exists());
    }
}

#[test]
fn of_two_runs_at_once_one_writes_and_the_other_reads() {
    let folder = Folder::new();
    fill(&folder, 4);
    let first = folder.open();
    let second = folder.open();
    assert_eq!(second.take_notices(), [Notice::Busy]);
    first.put(&key(5), &value(5));
    second.put(&key(6), &value(6));
    assert_eq!(intact(&second, 4), 4);
    drop((first, second));
    let third = folder.open();
    assert_eq!((third.get(&key(5)), third.get(&key(6))), (Some(value(5)), None));
    assert_eq!(third.take_notices(), []);
}

#[test]
fn many_threads_share_one_store() {
    let folder = Folder::new();
    let store = folder.open();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = &store;
            scope.spawn(move || (0..50).for_each(|n| store.put(&key(n * 4 + thread), &value(n * 4 + thread))));
        }
    });
    assert_eq!(intact(&store, 200), 200);
    drop(store);
    assert_eq!(intact(&folder.open(), 200), 200);
}

#[test]
fn a_long_store_is_shortened_and_keeps_what_is_in_use() {
    let folder = Folder::new();
    fill(&folder, 200);
    let size = |path: &Path| fs::metadata(path).expect("there").len();
    let before = size(&folder.file());
    let store = folder.open();
    assert!(store.get(&key(1)).is_some());
    store.finish(before / 2);
    assert!(size(&folder.file()) <= before / 4 + 1000);
    assert_eq!(store.get(&key(1)), Some(value(1)));
    store.put(&key(500), &value(500));
    drop(store);
    let store = folder.open();
    assert_eq!((store.get(&key(1)), store.get(&key(500))), (Some(value(1)), Some(value(500))));
    assert!(intact(&store, 200) > 1, "the newest stay, too");
    store.clear().expect("writable");
    assert_eq!(intact(&store, 200), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_no_failure() {
    let folder = Folder::new();
    fs::write(&folder.0, "a file").expect("temporary");
    let store = folder.open();
    store.put(&key(1), &value(1));
    assert!(matches!(&store.take_notices()[..], [Notice::Failed { .. }]));
    assert_eq!(store.get(&key(1)), None);
    fs::remove_file(&folder.0).expect("temporary");
}
