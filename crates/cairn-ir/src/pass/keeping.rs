//! Which locals of loops may be known to somebody in the next iteration.
//!
//! Addresses are followed through registers, locals and calls by name. What is stored anywhere else is kept; so is what is
//! handed to the head of the loop. Functions that nobody defines keep nothing that matters here: no engine says where
//! the addresses lead that they give back.

use crate::graph::{Cfg, Dominators, Loops};
use crate::semantic::{BlockId, Body, Callee, FuncId, HostFn, Inst, Op, Operand, Program, Terminator, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A local and the block in which its scope starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub address: ValueId,
    pub start: BlockId,
}

/// What a value has to do with the address that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Tie {
    /// It may be the address, or one near it.
    is: bool,
    /// It may lead to memory that holds the address.
    leads: bool,
}

const ADDRESS: Tie = Tie { is: true, leads: false };
const LEADS: Tie = Tie { is: false, leads: true };

impl Tie {
    fn any(self) -> bool {
        self.is || self.leads
    }

    fn or(self, other: Tie) -> Tie {
        Tie { is: self.is || other.is, leads: self.leads || other.leads }
    }
}

/// What a function does with an address that it is given.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Habit {
    keeps: bool,
    returns: Tie,
    /// It stores the address into the object itself.
    fills: bool,
}

impl Habit {
    fn or(self, other: Habit) -> Habit {
        let returns = self.returns.or(other.returns);
        Habit { keeps: self.keeps || other.keeps, returns, fills: self.fills || other.fills }
    }
}

/// The habits of functions: what they do with a parameter that is the address, and with one that leads to it.
pub(super) struct Habits<'p> {
    program: &'p Program,
    params: FxHashMap<(FuncId, usize), [Habit; 2]>,
}

impl<'p> Habits<'p> {
    /// Those of all functions that some may call.
    pub fn of_callees(program: &'p Program, callers: impl Iterator<Item = FuncId>) -> Habits<'p> {
        let mut met: FxHashSet<FuncId> = FxHashSet::default();
        let mut work: Vec<FuncId> = callers.collect();
        let mut order = Vec::new();
        while let Some(func) = work.pop() {
            let Some(body) = &program.funcs[func].body else { continue };
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let Op::Call { callee: Callee::Direct(callee), .. } = inst.op
                    && met.insert(callee)
                {
                    order.push(callee);
                    work.push(callee);
                }
            }
        }
        let bodies: Vec<(FuncId, Users<'_>)> = order
            .into_iter()
            .rev()
            .filter_map(|func| Some((func, Users::of(program.funcs[func].body.as_ref()?, program))))
            .collect();
        let mut habits = Habits { program, params: FxHashMap::default() };
        // From nothing upwards: callers of what turns out to do more are looked at again.
        let mut grows = true;
        while grows {
            grows = false;
            for (func, users) in &bodies {
                for (at, &param) in users.body.blocks[users.body.entry()].params.iter().enumerate() {
                    if !users.may_carry(users.body.values[param].ty) {
                        continue;
                    }
                    let new = [ADDRESS, LEADS].map(|tie| habits.followed(users, param, tie, None));
                    grows |= habits.params.insert((*func, at), new).unwrap_or_default() != new;
                }
            }
        }
        habits
    }

    /// The locals among the given ones whose address may be known in a later iteration.
    pub fn kept_locals(&self, func: FuncId, locals: &[Local]) -> Vec<Local> {
        let Some(body) = &self.program.funcs[func].body else { return Vec::new() };
        let cfg = Cfg::new(body);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let users = Users::of(body, self.program);
        let is_kept = |local: &&Local| {
            let around = Around { local: **local, locals, loops: &loops };
            self.followed(&users, local.address, ADDRESS, Some(&around)).keeps
        };
        locals.iter().filter(is_kept).copied().collect()
    }

    /// What happens to a value of a body; in a loop, if it is a local there.
    fn followed(&self, users: &Users<'_>, root: ValueId, tie: Tie, around: Option<&Around<'_>>) -> Habit {
        let mut walk = Walk { habits: self, users, root, around, ties: FxHashMap::default(), work: Vec::new() };
        let mut habit = Habit::default();
        walk.tie(root, tie);
        while let Some(value) = walk.work.pop() {
            for &user in users.of.get(&value).into_iter().flatten() {
                habit = habit.or(walk.used(value, user));
                if habit.keeps {
                    return Habit { keeps: true, ..Habit::default() };
                }
            }
        }
        Habit { fills: tie == ADDRESS && walk.ties[&root].leads, ..habit }
    }
}

/// The loop in which a local is followed.
struct Around<'a> {
    local: Local,
    /// All locals of the function that begin in loops.
    locals: &'a [Local],
    loops: &'a Loops,
}

