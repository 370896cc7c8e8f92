//! Prints functions: heads, variables, blocks, operands, terminators.

use super::{Printer, items, put};
use crate::format::{float, labels, shape};
use crate::*;
use std::fmt;

impl Printer<'_> {
    pub(super) fn func(self, out: &mut String, id: FuncId) {
        let func = &self.program.funcs[id];
        put!(out, "fn {}(", labels::symbol(self.program, Symbol::Func(id)));
        match &func.body {
            None => self.declaration(out, func),
            Some(body) => FuncView::new(self, body).definition(out, func),
        }
    }

    fn declaration(self, out: &mut String, func: &Func) {
        out.push_str(&bare_params(&func.sig));
        self.attributes(out, func);
        out.push('\n');
    }

    /// Everything between the parameters and the body.
    fn attributes(self, out: &mut String, func: &Func) {
        out.push(')');
        let results: Vec<String> = func.sig.results.iter().map(|ty| ty.to_string()).collect();
        match results.as_slice() {
            [] => {}
            [one] => put!(out, " -> {one}"),
            many => put!(out, " -> ({})", many.join(", ")),
        }
        out.push_str(items::linkage(func.linkage));
        out.push_str(match func.origin {
            FuncOrigin::User => "",
            FuncOrigin::Companion => " companion",
            FuncOrigin::Model => " model",
        });
        out.push_str(if func.noreturn { " noreturn" } else { "" });
        out.push_str(if func.exposed { " exposed" } else { "" });
        if let Some(ctype) = func.ctype.filter(|_| self.options.ctypes) {
            put!(out, " ctype {ctype}");
        }
        self.span(out, func.span);
    }
}

/// Parameter types without names.
fn bare_params(sig: &Sig) -> String {
    let mut parts: Vec<String> = sig.params.iter().map(|ty| ty.to_string()).collect();
    if sig.variadic {
        parts.push("...".to_owned());
    }
    parts.join(", ")
}

/// A body with what its text needs.
pub(super) struct FuncView<'a> {
    pub printer: Printer<'a>,
    pub body: &'a Body,
    var_labels: Vec<String>,
    /// The integer type of pointer width.
    pub word: Type,
}

impl<'a> FuncView<'a> {
    pub fn new(printer: Printer<'a>, body: &'a Body) -> Self {
        let var_labels =
            if printer.options.vars { labels::variables(&printer.program.names, body) } else { Vec::new() };
        FuncView { printer, body, var_labels, word: Type::Int(printer.program.target.pointer_bits) }
    }

    fn definition(&self, out: &mut String, func: &Func) {
        let in_head = self.entry_fits(&func.sig);
        match in_head {
            true => self.named_params(out, &func.sig),
            false => out.push_str(&bare_params(&func.sig)),
        }
        self.printer.attributes(out, func);
        out.push_str(" {\n");
        self.variables(out);
        for (id, block) in self.body.blocks.iter_enumerated() {
            self.block(out, id, block, in_head && id == self.body.entry());
        }
        out.push_str("}\n");
    }

    /// Whether the entry block's parameters are those of the signature, so that the head can name them.
    fn entry_fits(&self, sig: &Sig) -> bool {
        let Some(entry) = self.body.blocks.get(self.body.entry()) else {
            return false;
        };
        let area = sig.variadic.then_some(Type::Ptr);
        let mut types = sig.params.iter().copied().chain(area).map(Some);
        let mut params = entry.params.iter().map(|&param| self.body.values.get(param).map(|value| value.ty));
        types.by_ref().eq(params.by_ref())
    }

    fn named_params(&self, out: &mut String, sig: &Sig) {
        let params = &self.body.blocks[self.body.entry()].params;
        for (index, &param) in params.iter().enumerate() {
            put!(out, "{}", if index == 0 { "" } else { ", " });
            match sig.params.get(index) {
                Some(ty) => put!(out, "{}: {ty}", self.value(param)),
                None => put!(out, "... {}", self.value(param)),
            }
        }
    }

