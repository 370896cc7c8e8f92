//! Joins translation units into one program by C's linkage rules.
//!
//! In: units, each with names, files, types, globals and functions of its own. Out: one program in which every reference
//! points to the definition that a C linker would choose (`symbols`), with types that come from one header shared
//! (`types`), and everything renumbered in one walk over each function that stays (`remap`).
//! The result depends only on the units and their order; the work is linear in their size.
//! Not here: what clang decides within one unit; finding out which units belong together.

mod absent;
mod aliases;
mod remap;
mod replaceable;
mod second_names;
mod symbols;
mod types;
mod weak_aliases;

use crate::semantic::{FuncOrigin, Program, SourceFile, Target};
pub use absent::call_nobody;
use cairn_base::FileId;
use remap::Maps;
pub use replaceable::leave_weak_definitions_open;
use rustc_hash::{FxHashMap, FxHashSet};
pub use second_names::give_up_second_names;
use symbols::Resolution;
use types::TypeTable;
pub use weak_aliases::bind_weak_aliases;

/// Why units cannot be one program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkError {
    #[error("no translation unit to link")]
    Empty,
    #[error("{first} is compiled for {first_target} and {second} for {second_target}")]
    TargetMismatch { first: String, first_target: String, second: String, second_target: String },
    /// All conflicts between symbols, one message each.
    #[error("{}", .0.join("\n"))]
    Conflicts(Vec<String>),
}

/// Links units; the order decides what is first among equals.
///
/// A function of a library model (`FuncOrigin::Model`) gives way to any definition by the user, without an error.
pub fn link(units: Vec<Program>) -> Result<Program, LinkError> {
    let units = units.into_iter().map(|program| Unit { model: is_model(&program), program }).collect();
    link_units(units)
}

/// Adds library models to a program as a C linker adds members of an archive: a unit of `models` is linked only if it
/// defines something that is used and not yet defined, or one of `roots`. What the program defines itself wins; among
/// models the first definition does.
pub fn link_missing(program: Program, models: Vec<Program>, roots: &[&str]) -> Result<Program, LinkError> {
    let needed = needed_models(&program, &models, roots);
    let mut units = vec![Unit { program, model: false }];
    let models = models.into_iter().zip(needed).filter(|(_, needed)| *needed);
    units.extend(models.map(|(program, _)| Unit { program, model: true }));
    link_units(units)
}

/// One input. `model`: its globals, too, give way to the user's.
struct Unit {
    program: Program,
    model: bool,
}

fn is_model(program: &Program) -> bool {
    let mut defined = program.funcs.iter().filter(|func| func.is_defined()).peekable();
    defined.peek().is_some() && defined.all(|func| func.origin == FuncOrigin::Model)
}

fn link_units(mut units: Vec<Unit>) -> Result<Program, LinkError> {
    check_targets(&units)?;
    if units.len() == 1 {
        return units.pop().map(|unit| unit.program).ok_or(LinkError::Empty);
    }
    // Users first: what a model's symbol means may depend on theirs.
    units.sort_by_key(|unit| unit.model);
    let target = units.first().ok_or(LinkError::Empty)?.program.target.clone();
    let mut program = Program::new(target);
    let mut maps = map_names_and_files(&mut program, &units);
    map_types(&mut program, &units, &mut maps);
    let resolution = Resolution::new(&units, &mut maps)?;
    remap::assemble(&mut program, units, &maps, resolution);
    Ok(program)
}

fn map_names_and_files(program: &mut Program, units: &[Unit]) -> Vec<Maps> {
    let mut file_ids: FxHashMap<SourceFile, FileId> = FxHashMap::default();
    let map_unit = |(index, unit): (usize, &Unit)| {
        let names = unit.program.names.iter().map(|(_, text)| program.names.intern(text)).collect();
        let files = &unit.program.files;
        let file_id = |file: &SourceFile| match file_ids.get(file) {
            Some(&id) => id,
            None => {
                let id = program.files.push(file.clone());
                file_ids.insert(file.clone(), id);
                id
            }
        };
        Maps { unit: index, names, files: files.iter().map(file_id).collect(), ..Maps::default() }
    };
    units.iter().enumerate().map(map_unit).collect()
}

fn map_types(program: &mut Program, units: &[Unit], maps: &mut [Maps]) {
    let mut table = TypeTable::default();
    let records: Vec<_> =
        units.iter().zip(&*maps).map(|(unit, maps)| table.add_records(&unit.program.ctypes, maps)).collect();
    for ((unit, maps), records) in units.iter().zip(&mut *maps).zip(records) {
        maps.records = table.resolve_incomplete(&unit.program.ctypes, maps, records);
        maps.types = table.add_types(&unit.program.ctypes, maps);
    }
    program.ctypes = table.finish(units.iter().map(|unit| &unit.program.ctypes).zip(maps));
}

fn check_targets(units: &[Unit]) -> Result<(), LinkError> {
    let first = &units.first().ok_or(LinkError::Empty)?.program;
    for (index, Unit { program, .. }) in units.iter().enumerate() {
        if !same_machine(&first.target, &program.target) {
            return Err(LinkError::TargetMismatch {
                first: unit_name(first, 0),
                first_target: first.target.triple.clone(),
                second: unit_name(program, index),
                second_target: program.target.triple.clone(),
            });
        }
    }
    Ok(())
}

/// Same architecture and pointer width. Vendors differ between compilers (`pc`, `unknown`), processors of the 32-bit
/// x86 family between distributions (`i386`, `i686`); neither changes a layout.
fn same_machine(a: &Target, b: &Target) -> bool {
    let architecture = |target: &Target| match target.triple.split('-').next().unwrap_or_default() {
        "i386" | "i486" | "i586" | "i686" => "x86".to_owned(),
        other => other.to_owned(),
    };
    a.pointer_bits == b.pointer_bits && architecture(a) == architecture(b)
}

/// A name for a unit in messages: its first source file.
fn unit_name(program: &Program, index: usize) -> String {
    program.files.iter().next().map_or_else(|| format!("unit {}", index + 1), |file| file.name.clone())
}

/// Which models a program needs, and the models that those need.
fn needed_models(program: &Program, models: &[Program], roots: &[&str]) -> Vec<bool> {
    let mut defined: FxHashSet<&str> = symbols::external_names(program, true).collect();
    let mut wanted: Vec<&str> = symbols::external_names(program, false).chain(roots.iter().copied()).collect();
    let mut definer: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, model) in models.iter().enumerate() {
        for name in symbols::external_names(model, true) {
            definer.entry(name).or_insert(index);
        }
    }
    let mut needed = vec![false; models.len()];
    while let Some(name) = wanted.pop() {
        if defined.contains(name) {
            continue;
        }
        let Some(&index) = definer.get(name) else { continue };
        if !std::mem::replace(&mut needed[index], true) {
            defined.extend(symbols::external_names(&models[index], true));
            wanted.extend(symbols::external_names(&models[index], false));
        }
    }
    needed
}

#[cfg(test)]
mod tests;