impl Around<'_> {
    /// Does whatever is handed to this block come to the next iteration?
    fn goes_on_at(&self, block: BlockId) -> bool {
        let is_head = |id| self.loops.loops[id].header == block && self.loops.contains(id, self.local.start);
        !self.loops.irreducible.is_empty() || self.loops.innermost(block).is_some_and(is_head)
    }

    /// Is what this local holds gone when the one that is followed begins again?
    fn ends_as_soon(&self, holder: ValueId) -> bool {
        let innermost = |local: &Local| self.loops.innermost(local.start);
        let other = self.locals.iter().find(|local| local.address == holder);
        self.loops.irreducible.is_empty() && other.is_some_and(|other| innermost(other) == innermost(&self.local))
    }
}

/// Who uses a value: an instruction, or the end of a block.
#[derive(Clone, Copy)]
enum User<'a> {
    Inst(&'a Inst),
    End(&'a Terminator),
}

/// The users of each value of a body.
struct Users<'a> {
    body: &'a Body,
    word: u32,
    of: FxHashMap<ValueId, Vec<User<'a>>>,
    /// What each address is computed from.
    base: FxHashMap<ValueId, Operand>,
    locals: FxHashSet<ValueId>,
}

impl<'a> Users<'a> {
    fn of(body: &'a Body, program: &Program) -> Users<'a> {
        let word = program.target.pointer_bits;
        let (of, base, locals) = Default::default();
        let mut users = Users { body, word, of, base, locals };
        for block in body.blocks.iter() {
            for inst in &block.insts {
                inst.op.for_each_operand(|operand| users.note(operand, User::Inst(inst)));
                match (&inst.op, inst.results.single()) {
                    (Op::Field { base, .. } | Op::Index { base, .. }, Some(result)) => {
                        users.base.insert(result, *base);
                    }
                    (Op::Alloca { .. }, Some(result)) => drop(users.locals.insert(result)),
                    _ => {}
                }
            }
            block.term.for_each_operand(|operand| users.note(operand, User::End(&block.term)));
        }
        users
    }

    fn note(&mut self, operand: Operand, user: User<'a>) {
        if let Operand::Value(value) = operand {
            self.of.entry(value).or_default().push(user);
        }
    }

    /// The value that an address lies near.
    fn origin(&self, mut address: Operand) -> Option<ValueId> {
        loop {
            let Operand::Value(value) = address else { return None };
            match self.base.get(&value) {
                Some(base) => address = *base,
                None => return Some(value),
            }
        }
    }

    /// May a value of this type be an address, or a part of one? Other numbers between bytes and words are just that.
    fn may_carry(&self, ty: Type) -> bool {
        match ty {
            Type::Int(width) => matches!(width, 8 | 16) || width >= self.word,
            _ => true,
        }
    }
}

/// Follows an address through a body.
struct Walk<'a> {
    habits: &'a Habits<'a>,
    users: &'a Users<'a>,
    /// Where it begins.
    root: ValueId,
    around: Option<&'a Around<'a>>,
    ties: FxHashMap<ValueId, Tie>,
    /// Values that have to do with it, whose users are still to be looked at.
    work: Vec<ValueId>,
}

const KEPT: Habit = Habit { keeps: true, returns: Tie { is: false, leads: false }, fills: false };

