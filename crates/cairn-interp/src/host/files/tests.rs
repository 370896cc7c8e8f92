//! What programs see of the sandbox.

use super::*;

#[derive(Default)]
struct Captured(Vec<(Stream, Vec<u8>)>);

impl Output for Captured {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self.0.push((stream, bytes.to_vec()));
    }
}

fn empty() -> Files {
    Files::with_input_bytes(Vec::new())
}

fn put(files: &mut Files, fd: u32, bytes: &[u8]) -> Option<usize> {
    files.write(fd as i32, bytes, &mut Captured::default())
}

#[test]
fn streams_go_to_the_output_and_come_from_the_input() {
    let mut files = Files::with_input_bytes(b"hello".to_vec());
    let mut output = Captured::default();
    assert_eq!(files.read(0, 3), Some(b"hel".to_vec()));
    assert_eq!(files.read(0, 30), Some(b"lo".to_vec()));
    assert_eq!(files.read(0, 30), Some(Vec::new()));
    assert_eq!(files.write(1, b"a", &mut output), Some(1));
    assert_eq!(files.write(2, b"bc", &mut output), Some(2));
    assert_eq!(output.0, [(Stream::Out, b"a".to_vec()), (Stream::Err, b"bc".to_vec())]);
    assert_eq!(files.write(0, b"a", &mut output), None);
    assert_eq!(files.read(1, 1), None);
    assert_eq!(files.seek(1, 0, Whence::Start), None);
    assert_eq!(files.write(17, b"a", &mut output), None);
    assert_eq!(files.read(-1, 1), None);
}

#[test]
fn modes_are_those_of_fopen() {
    let mut files = empty();
    assert_eq!(files.open(b"a", OpenMode::Read), None);
    assert_eq!(files.open(b"a", OpenMode::ReadWrite), None);
    let fd = files.open(b"a", OpenMode::WriteTruncate).expect("created");
    assert_eq!(put(&mut files, fd, b"12345"), Some(5));
    assert_eq!(files.read(fd as i32, 1), None, "not open for reading");
    let other = files.open(b"./a", OpenMode::ReadWrite).expect("there");
    assert_eq!(files.read(other as i32, 2), Some(b"12".to_vec()));
    assert_eq!(put(&mut files, other, b"x"), Some(1));
    assert_eq!(files.content(b"a"), Some(&b"12x45"[..]));
    let append = files.open(b"a", OpenMode::ReadAppend).expect("there");
    assert_eq!(files.read(append as i32, 1), Some(b"1".to_vec()));
    assert_eq!(put(&mut files, append, b"6"), Some(1));
    assert_eq!(files.content(b"a"), Some(&b"12x456"[..]));
    files.open(b"a", OpenMode::ReadWriteTruncate).expect("there");
    assert_eq!(files.content(b"a"), Some(&b""[..]));
    assert_eq!(OpenMode::from_number(5), Some(OpenMode::ReadAppend));
    assert_eq!(OpenMode::from_number(6), None);
}

#[test]
fn seeking_past_the_end_leaves_zeros() {
    let mut files = empty();
    let fd = files.open(b"a", OpenMode::ReadWriteTruncate).expect("created") as i32;
    assert_eq!(files.seek(fd, 3, Whence::Start), Some(3));
    assert_eq!(files.read(fd, 1), Some(Vec::new()));
    assert_eq!(put(&mut files, fd as u32, b"z"), Some(1));
    assert_eq!(files.content(b"a"), Some(&b"\0\0\0z"[..]));
    assert_eq!(files.seek(fd, -1, Whence::End), Some(3));
    assert_eq!(files.seek(fd, -2, Whence::Current), Some(1));
    assert_eq!(files.seek(fd, -2, Whence::Current), None);
    assert_eq!(files.seek(fd, 0, Whence::Current), Some(1), "a failed seek moves nothing");
}

#[test]
fn descriptors_are_reused_lowest_first() {
    let mut files = empty();
    let fds: Vec<_> = (0..3).map(|_| files.open(b"a", OpenMode::Append)).collect();
    assert_eq!(fds, [Some(3), Some(4), Some(5)]);
    assert_eq!(files.close(4), Some(()));
    assert_eq!(files.close(4), None);
    assert_eq!(files.close(0), Some(()));
    assert_eq!(files.open(b"a", OpenMode::Read), Some(0));
    assert_eq!(files.open(b"a", OpenMode::Read), Some(4));
    while files.open(b"a", OpenMode::Read).is_some() {}
    assert_eq!(files.close(1023), Some(()), "1024 descriptors, no more");
}

#[test]
fn removed_files_live_while_open() {
    let mut files = empty();
    files.add_file(b"a", b"old".to_vec()).expect("small");
    let fd = files.open(b"a", OpenMode::Read).expect("there") as i32;
    assert_eq!(files.unlink(b"a"), Some(()));
    assert_eq!(files.unlink(b"a"), None);
    files.add_file(b"a", b"new".to_vec()).expect("small");
    assert_eq!(files.read(fd, 9), Some(b"old".to_vec()));
    assert_eq!(files.close(fd), Some(()));
    assert_eq!(files.state.size, 3, "the old content is gone");
}

