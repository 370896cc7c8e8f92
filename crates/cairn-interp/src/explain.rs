//! Turns what went wrong in the machine into a report in the user's terms.

use crate::exec::{Access, Machine, Trap};
use crate::memory::{Fault, Life, Object, ObjectKind, Stack};
use crate::report::{End, InfoKind, ObjectInfo, ObjectKey, Report};
use crate::value::Prov;
use cairn_ir::{Rule, Span};

impl Machine<'_> {
    /// The end that a trap of the current thread means.
    pub(crate) fn end_of(&self, trap: Trap) -> End {
        let stack = self.full_stack(self.state.current);
        match trap {
            Trap::Fault(Fault::OutOfMemory, _) => End::MemoryBudget { stack },
            Trap::Fault(Fault::External { object }, _) => {
                let name = self.object_info(object).and_then(|info| info.name).unwrap_or_default();
                End::UnknownVariable { name, stack }
            }
            Trap::Fault(fault, access) => {
                let (rule, object) = classify(fault, access);
                let message = self.describe_fault(fault, access);
                self.error(rule, message, object, offset_in(fault))
            }
            Trap::Error { rule, message, object } => self.error(rule, message, Some(object), None),
            Trap::End(end) => with_stack(*end, stack),
            Trap::Wait(_) | Trap::Yield | Trap::Started | Trap::Exit(_) | Trap::Finished => {
                unreachable!("the scheduler's matter")
            }
        }
    }

    fn error(&self, rule: Rule, message: String, object: Option<Prov>, offset: Option<i64>) -> End {
        let stack = self.full_stack(self.state.current);
        let object = object.and_then(|object| self.object_info(object));
        let at = self.state.threads[self.state.current].frames.last();
        let at = at.and_then(|frame| Some((frame.func, self.origin_at(frame.func, frame.pc as usize)?)));
        End::Error(Box::new(Report { rule, message, stack, object, offset, at }))
    }

    /// What is known of an object.
    pub fn object_info(&self, prov: Prov) -> Option<ObjectInfo> {
        let object = self.state.memory.object(prov)?;
        let entries = |stack: &Stack| stack.as_deref().map(<[_]>::to_vec).unwrap_or_default();
        let (kind, name, declared) = self.name_object(object);
        Some(ObjectInfo {
            key: ObjectKey::of(prov),
            kind,
            name,
            size: object.size,
            declared,
            made: entries(&object.made),
            gone: entries(&object.gone),
        })
    }

    fn name_object(&self, object: &Object) -> (InfoKind, Option<String>, Span) {
        let program = self.program;
        match object.kind {
            ObjectKind::Global(id) | ObjectKind::External(id) => {
                let global = &program.globals[id];
                let name = program.names.text(global.source_name.unwrap_or(global.name)).to_owned();
                (InfoKind::Global(id), Some(name), global.span)
            }
            ObjectKind::Function(id) => {
                (InfoKind::Function(id), Some(program.func_name(id).to_owned()), program.funcs[id].span)
            }
            ObjectKind::Heap => (InfoKind::Heap, None, Span::NONE),
            ObjectKind::Argument => (InfoKind::Argument, None, Span::NONE),
            ObjectKind::Given | ObjectKind::Beyond => (InfoKind::Given, None, Span::NONE),
            ObjectKind::Stack => {
                let body = |func| program.funcs[func].body.as_ref();
                let var = object.var.and_then(|(func, var)| body(func).map(|body| &body.vars[var]));
                let name = var.map(|var| program.names.text(var.name).to_owned());
                (InfoKind::Stack, name, var.map_or(Span::NONE, |var| var.span))
            }
        }
    }

    fn describe_fault(&self, fault: Fault, access: Access) -> String {
        let doing = match access {
            Access::Read(count) => format!("reads {}", bytes(count)),
            Access::Write(count) => format!("writes {}", bytes(count)),
            Access::Free => "frees".to_owned(),
            Access::Call => "calls".to_owned(),
            Access::Allocate => "allocates".to_owned(),
        };
        match fault {
            Fault::Undefined(_) => format!("{doing} through an address that depends on memory that was never written"),
            Fault::Null => format!("{doing} through a null pointer"),
            Fault::Wild if access == Access::Call => "calls an address that is no function".to_owned(),
            Fault::Wild => format!("{doing} through a pointer into no object"),
            Fault::Gone { life: Life::ScopeEnded, object } if self.is_global(object) => {
                format!("{doing} of a thread-local variable whose thread has ended")
            }
            Fault::Gone { life: Life::ScopeEnded, .. } => format!("{doing} of a local whose scope has ended"),
            Fault::Gone { .. } if access == Access::Free => "frees a block that was freed before".to_owned(),
            Fault::Gone { .. } => format!("{doing} of a block that was freed"),
            Fault::OutOfBounds { object, offset } => {
                let size = self.state.memory.get(object.index).size;
                format!("{doing} at offset {offset} of an object of {}", bytes(size))
            }
            Fault::ReadOnly { .. } => format!("{doing} of an object that is read-only"),
            Fault::Code { .. } => format!("{doing} of the code of a function"),
            Fault::NotFreeable { object, offset } => self.describe_not_freeable(object, offset, access),
            Fault::StackFull => "the stack is full".to_owned(),
            Fault::External { .. } | Fault::OutOfMemory => unreachable!("not errors of the program"),
        }
    }

    fn is_global(&self, prov: Prov) -> bool {
        self.state.memory.object(prov).is_some_and(|object| matches!(object.kind, ObjectKind::Global(_)))
    }

    fn describe_not_freeable(&self, object: Option<Prov>, offset: i64, access: Access) -> String {
        if access == Access::Call {
            return "calls through a pointer to data".to_owned();
        }
        match object.map(|object| self.state.memory.get(object.index).kind) {
            Some(ObjectKind::Heap | ObjectKind::Given | ObjectKind::Beyond) => {
                format!("frees a pointer that is not the start of its block, at offset {offset}")
            }
            Some(_) => "frees memory that is not from the heap".to_owned(),
            None => "frees a pointer into no object".to_owned(),
        }
    }
}

