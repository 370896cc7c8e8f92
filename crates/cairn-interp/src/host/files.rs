//! The files that a program sees: an in-memory sandbox with POSIX-like descriptors.
//!
//! Descriptors 0, 1, 2 are standard input, output and error; what is written to the latter two goes to an `Output`.
//! Nothing outside is read or written but the given standard input. Copies are cheap and independent, standard input
//! included: each copy reads the same bytes from its own position. Names are plain (`a/b`, `/tmp/x`): there are no
//! directories to make or to list; `/dev/null` is the empty file that swallows everything.
//! Not here: filling the sandbox from a disk, `errno`, buffering (the library models do it in C).

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// Where standard output and standard error go.
pub trait Output {
    fn write(&mut self, stream: Stream, bytes: &[u8]);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stream {
    Out,
    Err,
}

/// How a file is opened; the numbers are those of `HostFn::Open`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpenMode {
    Read = 0,
    WriteTruncate = 1,
    Append = 2,
    ReadWrite = 3,
    ReadWriteTruncate = 4,
    ReadAppend = 5,
}

/// From where `seek` counts; the numbers are those of `HostFn::Seek`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Whence {
    Start = 0,
    Current = 1,
    End = 2,
}

/// As many descriptors as a process has by default.
const MAX_DESCRIPTORS: usize = 1024;

/// Bytes that all files may have together unless told otherwise.
pub const DEFAULT_LIMIT: u64 = 256 << 20;

/// The sandbox. Operations that fail answer `None` and change nothing, as C's do with -1.
#[derive(Clone)]
pub struct Files {
    state: Arc<State>,
    input: Arc<Mutex<Input>>,
}

#[derive(Clone)]
struct State {
    /// Which file a name means.
    names: BTreeMap<Vec<u8>, usize>,
    files: Vec<File>,
    descriptors: Vec<Option<Descriptor>>,
    input_position: usize,
    /// Bytes of all files together, and their limit.
    size: u64,
    limit: u64,
}

#[derive(Clone, Default)]
struct File {
    content: Arc<Vec<u8>>,
    /// Names and descriptors that mean it; without any its content is gone and its place is free.
    uses: usize,
}

#[derive(Clone, Copy)]
struct Descriptor {
    target: Target,
    mode: OpenMode,
    position: u64,
}

#[derive(Clone, Copy)]
enum Target {
    Input,
    Output(Stream),
    Null,
    File(usize),
}

/// Standard input: what was read of it so far, and the rest.
struct Input {
    buffer: Vec<u8>,
    rest: Option<Box<dyn Read + Send>>,
}

impl OpenMode {
    pub fn from_number(number: u32) -> Option<OpenMode> {
        use OpenMode::*;
        [Read, WriteTruncate, Append, ReadWrite, ReadWriteTruncate, ReadAppend].get(number as usize).copied()
    }

    fn reads(self) -> bool {
        !matches!(self, OpenMode::WriteTruncate | OpenMode::Append)
    }

    fn writes(self) -> bool {
        self != OpenMode::Read
    }

    fn truncates(self) -> bool {
        matches!(self, OpenMode::WriteTruncate | OpenMode::ReadWriteTruncate)
    }

    fn appends(self) -> bool {
        matches!(self, OpenMode::Append | OpenMode::ReadAppend)
    }

    fn creates(self) -> bool {
        self.truncates() || self.appends()
    }
}

impl Whence {
    pub fn from_number(number: u32) -> Option<Whence> {
        [Whence::Start, Whence::Current, Whence::End].get(number as usize).copied()
    }
}

impl Files {
    /// An empty sandbox whose standard input is read as the program asks for it.
    pub fn new(input: Box<dyn Read + Send>) -> Files {
        Files::with_input(Input { buffer: Vec::new(), rest: Some(input) })
    }

    pub fn with_input_bytes(input: Vec<u8>) -> Files {
        Files::with_input(Input { buffer: input, rest: None })
    }

    fn with_input(input: Input) -> Files {
        let standard = |target, mode| Some(Descriptor { target, mode, position: 0 });
        let state = State {
            names: BTreeMap::new(),
            files: Vec::new(),
            descriptors: vec![
                standard(Target::Input, OpenMode::Read),
                standard(Target::Output(Stream::Out), OpenMode::Append),
                standard(Target::Output(Stream::Err), OpenMode::Append),
            ],
            input_position: 0,
            size: 0,
            limit: DEFAULT_LIMIT,
        };
        Files { state: Arc::new(state), input: Arc::new(Mutex::new(input)) }
    }

    /// Bounds the bytes of all files together from now on.
    pub fn set_limit(&mut self, limit: u64) {
        self.state().limit = limit;
    }

