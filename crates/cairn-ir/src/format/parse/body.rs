//! Collects the values and blocks of a function under their names, and gives them ids when all are known.
//!
//! While the text is read, operands hold the index of a *name* (in order of first mention), results and parameters the
//! index of a *definition* (in order of definition); blocks likewise. `finish` replaces both by ids.

use crate::format::labels;
use crate::format::lex::{Res, Token, fault};
use crate::*;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct BodyBuilder<'a> {
    pub body: Body,
    values: NameTable<'a>,
    definitions: Vec<Definition<'a>>,
    blocks: NameTable<'a>,
    block_count: usize,
    vars: FxHashMap<&'a str, VarId>,
    written: Vec<Written>,
}

/// A use in the place that an operation's type describes: it must be of that type, which is nowhere else in the program.
struct Written {
    /// Index of its name.
    value: usize,
    ty: Type,
    at: usize,
}

#[derive(Clone, Copy)]
struct Definition<'a> {
    name: &'a str,
    ty: Type,
}

/// Names in order of first mention.
#[derive(Default)]
struct NameTable<'a> {
    indices: FxHashMap<&'a str, usize>,
    names: Vec<Mention<'a>>,
}

struct Mention<'a> {
    name: &'a str,
    /// Where it was first mentioned.
    at: usize,
    definition: Option<usize>,
}

impl<'a> NameTable<'a> {
    fn mention(&mut self, name: &'a str, at: usize) -> usize {
        let next = self.names.len();
        let index = *self.indices.entry(name).or_insert(next);
        if index == next {
            self.names.push(Mention { name, at, definition: None });
        }
        index
    }

    fn define(&mut self, name: &'a str, at: usize, definition: usize, sigil: &str) -> Res<()> {
        let index = self.mention(name, at);
        match self.names[index].definition.replace(definition) {
            None => Ok(()),
            Some(_) => fault(at, format!("`{sigil}{name}` is defined twice")),
        }
    }

    /// The definition of each name.
    fn resolve(&self, sigil: &str) -> Res<Vec<usize>> {
        let definition = |mention: &Mention<'_>| match mention.definition {
            Some(definition) => Ok(definition),
            None => fault(mention.at, format!("`{sigil}{}` is not defined", mention.name)),
        };
        self.names.iter().map(definition).collect()
    }
}

impl<'a> BodyBuilder<'a> {
    pub fn variable(&mut self, label: Token<'a>, var: Var) -> Res<()> {
        let id = self.body.vars.push(var);
        match self.vars.insert(label.text, id) {
            None => Ok(()),
            Some(_) => fault(label.start, format!("variable `{}` is declared twice", label.text)),
        }
    }

    /// The use of a value.
    pub fn mention(&mut self, token: Token<'a>) -> Operand {
        Operand::Value(ValueId::new(self.values.mention(token.text, token.start)))
    }

    /// Promises that an operand has the type that was written for it.
    pub fn has_type(&mut self, operand: Operand, ty: Type, at: usize) {
        if let Operand::Value(name) = operand {
            self.written.push(Written { value: name.index(), ty, at });
        }
    }

    /// A new value.
    pub fn define(&mut self, name: Option<&'a str>, at: usize, ty: Type) -> Res<ValueId> {
        let definition = self.definitions.len();
        if let Some(name) = name {
            self.values.define(name, at, definition, "%")?;
        }
        self.definitions.push(Definition { name: name.unwrap_or_default(), ty });
        Ok(ValueId::new(definition))
    }

    pub fn block_label(&mut self, token: Token<'a>) -> BlockId {
        BlockId::new(self.blocks.mention(token.text, token.start))
    }

    pub fn define_block(&mut self, token: Token<'a>) -> Res<()> {
        self.blocks.define(token.text, token.start, self.block_count, "")?;
        self.block_count += 1;
        Ok(())
    }

    pub fn push_block(&mut self, block: Block) {
        self.body.blocks.push(block);
    }

    pub fn finish(mut self) -> Res<Body> {
        let block_ids = self.blocks.resolve("")?;
        let definitions = self.values.resolve("%")?;
        self.check_written_types(&definitions)?;
        let ids = self.kept_ids().unwrap_or_else(|| (0..self.definitions.len()).collect());
        let value = |operand: &mut Operand| {
            if let Operand::Value(name) = operand {
                *name = ValueId::new(ids[definitions[name.index()]]);
            }
        };
        for block in self.body.blocks.iter_mut() {
            for param in &mut block.params {
                *param = ValueId::new(ids[param.index()]);
            }
            for inst in &mut block.insts {
                inst.op.for_each_operand_mut(value);
                if let Some(first) = inst.results.iter().next() {
                    inst.results = Results::range(ValueId::new(ids[first.index()]), inst.results.len());
                }
            }
            block.term.for_each_operand_mut(value);
            for target in block.term.targets_mut() {
                target.block = BlockId::new(block_ids[target.block.index()]);
            }
        }
        self.body.values = self.value_table(&ids);
        Ok(self.body)
    }

    fn check_written_types(&self, definitions: &[usize]) -> Res<()> {
        for &Written { value, ty, at } in &self.written {
            let Definition { name, ty: found } = self.definitions[definitions[value]];
            if found != ty {
                return fault(at, format!("`%{name}` is {found}, not {ty}"));
            }
        }
        Ok(())
    }

    /// The ids that the names of the values end in, if these are ids: each below their number, once, and consecutive
    /// for the results of one instruction.
    fn kept_ids(&self) -> Option<Vec<usize>> {
        let mut taken = vec![false; self.definitions.len()];
        let mut ids = Vec::with_capacity(self.definitions.len());
        for definition in &self.definitions {
            let id = labels::split_value_name(definition.name).1? as usize;
            let slot = taken.get_mut(id)?;
            if std::mem::replace(slot, true) {
                return None;
            }
            ids.push(id);
        }
        let consecutive = |inst: &Inst| {
            let mut results = inst.results.iter().map(|result| ids[result.index()]);
            let first = results.next().unwrap_or_default();
            results.zip(first + 1..).all(|(id, wanted)| id == wanted)
        };
        self.body.blocks.iter().flat_map(|block| &block.insts).all(consecutive).then_some(ids)
    }

    fn value_table(&self, ids: &[usize]) -> IdVec<ValueId, Value> {
        let mut values = vec![Value { ty: Type::BOOL, var: None }; ids.len()];
        for (definition, &id) in self.definitions.iter().zip(ids) {
            let label = labels::split_value_name(definition.name).0;
            values[id] = Value { ty: definition.ty, var: self.vars.get(label).copied() };
        }
        values.into()
    }
}