    fn variables(&self, out: &mut String) {
        for (label, var) in self.var_labels.iter().zip(self.body.vars.iter()) {
            put!(out, "  var {label}");
            if labels::variable_name(label).is_none() {
                put!(out, " {}", self.printer.quoted(var.name));
            }
            if let Some(ty) = var.ty.filter(|_| self.printer.options.ctypes) {
                put!(out, ": {ty}");
            }
            if let Some(param) = var.param {
                put!(out, " param {param}");
            }
            self.printer.span(out, var.span);
            out.push('\n');
        }
    }

    fn block(&self, out: &mut String, id: BlockId, block: &Block, params_in_head: bool) {
        put!(out, "{id}");
        if !params_in_head && !block.params.is_empty() {
            let param = |&param: &ValueId| format!("{}: {}", self.value(param), self.value_type(param));
            put!(out, "({})", block.params.iter().map(param).collect::<Vec<_>>().join(", "));
        }
        out.push_str(":\n");
        for inst in &block.insts {
            out.push_str("  ");
            self.inst(out, inst);
            self.comment(out, inst);
            out.push('\n');
        }
        out.push_str("  ");
        self.terminator(out, &block.term);
        self.printer.span(out, block.term_span);
        out.push('\n');
    }

    pub fn inst(&self, out: &mut String, inst: &Inst) {
        let written = self.written_type(&inst.op);
        let implied = shape::implied(&inst.op, written, self.word);
        for (index, result) in inst.results.iter().enumerate() {
            put!(out, "{}{}", if index == 0 { "" } else { ", " }, self.value(result));
            let ty = self.value_type(result);
            if implied.get(index) != Some(ty) {
                put!(out, ": {ty}");
            }
        }
        out.push_str(if inst.results.is_empty() { "" } else { " = " });
        self.op(out, &inst.op, written);
        self.printer.span(out, inst.span);
    }

    /// The type that an operation is written with; nonsense for operations without one.
    fn written_type(&self, op: &Op) -> Type {
        shape::written_operand(op).map_or(Type::Int(0), |operand| self.operand_type(operand))
    }

    /// Says in words what an instruction refers to by number.
    fn comment(&self, out: &mut String, inst: &Inst) {
        let options = self.printer.options;
        if !(options.comments && options.ctypes) {
            return;
        }
        if let Op::Field { field: Some(field), .. } = &inst.op {
            let program = self.printer.program;
            let Some(record) = program.ctypes.records.get(field.record) else { return };
            let Some(member) = record.fields.get(field.index as usize) else { return };
            let name = |name: Option<Name>| name.map_or("(anonymous)", |name| labels::text(&program.names, name));
            let comment = format!("{}.{}", name(record.name), name(member.name));
            put!(out, " ; {}", comment.replace(char::is_control, " "));
        }
    }