    /// Puts a file into the sandbox, in place of one of the same name. `None` if it is too large or has no proper name.
    pub fn add_file(&mut self, name: &[u8], bytes: Vec<u8>) -> Option<()> {
        let name = clean_name(name).filter(|name| !is_null_device(name))?;
        let state = self.state();
        if state.size + bytes.len() as u64 > state.limit {
            return None;
        }
        let index = state.allocate(Arc::new(bytes));
        state.bind(name, index);
        Some(())
    }

    /// The content of a file, to look at after a run.
    pub fn content(&self, name: &[u8]) -> Option<&[u8]> {
        let index = *self.state.names.get(&clean_name(name)?)?;
        Some(&self.state.files[index].content)
    }

    /// The names of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.state.names.keys().map(Vec::as_slice)
    }

    /// The lowest free descriptor, for the named file.
    pub fn open(&mut self, name: &[u8], mode: OpenMode) -> Option<u32> {
        let name = clean_name(name)?;
        let state = self.state();
        let slot = state.free_descriptor()?;
        let target = state.find_or_create(name, mode)?;
        if let Target::File(index) = target {
            state.files[index].uses += 1;
            if mode.truncates() {
                state.replace_content(index, Arc::default());
            }
        }
        let descriptor = Some(Descriptor { target, mode, position: 0 });
        match state.descriptors.get_mut(slot) {
            Some(free) => *free = descriptor,
            None => state.descriptors.push(descriptor),
        }
        Some(slot as u32)
    }

    pub fn close(&mut self, fd: i32) -> Option<()> {
        let descriptor = self.descriptor(fd)?;
        let state = self.state();
        state.descriptors[fd as usize] = None;
        if let Target::File(index) = descriptor.target {
            state.release(index);
        }
        Some(())
    }

    /// The next bytes, at most `len`; none at the end.
    pub fn read(&mut self, fd: i32, len: usize) -> Option<Vec<u8>> {
        let descriptor = self.descriptor(fd).filter(|descriptor| descriptor.mode.reads())?;
        let bytes = match descriptor.target {
            Target::Input => return Some(self.read_input(len)),
            Target::Output(_) => return None,
            Target::Null => Vec::new(),
            Target::File(index) => slice(&self.state.files[index].content, descriptor.position, len).to_vec(),
        };
        self.move_to(fd, descriptor.position + bytes.len() as u64);
        Some(bytes)
    }

    fn read_input(&mut self, len: usize) -> Vec<u8> {
        let position = self.state.input_position;
        let bytes = {
            let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
            input.fill(position, len);
            slice(&input.buffer, position as u64, len).to_vec()
        };
        self.state().input_position = position + bytes.len();
        bytes
    }

    /// Writes all bytes or none; how many. Output streams go to `output` at once.
    pub fn write(&mut self, fd: i32, bytes: &[u8], output: &mut dyn Output) -> Option<usize> {
        let descriptor = self.descriptor(fd).filter(|descriptor| descriptor.mode.writes())?;
        match descriptor.target {
            Target::Input => return None,
            Target::Output(stream) => output.write(stream, bytes),
            Target::Null => {}
            Target::File(_) if bytes.is_empty() => {}
            Target::File(index) => {
                let end = self.state.files[index].content.len() as u64;
                let start = if descriptor.mode.appends() { end } else { descriptor.position };
                self.state().write_at(index, start, bytes)?;
                self.move_to(fd, start + bytes.len() as u64);
            }
        }
        Some(bytes.len())
    }

    /// The new position. Streams have none.
    pub fn seek(&mut self, fd: i32, offset: i64, whence: Whence) -> Option<u64> {
        let descriptor = self.descriptor(fd)?;
        let end = match descriptor.target {
            Target::Input | Target::Output(_) => return None,
            Target::Null => return Some(0),
            Target::File(index) => self.state.files[index].content.len() as u64,
        };
        let base = match whence {
            Whence::Start => 0,
            Whence::Current => descriptor.position,
            Whence::End => end,
        };
        let position = base.checked_add_signed(offset).filter(|&position| i64::try_from(position).is_ok())?;
        self.move_to(fd, position);
        Some(position)
    }

    /// Removes a name; who has the file open keeps it.
    pub fn unlink(&mut self, name: &[u8]) -> Option<()> {
        let name = clean_name(name)?;
        let state = self.state();
        let index = state.names.remove(&name)?;
        state.release(index);
        Some(())
    }

    /// Gives a file another name; a file that had it before is removed.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Option<()> {
        let (from, to) = (clean_name(from)?, clean_name(to)?);
        if is_null_device(&to) {
            return None;
        }
        let state = self.state();
        let index = *state.names.get(&from)?;
        if from != to {
            state.names.remove(&from);
            state.bind(to, index);
            // `bind` counts a new name; the old one is gone.
            state.release(index);
        }
        Some(())
    }

    fn state(&mut self) -> &mut State {
        Arc::make_mut(&mut self.state)
    }

    fn descriptor(&self, fd: i32) -> Option<Descriptor> {
        *self.state.descriptors.get(usize::try_from(fd).ok()?)?
    }

    fn move_to(&mut self, fd: i32, position: u64) {
        if let Some(Some(descriptor)) = self.state().descriptors.get_mut(fd as usize) {
            descriptor.position = position;
        }
    }
}

