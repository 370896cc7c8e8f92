//! The files that a program sees: an in-memory sandbox with POSIX-like descriptors.
//!
//! Descriptors 0, 1, 2 are standard input, output and error; what is written to the latter two goes to an `Output`.
//! Nothing outside is read or written but the given standard input; what else there is says a `World`. Copies are cheap and independent, standard input
//! included: each copy reads the same bytes from its own position. Names are plain (`a/b`, `/tmp/x`): there are no
//! directories to make or to list; `/dev/null` is the empty file that swallows everything.
//! Not here: filling the sandbox from a disk, `errno`, buffering (the library models do it in C).

use crate::config::World;
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

#[derive(Clone, Hash)]
struct State {
    /// Which file a name means.
    names: BTreeMap<Vec<u8>, usize>,
    files: Vec<File>,
    descriptors: Vec<Option<Descriptor>>,
    input_position: usize,
    world: World,
    /// Bytes of all files together, and their limit.
    size: u64,
    limit: u64,
}

#[derive(Clone, Default, Hash)]
struct File {
    content: Arc<Vec<u8>>,
    /// Names and descriptors that mean it; without any its content is gone and its place is free.
    uses: usize,
}

#[derive(Clone, Copy, Hash)]
struct Descriptor {
    target: Target,
    mode: OpenMode,
    position: u64,
}

#[derive(Clone, Copy, Hash)]
enum Target {
    Input,
    Output(Stream),
    Null,
    File(usize),
    /// Somebody else, who sends the world's text and takes everything.
    Peer,
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
            world: World::Empty,
            size: 0,
            limit: DEFAULT_LIMIT,
        };
        Files { state: Arc::new(state), input: Arc::new(Mutex::new(input)) }
    }

    /// Bounds the bytes of all files together from now on.
    pub fn set_limit(&mut self, limit: u64) {
        self.state().limit = limit;
    }

    pub fn set_world(&mut self, world: World) {
        self.state().world = world;
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

    /// Hashes files, descriptors and positions, to compare sandboxes.
    pub fn hash_state(&self, hasher: &mut impl std::hash::Hasher) {
        std::hash::Hash::hash(&*self.state, hasher);
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
        Some(state.put(slot, Descriptor { target, mode, position: 0 }))
    }

    /// A descriptor for a new peer, if there is anybody.
    pub fn connect(&mut self) -> Option<u32> {
        let state = self.state();
        let slot = state.free_descriptor().filter(|_| matches!(state.world, World::Text(_)))?;
        Some(state.put(slot, Descriptor { target: Target::Peer, mode: OpenMode::ReadWrite, position: 0 }))
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
            Target::Peer => slice(self.state.world.text(), descriptor.position, len).to_vec(),
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
            Target::Null | Target::Peer => {}
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
            Target::Input | Target::Output(_) | Target::Peer => return None,
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

impl World {
    /// What others send; nothing if there is nobody.
    pub(crate) fn text(&self) -> &[u8] {
        match self {
            World::Text(text) => text,
            World::Empty | World::Refusing => &[],
        }
    }
}

impl State {
    fn put(&mut self, slot: usize, descriptor: Descriptor) -> u32 {
        match self.descriptors.get_mut(slot) {
            Some(free) => *free = Some(descriptor),
            None => self.descriptors.push(Some(descriptor)),
        }
        slot as u32
    }

    fn free_descriptor(&self) -> Option<usize> {
        let free = self.descriptors.iter().position(Option::is_none).unwrap_or(self.descriptors.len());
        (free < MAX_DESCRIPTORS).then_some(free)
    }

    fn find_or_create(&mut self, name: Vec<u8>, mode: OpenMode) -> Option<Target> {
        if self.world == World::Refusing {
            return None;
        }
        if is_null_device(&name) {
            return Some(Target::Null);
        }
        if let Some(&index) = self.names.get(&name) {
            return Some(Target::File(index));
        }
        let content = match &self.world {
            World::Text(text) => text.to_vec(),
            _ if mode.creates() => Vec::new(),
            _ => return None,
        };
        let index = self.allocate(Arc::new(content));
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
mod tests;