    fn terminator(&self, out: &mut String, term: &Terminator) {
        match term {
            Terminator::Jump(target) => put!(out, "jump {}", self.target(target)),
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.at(*cond, Type::BOOL);
                put!(out, "br {cond}, {}, {}", self.target(then), self.target(otherwise));
            }
            Terminator::Switch(switch) => self.switch(out, switch),
            Terminator::Return(values) => self.return_(out, values),
            Terminator::Unreachable => out.push_str("unreachable"),
        }
    }

    fn switch(&self, out: &mut String, switch: &Switch) {
        let ty = self.operand_type(switch.value);
        put!(out, "switch {ty} {}, {} [", self.at(switch.value, ty), self.target(&switch.default));
        let width = ty.bits(0);
        let case = |(value, target): &(u128, BlockRef)| format!("{}: {}", Int(width, *value), self.target(target));
        put!(out, "{}]", switch.cases.iter().map(case).collect::<Vec<_>>().join(", "));
    }

    /// Literals say their type, so that the text also holds a return that does not fit the signature.
    fn return_(&self, out: &mut String, values: &[Operand]) {
        put!(out, "ret{}{}", if values.is_empty() { "" } else { " " }, self.list(values));
    }

    fn target(&self, target: &BlockRef) -> String {
        match target.args.as_slice() {
            [] => target.block.to_string(),
            args => format!("{}({})", target.block, self.list(args)),
        }
    }

    /// Operands where the place implies no type.
    pub fn list(&self, operands: &[Operand]) -> String {
        operands.iter().map(|&operand| self.any(operand).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn value(&self, id: ValueId) -> String {
        let var = self.body.values.get(id).and_then(|value| value.var);
        match var.and_then(|var| self.var_labels.get(var.index())) {
            Some(label) => format!("%{label}.{}", id.index()),
            None => format!("%{}", id.index()),
        }
    }

    fn value_type(&self, id: ValueId) -> Type {
        self.body.values.get(id).map_or(Type::Int(0), |value| value.ty)
    }

    fn constant(&self, id: ConstId) -> Option<&'a Const> {
        (id.index() < self.body.consts.len()).then(|| &self.body.consts[id])
    }

    fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(id) => self.value_type(id),
            Operand::Const(id) => self.constant(id).map_or(Type::Int(0), Const::ty),
        }
    }

    /// An operand in a place that implies its type.
    pub fn at(&self, operand: Operand, ty: Type) -> Shown<'_, 'a> {
        Shown { view: self, operand, implied: Some(ty) }
    }

    pub fn any(&self, operand: Operand) -> Shown<'_, 'a> {
        Shown { view: self, operand, implied: None }
    }
}

/// An operand as text.
pub(super) struct Shown<'v, 'a> {
    view: &'v FuncView<'a>,
    operand: Operand,
    implied: Option<Type>,
}

impl fmt::Display for Shown<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = match self.operand {
            Operand::Value(id) => return f.write_str(&self.view.value(id)),
            Operand::Const(id) => id,
        };
        let Some(value) = self.view.constant(id) else {
            return write!(f, "?{id}");
        };
        let evident = matches!(value, Const::Null | Const::Global { .. } | Const::Func(_)) || value.ty() == Type::BOOL;
        let evident = evident && self.implied.is_none() && !matches!(value, Const::Undef(_));
        if !evident && self.implied != Some(value.ty()) {
            write!(f, "{} ", value.ty())?;
        }
        self.view.literal(f, value)
    }
}

impl FuncView<'_> {
    fn literal(&self, f: &mut fmt::Formatter<'_>, value: &Const) -> fmt::Result {
        let program = self.printer.program;
        match value {
            Const::Int { width, value } => write!(f, "{}", Int(*width, *value)),
            Const::Wide(wide) => wide_literal(f, wide),
            Const::Float { kind, bits } => f.write_str(&float::write(*kind, *bits)),
            Const::Null => f.write_str("null"),
            Const::Global { id, offset: 0 } => f.write_str(&labels::symbol(program, Symbol::Global(*id))),
            Const::Global { id, offset } => {
                write!(f, "{}{offset:+}", labels::symbol(program, Symbol::Global(*id)))
            }
            Const::Func(id) => f.write_str(&labels::symbol(program, Symbol::Func(*id))),
            Const::Undef(_) => f.write_str("undef"),
        }
    }
}

/// All digits, so that the size of a constant is in proportion to its text.
fn wide_literal(f: &mut fmt::Formatter<'_>, wide: &WideInt) -> fmt::Result {
    f.write_str("0x")?;
    wide.limbs.iter().rev().try_for_each(|limb| write!(f, "{limb:016x}"))
}

/// An integer of a width: signed, since small negative numbers are what people write.
struct Int(u32, u128);

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Int(width, value) = *self;
        match width {
            1 if value <= 1 => f.write_str(if value == 1 { "true" } else { "false" }),
            2..=128 if value >> (width - 1) == 1 => write!(f, "-{}", (u128::MAX >> (128 - width)) - value + 1),
            _ => write!(f, "{value}"),
        }
    }
}