impl State {
    fn free_descriptor(&self) -> Option<usize> {
        let free = self.descriptors.iter().position(Option::is_none).unwrap_or(self.descriptors.len());
        (free < MAX_DESCRIPTORS).then_some(free)
    }

    fn find_or_create(&mut self, name: Vec<u8>, mode: OpenMode) -> Option<Target> {
        if is_null_device(&name) {
            return Some(Target::Null);
        }
        if let Some(&index) = self.names.get(&name) {
            return Some(Target::File(index));
        }
        if !mode.creates() {
            return None;
        }
        let index = self.allocate(Arc::default());
        self.bind(name, index);
        Some(Target::File(index))
    }

    /// A place for a file that nothing means yet.
    fn allocate(&mut self, content: Arc<Vec<u8>>) -> usize {
        let index = self.files.iter().position(|file| file.uses == 0).unwrap_or(self.files.len());
        if index == self.files.len() {
            self.files.push(File::default());
        }
        self.replace_content(index, content);
        index
    }

    fn bind(&mut self, name: Vec<u8>, index: usize) {
        self.files[index].uses += 1;
        if let Some(old) = self.names.insert(name, index) {
            self.release(old);
        }
    }

    fn release(&mut self, index: usize) {
        self.files[index].uses -= 1;
        if self.files[index].uses == 0 {
            self.replace_content(index, Arc::default());
        }
    }

    fn replace_content(&mut self, index: usize, content: Arc<Vec<u8>>) {
        let file = &mut self.files[index];
        self.size = self.size - file.content.len() as u64 + content.len() as u64;
        file.content = content;
    }

    /// Writes at a position; a gap after the old end is filled with zeros.
    fn write_at(&mut self, index: usize, start: u64, bytes: &[u8]) -> Option<()> {
        let old_len = self.files[index].content.len() as u64;
        let new_len = start.checked_add(bytes.len() as u64)?.max(old_len);
        let size = self.size - old_len + new_len;
        if size > self.limit {
            return None;
        }
        self.size = size;
        let content = Arc::make_mut(&mut self.files[index].content);
        content.resize(new_len as usize, 0);
        content[start as usize..start as usize + bytes.len()].copy_from_slice(bytes);
        Some(())
    }
}

impl Input {
    /// Reads until `len` bytes from `position` on are there, or at least one: like a terminal, it gives what it has.
    fn fill(&mut self, position: usize, len: usize) {
        let Some(rest) = &mut self.rest else { return };
        if len == 0 || position < self.buffer.len() {
            return;
        }
        let mut chunk = vec![0; len.min(1 << 16)];
        loop {
            match rest.read(&mut chunk) {
                Ok(0) => break self.rest = None,
                Ok(count) => break self.buffer.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // Like the end: the program cannot tell more.
                Err(_) => break self.rest = None,
            }
        }
    }
}

fn slice(content: &[u8], position: u64, len: usize) -> &[u8] {
    let start = usize::try_from(position).map_or(content.len(), |start| start.min(content.len()));
    let end = start.saturating_add(len).min(content.len());
    &content[start..end]
}

fn is_null_device(name: &[u8]) -> bool {
    name == b"/dev/null"
}

/// One spelling for each file: `./a//b` and `c/../a/b` are `a/b`. `None` for what can only be a directory.
fn clean_name(name: &[u8]) -> Option<Vec<u8>> {
    let last = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
    if matches!(last, b"" | b"." | b"..") {
        return None;
    }
    let root: &[u8] = if name.starts_with(b"/") { b"/" } else { b"" };
    let mut components: Vec<&[u8]> = Vec::new();
    for part in name.split(|&byte| byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." if components.last().is_some_and(|&last| last != b"..") => drop(components.pop()),
            b".." if !root.is_empty() => {}
            _ => components.push(part),
        }
    }
    Some([root, &components.join(&b'/')].concat())
}

#[cfg(test)]
mod tests {
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
}
