//! Translation units with their text kept in the store: what has not changed is neither compiled nor read.
//!
//! Under a unit's name, flags and compiler the store has the list of files that it read last time. Under the state of
//! those files it has what came of it: symbols, warnings, and the hash under which the text lies.

use crate::files::Files;
use crate::input::{Kind, read_text};
use crate::library::extra_unit;
use crate::unit::{self, Own, UnitText};
use crate::{Input, LoadError, Symbols, Warning};
use cairn_ir::pass::Unwritten;
use cairn_ir::{DataModel, Program};
use cairn_llvm::clang::{Clang, ClangError, Compiled, FIXED_FLAGS, Limits, Unit, compile, flags, os_text};
use cairn_store::{Key, KeyBuilder, Store};
use serde::{Deserialize, Serialize};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// How units are compiled, and where results are kept.
pub struct FrontEnd<'a> {
    pub store: &'a Store,
    /// Names the version of Cairn and everything else that all results depend on.
    pub base: Key,
    pub data_model: Option<DataModel>,
    pub promote: bool,
    pub limits: Limits,
    /// For every unit, besides its own.
    pub flags: &'a [String],
    /// Names of files in reports are relative to this.
    pub root: &'a Path,
    files: Files,
}

/// A unit that can be linked.
#[derive(Debug)]
pub struct UnitInfo {
    /// The hash of its LLVM IR text.
    pub text: Key,
    pub symbols: Symbols,
    pub warnings: Vec<Warning>,
    /// Flags that Clang did not get.
    pub left_out: Vec<String>,
    pub text_bytes: usize,
    pub instructions: usize,
    /// Nothing had to be compiled.
    pub reused: bool,
    /// Until it is wanted, if it was made on the way.
    program: Mutex<Option<Program>>,
}

/// What the store keeps of a unit.
#[derive(Serialize, Deserialize)]
struct Kept {
    text: [u8; 32],
    symbols: Symbols,
    warnings: Vec<Warning>,
    left_out: Vec<String>,
    text_bytes: usize,
    instructions: usize,
}

/// Lists of files that are kept for a unit, so that going back to an earlier state finds its results.
const LISTS: usize = 4;

/// Variables that add to the folders in which Clang looks for headers.
const SEARCH_VARIABLES: &[&str] = &["CPATH", "C_INCLUDE_PATH"];