#[test]
fn renaming_replaces() {
    let mut files = empty();
    files.add_file(b"a", b"1".to_vec()).expect("small");
    files.add_file(b"b", b"22".to_vec()).expect("small");
    assert_eq!(files.rename(b"a", b"b"), Some(()));
    assert_eq!(files.content(b"b"), Some(&b"1"[..]));
    assert_eq!(files.content(b"a"), None);
    assert_eq!(files.rename(b"b", b"b"), Some(()));
    assert_eq!(files.rename(b"a", b"c"), None);
    assert_eq!(files.state.size, 1);
    assert_eq!(files.names().collect::<Vec<_>>(), [b"b"]);
}

#[test]
fn the_limit_holds_for_all_files_together() {
    let mut files = empty();
    files.set_limit(10);
    files.add_file(b"a", vec![0; 6]).expect("fits");
    assert_eq!(files.add_file(b"b", vec![0; 5]), None);
    let fd = files.open(b"b", OpenMode::WriteTruncate).expect("created");
    assert_eq!(put(&mut files, fd, &[1; 4]), Some(4));
    assert_eq!(put(&mut files, fd, &[1; 1]), None);
    assert_eq!(files.seek(fd as i32, i64::MAX, Whence::Start), Some(i64::MAX as u64));
    assert_eq!(put(&mut files, fd, &[1; 1]), None);
    files.unlink(b"a").expect("there");
    assert_eq!(files.seek(fd as i32, 0, Whence::End), Some(4));
    assert_eq!(put(&mut files, fd, &[1; 6]), Some(6));
}

#[test]
fn copies_are_independent_and_read_the_same_input() {
    let mut files = Files::new(Box::new(&b"input"[..]));
    files.add_file(b"a", b"1".to_vec()).expect("small");
    assert_eq!(files.read(0, 2), Some(b"in".to_vec()));
    let mut copy = files.clone();
    let fd = files.open(b"a", OpenMode::Append).expect("there");
    assert_eq!(put(&mut files, fd, b"2"), Some(1));
    assert_eq!(copy.content(b"a"), Some(&b"1"[..]));
    assert_eq!(files.read(0, 9), Some(b"put".to_vec()));
    assert_eq!(copy.read(0, 9), Some(b"put".to_vec()));
    assert_eq!(copy.read(0, 9), Some(Vec::new()));
}

#[test]
fn the_null_device_and_directories() {
    let mut files = empty();
    let fd = files.open(b"/dev/null", OpenMode::ReadWrite).expect("always there");
    assert_eq!(put(&mut files, fd, b"gone"), Some(4));
    assert_eq!(files.read(fd as i32, 4), Some(Vec::new()));
    assert_eq!(files.names().count(), 0);
    for name in [&b""[..], b"a/", b".", b"/", b"a/.."] {
        assert_eq!(files.open(name, OpenMode::WriteTruncate), None, "{name:?}");
    }
    assert_eq!(clean_name(b"/tmp//./x"), Some(b"/tmp/x".to_vec()));
    assert_eq!(clean_name(b"/../a/../x"), Some(b"/x".to_vec()));
    assert_eq!(clean_name(b"../../a/b/../x"), Some(b"../../a/x".to_vec()));
}

#[test]
fn a_world_with_a_text_has_every_file_and_a_peer() {
    let mut files = empty();
    assert_eq!(files.connect(), None, "nobody is outside");
    files.set_world(World::Text(b"hello".as_slice().into()));
    let fd = files.open(b"any", OpenMode::Read).expect("there");
    assert_eq!(files.read(fd as i32, 9), Some(b"hello".to_vec()));
    let written = files.open(b"mine", OpenMode::WriteTruncate).expect("created");
    assert_eq!(put(&mut files, written, b"x"), Some(1));
    assert_eq!(files.content(b"mine"), Some(&b"x"[..]));
    let peers = [files.connect().expect("one"), files.connect().expect("another")];
    assert_eq!(files.read(peers[0] as i32, 2), Some(b"he".to_vec()));
    assert_eq!(files.read(peers[0] as i32, 9), Some(b"llo".to_vec()));
    assert_eq!(files.read(peers[0] as i32, 9), Some(Vec::new()));
    assert_eq!(files.read(peers[1] as i32, 1), Some(b"h".to_vec()));
    assert_eq!(put(&mut files, peers[1], b"to him"), Some(6));
    assert_eq!(files.seek(peers[1] as i32, 0, Whence::Start), None);
}

#[test]
fn a_world_that_refuses_opens_nothing() {
    let mut files = empty();
    files.add_file(b"a", b"x".to_vec());
    files.set_world(World::Refusing);
    for mode in [OpenMode::Read, OpenMode::WriteTruncate, OpenMode::Append] {
        assert_eq!(files.open(b"a", mode), None);
    }
    assert_eq!(files.connect(), None);
}