fn classify(fault: Fault, access: Access) -> (Rule, Option<Prov>) {
    match fault {
        Fault::Undefined(origin) => (Rule::UninitializedRead, Some(origin)),
        Fault::Null if access == Access::Free => (Rule::InvalidFree, None),
        Fault::Null => (Rule::NullDereference, None),
        Fault::Wild => (Rule::InvalidPointer, None),
        Fault::Gone { object, life: Life::ScopeEnded } if access == Access::Free => (Rule::InvalidFree, Some(object)),
        Fault::Gone { object, life: Life::ScopeEnded } => (Rule::UseAfterScope, Some(object)),
        Fault::Gone { object, .. } if access == Access::Free => (Rule::DoubleFree, Some(object)),
        Fault::Gone { object, .. } => (Rule::UseAfterFree, Some(object)),
        Fault::OutOfBounds { object, .. } => (Rule::OutOfBounds, Some(object)),
        Fault::ReadOnly { object } | Fault::Code { object } | Fault::External { object } => {
            (Rule::InvalidPointer, Some(object))
        }
        Fault::NotFreeable { object, .. } if access == Access::Call => (Rule::InvalidPointer, object),
        Fault::NotFreeable { object, .. } => (Rule::InvalidFree, object),
        Fault::StackFull | Fault::OutOfMemory => (Rule::StackExhaustion, None),
    }
}

fn offset_in(fault: Fault) -> Option<i64> {
    match fault {
        Fault::OutOfBounds { offset, .. } | Fault::NotFreeable { object: Some(_), offset } => Some(offset),
        _ => None,
    }
}

fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

fn with_stack(end: End, stack: Vec<crate::memory::StackEntry>) -> End {
    match end {
        End::Abort { .. } => End::Abort { stack },
        End::Unsupported { reason, .. } => End::Unsupported { reason, stack },
        End::UnknownFunction { name, .. } => End::UnknownFunction { name, stack },
        End::UnknownVariable { name, .. } => End::UnknownVariable { name, stack },
        End::MemoryBudget { .. } => End::MemoryBudget { stack },
        End::Deadlock { .. } => End::Deadlock { stack },
        other => other,
    }
}
