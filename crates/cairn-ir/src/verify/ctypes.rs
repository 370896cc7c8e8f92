//! Invariants of C types: what they refer to exists, and no type is made of itself.

use super::program::has_file;
use super::{Report, in_range};
use crate::{CType, CTypeId, Id, Name, Program, Record};

pub(super) fn check(program: &Program, report: &mut Report) {
    let before = report.violations.len();
    for (id, ctype) in program.ctypes.types.iter_enumerated() {
        references(program, id, ctype, report);
    }
    for (id, record) in program.ctypes.records.iter_enumerated() {
        let holds = record_references(program, record);
        report.require(holds, || format!("{id} refers to a type, a name or a file that does not exist"));
    }
    if report.violations.len() == before {
        no_cycles(program, report);
    }
}

fn has_name(program: &Program, name: Name) -> bool {
    in_range(name, program.names.len())
}

fn references(program: &Program, id: CTypeId, ctype: &CType, report: &mut Report) {
    let types = program.ctypes.types.len();
    let holds = match ctype {
        CType::Void => true,
        CType::Base { name, .. } | CType::Other { name, .. } => has_name(program, *name),
        CType::Enum { name, .. } => name.is_none_or(|name| has_name(program, name)),
        CType::Pointer(of) | CType::Array { elem: of, .. } | CType::Const(of) | CType::Volatile(of) => {
            in_range(*of, types)
        }
        CType::Typedef { name, of } | CType::Qualified { qualifier: name, of } => {
            has_name(program, *name) && in_range(*of, types)
        }
        CType::Record(record) => in_range(*record, program.ctypes.records.len()),
        CType::Function { ret, params, .. } => params.iter().chain([ret]).all(|&of| in_range(of, types)),
    };
    report.require(holds, || format!("{id} refers to a type, a record or a name that does not exist"));
}

fn record_references(program: &Program, record: &Record) -> bool {
    let types = program.ctypes.types.len();
    let mut names = record.fields.iter().map(|field| field.name).chain([record.name]).flatten();
    names.all(|name| has_name(program, name))
        && record.fields.iter().all(|field| in_range(field.ty, types))
        && has_file(program, record.span)
}

/// What a type is made of directly; pointers, functions and records end the chain.
fn made_of(ctype: &CType) -> Option<CTypeId> {
    match ctype {
        CType::Typedef { of, .. } | CType::Const(of) | CType::Volatile(of) => Some(*of),
        CType::Qualified { of, .. } | CType::Array { elem: of, .. } => Some(*of),
        _ => None,
    }
}

/// Follows every chain once: a chain that comes back to a type of its own walk is a cycle.
fn no_cycles(program: &Program, report: &mut Report) {
    let types = &program.ctypes.types;
    let mut walk_of = vec![usize::MAX; types.len()];
    for start in types.ids() {
        let mut next = Some(start);
        while let Some(id) = next {
            let walk = &mut walk_of[id.index()];
            if *walk == start.index() {
                report.say(format!("{id} is made of itself"));
            }
            if *walk != usize::MAX {
                break;
            }
            *walk = start.index();
            next = made_of(&types[id]);
        }
    }
}