impl Walk<'_> {
    fn tie(&mut self, value: ValueId, tie: Tie) {
        let known = self.ties.entry(value).or_default();
        if known.or(tie) != *known {
            *known = known.or(tie);
            self.work.push(value);
        }
    }

    fn of(&self, operand: Operand) -> Tie {
        match operand {
            Operand::Value(value) => self.ties.get(&value).copied().unwrap_or_default(),
            Operand::Const(_) => Tie::default(),
        }
    }

    /// What a user of a value does to the address.
    fn used(&mut self, value: ValueId, user: User<'_>) -> Habit {
        match user {
            User::Inst(inst) => self.instruction(value, inst),
            User::End(Terminator::Return(values)) => {
                let returns = values.iter().fold(Tie::default(), |tie, value| tie.or(self.of(*value)));
                Habit { returns, ..Habit::default() }
            }
            User::End(end) => {
                for target in end.targets() {
                    let params = self.users.body.blocks[target.block].params.iter();
                    for (&param, &arg) in params.zip(&target.args).filter(|(_, arg)| **arg == Operand::Value(value)) {
                        if self.around.is_some_and(|around| around.goes_on_at(target.block)) {
                            return KEPT;
                        }
                        self.tie(param, self.of(arg));
                    }
                }
                Habit::default()
            }
        }
    }

    fn instruction(&mut self, value: ValueId, inst: &Inst) -> Habit {
        let tie = self.ties[&value];
        let is_value = |operand: &Operand| *operand == Operand::Value(value);
        match &inst.op {
            Op::Alloca { .. } | Op::ScopeStart { .. } | Op::ScopeEnd { .. } | Op::Compare { .. } | Op::Set { .. } => {}
            Op::HeapFree { .. } | Op::HeapSize { .. } | Op::Assume { .. } | Op::Fail { .. } => {}
            Op::SetJmp { .. } | Op::FCompare { .. } => {}
            Op::Load { ty, .. } => {
                if tie.leads && self.users.may_carry(*ty) {
                    inst.results.iter().for_each(|result| self.tie(result, tie.or(ADDRESS)));
                }
            }
            Op::Store { value: stored, addr, .. } if is_value(stored) => return self.stored(*addr),
            Op::Store { .. } => {}
            Op::Copy { dst, src, .. } if is_value(src) && tie.leads => return self.stored(*dst),
            Op::Copy { .. } => {}
            Op::Rmw { addr, value: stored, .. } => {
                inst.results.iter().for_each(|result| self.tie(result, tie.or(ADDRESS)));
                return if is_value(stored) { self.stored(*addr) } else { Habit::default() };
            }
            Op::CmpXchg { addr, new, .. } => {
                inst.results.iter().for_each(|result| self.tie(result, tie.or(ADDRESS)));
                return if is_value(new) { self.stored(*addr) } else { Habit::default() };
            }
            Op::Call { callee: Callee::Direct(callee), args, area, .. } => {
                return self.called(*callee, args, *area, inst);
            }
            Op::Host { func, args } => return self.host(*func, args),
            Op::Call { .. } | Op::Asm(_) | Op::LongJmp { .. } => return KEPT,
            // What is computed of an address may be one.
            _ => inst.results.iter().for_each(|result| self.tie(result, tie)),
        }
        Habit::default()
    }

    /// The address is stored: where it was met first, into a local that is gone as soon, or for good.
    fn stored(&mut self, addr: Operand) -> Habit {
        let Some(origin) = self.users.origin(addr) else { return KEPT };
        let is_local = || self.users.locals.contains(&origin);
        let ends = || is_local() && self.around.is_none_or(|around| around.ends_as_soon(origin));
        if origin != self.root && !ends() {
            return KEPT;
        }
        self.tie(origin, LEADS);
        Habit::default()
    }

    fn called(&mut self, callee: FuncId, args: &[Operand], area: Option<Operand>, inst: &Inst) -> Habit {
        // The area of variable arguments comes behind the others.
        let fixed = self.habits.program.funcs[callee].sig.params.len();
        for (at, arg) in args.iter().copied().take(fixed).enumerate().chain(area.map(|area| (fixed, area))) {
            let tie = self.of(arg);
            let [address, leads] = self.habits.params.get(&(callee, at)).copied().unwrap_or_default();
            let habit = match (tie.is, tie.leads) {
                (true, true) => address.or(leads),
                (true, false) => address,
                (false, true) => leads,
                (false, false) => continue,
            };
            if habit.keeps || (habit.fills && self.stored(arg).keeps) {
                return KEPT;
            }
            inst.results.iter().for_each(|result| self.tie(result, habit.returns));
        }
        Habit::default()
    }

    fn host(&mut self, func: HostFn, args: &[Operand]) -> Habit {
        match func {
            HostFn::ThreadStart | HostFn::ThreadExit => KEPT,
            // They tell where they stopped in the text.
            HostFn::ParseFloat | HostFn::ParseDouble | HostFn::ParseLongDouble if self.of(args[0]).any() => {
                self.stored(args[1])
            }
            _ => Habit::default(),
        }
    }
}
