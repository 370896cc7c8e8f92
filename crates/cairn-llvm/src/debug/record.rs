//! Finds the C record behind an LLVM struct type by its name.
//!
//! LLVM's text does not link `%struct.node` to debug information, only the name does. Clang appends `.12` when a name
//! is taken, names a record without a tag after its typedef, and calls the rest `anon`. So a name answers only if
//! exactly one complete record of the module has it; two records of one name (in different functions) answer `None`,
//! and so does every `anon`. The caller can compare `Record::bytes` with the size of the LLVM type to be sure.

use super::{DebugInfo, Metadata, Node};
use crate::ast::MdId;
use cairn_ir::{Program, RecordId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// `struct`, `union` or `class`, as LLVM's names begin.
type Keyword = &'static str;

/// Records by keyword and name; `None` where several share them.
pub(super) type RecordNames<'a> = FxHashMap<(Keyword, Cow<'a, str>), Option<MdId>>;

impl DebugInfo<'_> {
    /// The record of an LLVM type name without its `%`: `struct.node`, `union.u.3`.
    pub fn record_by_name(&mut self, program: &mut Program, llvm_name: &str) -> Option<RecordId> {
        let (keyword, name) = llvm_name.split_once('.')?;
        let keyword = [STRUCT, UNION, CLASS].into_iter().find(|known| *known == keyword)?;
        let name = without_number(name);
        if name == "anon" {
            return None;
        }
        let names = self.by_name.get_or_insert_with(|| collect(&self.metadata));
        let node = (*names.get(&(keyword, Cow::Borrowed(name)))?)?;
        self.record(program, node)
    }
}

const STRUCT: Keyword = "struct";
const UNION: Keyword = "union";
const CLASS: Keyword = "class";

/// Drops the `.12` that keeps LLVM's names apart.
fn without_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((front, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => front,
        _ => name,
    }
}

fn collect<'a>(metadata: &Metadata<'a>) -> RecordNames<'a> {
    let mut names = RecordNames::default();
    for (id, text) in metadata.nodes() {
        if let Some((keyword, name, record)) = named_record(metadata, id, text) {
            let entry = names.entry((keyword, name)).or_insert(Some(record));
            if *entry != Some(record) {
                *entry = None;
            }
        }
    }
    names
}

/// The name that a node gives to a record: its tag, or a typedef of a record without one.
fn named_record<'a>(metadata: &Metadata<'a>, id: MdId, text: &'a str) -> Option<(Keyword, Cow<'a, str>, MdId)> {
    let start = text.strip_prefix("distinct ").unwrap_or(text);
    if start.starts_with("!DICompositeType(tag: DW_TAG_") {
        let (keyword, name) = complete_record(Node::new(text)?)?;
        return Some((keyword, name?, id));
    }
    if !start.starts_with("!DIDerivedType(tag: DW_TAG_typedef") {
        return None;
    }
    let (mut name, mut base) = (None, None);
    for (key, value) in Node::new(text)?.fields() {
        match key {
            "name" => name = value.string(),
            "baseType" => base = value.node(),
            _ => {}
        }
    }
    let base = base?;
    let (keyword, tag) = complete_record(Node::new(metadata.text(base)?)?)?;
    if tag.is_some() { None } else { Some((keyword, name?, base)) }
}

/// Keyword and tag of a struct or union that is more than declared.
fn complete_record(node: Node<'_>) -> Option<(Keyword, Option<Cow<'_, str>>)> {
    let (mut keyword, mut name) = (None, None);
    for (key, value) in node.fields() {
        match (key, value.0) {
            ("tag", "DW_TAG_structure_type") => keyword = Some(STRUCT),
            ("tag", "DW_TAG_union_type") => keyword = Some(UNION),
            ("tag", "DW_TAG_class_type") => keyword = Some(CLASS),
            ("tag", _) => return None,
            ("name", _) => name = value.string(),
            ("flags", _) if value.has_flag("DIFlagFwdDecl") => return None,
            _ => {}
        }
    }
    Some((keyword?, name))
}