impl<'a> FrontEnd<'a> {
    pub fn new(store: &'a Store, base: Key, root: &'a Path) -> FrontEnd<'a> {
        let limits = Limits::default();
        FrontEnd { store, base, data_model: None, promote: true, limits, flags: &[], root, files: Files::default() }
    }

    /// Looks a unit up or compiles it. `clang` is asked for only if it is needed.
    pub fn unit<'c>(
        &self,
        input: &Input,
        clang: impl Fn() -> Result<&'c Clang, ClangError>,
    ) -> Result<UnitInfo, LoadError> {
        let kind = input.inspect()?;
        let name = match kind {
            Kind::Llvm | Kind::Cairn => {
                KeyBuilder::new("llvm unit").key(&self.base).bytes(input.path().as_os_str().as_encoded_bytes()).finish()
            }
            Kind::Source => self.name_of(input, clang()?),
        };
        if let Some(known) = self.look_up(input, &name) {
            return Ok(known);
        }
        let text = match kind {
            Kind::Llvm | Kind::Cairn => UnitText::of_file(input, kind)?,
            Kind::Source => {
                let notes = temporary(self.root);
                unit::compile_unit(input, self.flags, self.data_model, self.limits, notes.as_deref(), clang()?)?
            }
        };
        self.finish(input, &name, text)
    }

    /// The unit's program: kept from the way here, or from its text. `own`: see `own_operations`.
    pub fn program<'c>(
        &self,
        input: &Input,
        info: &UnitInfo,
        own: &Own,
        clang: impl Fn() -> Result<&'c Clang, ClangError>,
    ) -> Result<Program, LoadError> {
        if !own.is_empty() {
            return self.read_text(input, info, own, clang);
        }
        let mut slot = info.program.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = Some(self.read_text(input, info, own, clang)?);
        }
        Ok(slot.clone().expect("made above"))
    }

    fn read_text<'c>(
        &self,
        input: &Input,
        info: &UnitInfo,
        own: &Own,
        clang: impl Fn() -> Result<&'c Clang, ClangError>,
    ) -> Result<Program, LoadError> {
        let (text, origin) = match self.kept_text(input, info)? {
            Some(kept) => kept,
            // Damaged in the store: the file is as it was, and so is what Clang makes of it.
            None => {
                let made = unit::compile_unit(input, self.flags, self.data_model, self.limits, None, clang()?)?;
                (made.text, made.origin)
            }
        };
        Ok(self.lower(input, &text, origin, own)?.0)
    }

    /// Names a model of the user's with everything that it includes; an error if it does not compile.
    pub fn model<'c>(&self, file: &Path, clang: impl Fn() -> Result<&'c Clang, ClangError>) -> Result<Key, LoadError> {
        let input = Input::new(file, &[]);
        let name = self.name_of(&input, clang()?);
        let states = self.known_lists(&name).into_iter().filter_map(|list| self.state_key(&input, &name, &list));
        if let Some(known) = states.into_iter().find(|state| self.store.contains(state)) {
            return Ok(known);
        }
        let unit = Unit { notes: temporary(self.root), limits: self.limits, ..extra_unit(self.data_model, file)? };
        let Compiled { text, dependencies, .. } = compile(clang()?, &unit)?;
        let read = dependencies.unwrap_or_default().into_iter().filter(|file| file != Path::new("-"));
        let files: Vec<PathBuf> = std::iter::once(file.to_owned()).chain(read).collect();
        let state = self.keep_list(&input, &name, &files);
        if let Some(state) = &state {
            self.store.put(state, &[]);
        }
        Ok(state.unwrap_or_else(|| Key::of(text.as_bytes())))
    }

    fn kept_text(&self, input: &Input, info: &UnitInfo) -> Result<Option<(String, Kind)>, LoadError> {
        let kind = input.inspect()?;
        if kind != Kind::Source {
            return Ok(Some((read_text(&input.path())?, kind)));
        }
        let bytes = self.store.get(&info.text).and_then(|bytes| String::from_utf8(bytes).ok());
        Ok(bytes.map(|text| (text, kind)))
    }

    fn lower(&self, input: &Input, text: &str, origin: Kind, own: &Own) -> Result<(Program, usize), LoadError> {
        let passes = self.promote.then_some(Unwritten::Undefined);
        let (mut program, instructions) = unit::lower_unit(input, text, origin, self.data_model, passes, own)?;
        unit::relative_to(self.root, &mut program);
        Ok((program, instructions))
    }

    fn finish(&self, input: &Input, name: &Key, text: UnitText) -> Result<UnitInfo, LoadError> {
        let UnitText { text, warnings, left_out, origin, dependencies } = text;
        let (program, instructions) = self.lower(input, &text, origin, &Own::default())?;
        let info = UnitInfo {
            text: KeyBuilder::new("text").text(&text).finish(),
            symbols: Symbols::of(&program),
            warnings,
            left_out,
            text_bytes: text.len(),
            instructions,
            reused: false,
            program: Mutex::new(Some(program)),
        };
        if let Some(dependencies) = dependencies {
            self.keep(input, name, &info, &dependencies);
            if origin == Kind::Source {
                self.store.put(&info.text, text.as_bytes());
            }
        }
        Ok(info)
    }

    /// Everything but contents of files that a compilation depends on.
    fn name_of(&self, input: &Input, clang: &Clang) -> Key {
        let directory = input.directory.clone().or_else(|| env::current_dir().ok()).unwrap_or_default();
        let variables = SEARCH_VARIABLES.iter().map(|name| env::var_os(name).unwrap_or_default());
        variables
            .fold(KeyBuilder::new("unit").key(&self.base), |key, value| key.bytes(value.as_encoded_bytes()))
            .text(&clang.version.text)
            .bytes(clang.path.as_os_str().as_encoded_bytes())
            .bytes(directory.as_os_str().as_encoded_bytes())
            .bytes(input.file.as_os_str().as_encoded_bytes())
            .all(&input.flags, |key, flag| key.text(flag))
            .all(self.flags, |key, flag| key.text(flag))
            .all(FIXED_FLAGS, |key, flag| key.text(flag))
            .text(&format!("{:?} {}", self.data_model, self.promote))
            .finish()
    }

    fn look_up(&self, input: &Input, name: &Key) -> Option<UnitInfo> {
        let states = self.known_lists(name).into_iter().filter_map(|list| self.state_key(input, name, &list));
        let kept = states.into_iter().find_map(|state| self.store.get(&state))?;
        let Kept { text, symbols, warnings, left_out, text_bytes, instructions } = postcard::from_bytes(&kept).ok()?;
        let text = Key(text);
        let is_source = input.inspect().ok()? == Kind::Source;
        if is_source && !self.store.contains(&text) {
            return None;
        }
        let program = Mutex::new(None);
        Some(UnitInfo { text, symbols, warnings, left_out, text_bytes, instructions, reused: true, program })
    }

    fn keep(&self, input: &Input, name: &Key, info: &UnitInfo, dependencies: &[PathBuf]) {
        let kept = Kept {
            text: info.text.0,
            symbols: info.symbols.clone(),
            warnings: info.warnings.clone(),
            left_out: info.left_out.clone(),
            text_bytes: info.text_bytes,
            instructions: info.instructions,
        };
        // A path in a warning may have no form in bytes: then nothing is kept.
        if let Ok(kept) = postcard::to_stdvec(&kept)
            && let Some(state) = self.keep_list(input, name, dependencies)
        {
            self.store.put(&state, &kept);
        }
    }

    /// The files that a unit read in earlier runs: a list for each of the last few ways to compile it.
    fn known_lists(&self, name: &Key) -> Vec<Vec<PathBuf>> {
        let lists = self.store.get(name).and_then(|bytes| postcard::from_bytes::<Vec<Vec<String>>>(&bytes).ok());
        let path = |file: &String| os_text::to_os(file).into();
        lists.unwrap_or_default().iter().map(|list| list.iter().map(path).collect()).collect()
    }

    /// Adds a list, and gives the key for the state of its files. `None` if a file is gone already or was changed since the
    /// run began: nobody knows what Clang saw.
    fn keep_list(&self, input: &Input, name: &Key, files: &[PathBuf]) -> Option<Key> {
        let directory = input.directory.clone().or_else(|| env::current_dir().ok())?;
        let state = self.state_key(input, name, files).filter(|_| self.files.are_older(&directory, files))?;
        let mut lists = self.known_lists(name);
        if lists.first().is_none_or(|first| first != files) {
            lists.retain(|list| list != files);
            lists.insert(0, files.to_vec());
            lists.truncate(LISTS);
            let text = |list: &Vec<PathBuf>| -> Vec<String> {
                list.iter().map(|file| os_text::to_text(file.as_os_str())).collect()
            };
            let lists: Vec<Vec<String>> = lists.iter().map(text).collect();
            self.store.replace(name, &postcard::to_stdvec(&lists).ok()?);
        }
        Some(state)
    }

    fn state_key(&self, input: &Input, name: &Key, files: &[PathBuf]) -> Option<Key> {
        let directory = input.directory.clone().or_else(|| env::current_dir().ok())?;
        let state = self.files.state(&directory, files, &search_folders(&input.flags))?;
        Some(KeyBuilder::new("compiled").key(name).key(&state).finish())
    }
}

/// The folders that flags name, in which headers are looked for.
fn search_folders(flags: &[String]) -> Vec<PathBuf> {
    const NAMES: [&str; 4] = ["-I", "-iquote", "-isystem", "-idirafter"];
    let flags = flags::kept(flags);
    let mut folders = Vec::new();
    for (at, flag) in flags.iter().enumerate() {
        let Some(value) = NAMES.iter().find_map(|name| flag.strip_prefix(name)) else { continue };
        let value = if value.is_empty() { flags.get(at + 1).map_or("", String::as_str) } else { value };
        folders.push(os_text::to_os(value).into());
    }
    folders
}

/// A name for Clang's notes; none if there is no place to write to.
fn temporary(root: &Path) -> Option<PathBuf> {
    static SERIAL: AtomicU32 = AtomicU32::new(0);
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let folder = env::temp_dir();
    // In a folder for all users, somebody else may have put a link under a name that can be guessed.
    let salt = Key::of(format!("{:?}{:?}", std::time::SystemTime::now(), root).as_bytes()).to_string();
    folder.is_dir().then(|| folder.join(format!("cairn-{}-{serial}-{}.d", std::process::id(), &salt[..16])))
}
