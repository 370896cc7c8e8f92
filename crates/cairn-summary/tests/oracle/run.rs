//! The naive oracle: every way in which arguments can be one object, and what a program does there, step by step.

use crate::core::{Core, Func, Stmt, Ty, Var};

/// Calls in each other, and steps of one run; beyond, the run counts as endless.
const DEPTH: usize = 12;
const STEPS: usize = 2000;
/// Runs with different choices.
const RUNS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Number(i64),
    /// To a cell, or null.
    Pointer(Option<usize>),
}

/// What a function is given: cells that hold numbers, then cells that hold pointers, then arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    pub numbers: usize,
    pub pointers: Vec<Option<usize>>,
    pub args: Vec<Value>,
}

/// What a run comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All cells, and the result.
    Returned(Vec<Value>, Value),
    NullDereference,
    AssertionFailure,
    Endless,
}

/// The number in a cell of the caller before the call.
pub fn initial(cell: usize) -> i64 {
    10 + cell as i64
}

impl Skeleton {
    /// All that differ for these parameters.
    pub fn all(params: &[Ty]) -> Vec<Skeleton> {
        let mut all = Vec::new();
        let deep = params.iter().filter(|ty| **ty == Ty::PtrPtr).count();
        let shallow = params.iter().filter(|ty| **ty == Ty::Ptr).count();
        for leads in partitions(deep) {
            let cells = leads.iter().flatten().map(|cell| cell + 1).max().unwrap_or(0);
            for targets in partitions(cells + shallow) {
                let numbers = targets.iter().flatten().map(|cell| cell + 1).max().unwrap_or(0);
                all.push(Skeleton::of(params, &leads, &targets, cells, numbers));
            }
        }
        all
    }

    fn of(params: &[Ty], leads: &[Option<usize>], targets: &[Option<usize>], cells: usize, numbers: usize) -> Skeleton {
        let (mut deep, mut shallow) = (leads.iter(), targets[cells..].iter());
        let args = params.iter().enumerate().map(|(i, ty)| match ty {
            Ty::Int => Value::Number(10 + (i as i64 % 2)),
            Ty::Ptr => Value::Pointer(*shallow.next().expect("counted")),
            Ty::PtrPtr => Value::Pointer(deep.next().expect("counted").map(|cell| numbers + cell)),
        });
        Skeleton { numbers, args: args.collect(), pointers: targets[..cells].to_vec() }
    }

    fn cells(&self) -> Vec<Value> {
        let numbers = (0..self.numbers).map(|cell| Value::Number(initial(cell)));
        numbers.chain(self.pointers.iter().map(|target| Value::Pointer(*target))).collect()
    }
}

/// All ways to put things into groups, or nowhere.
fn partitions(things: usize) -> Vec<Vec<Option<usize>>> {
    let mut all: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for _ in 0..things {
        let mut longer = Vec::new();
        for one in all {
            let groups = one.iter().flatten().map(|group| group + 1).max().unwrap_or(0);
            let choices = (0..=groups).map(Some).chain([None]);
            longer.extend(choices.map(|choice| [&one[..], &[choice]].concat()));
        }
        all = longer;
    }
    all
}

/// Everything that a call of the last function may come to; nothing if that is too much.
pub fn ends(core: &Core, skeleton: &Skeleton) -> Option<Vec<End>> {
    let mut found: Vec<End> = Vec::new();
    let mut choices: Vec<bool> = Vec::new();
    for _ in 0..RUNS {
        let mut run = Run { core, cells: skeleton.cells(), choices: choices.clone(), chosen: 0, steps: 0 };
        let end = match run.call(core.funcs.len() - 1, skeleton.args.clone(), 0) {
            Ok(value) => End::Returned(run.cells[..skeleton.numbers + skeleton.pointers.len()].to_vec(), value),
            Err(end) => end,
        };
        let end = run.with_fresh_values(end);
        if !found.contains(&end) {
            found.push(end);
        }
        choices = run.choices;
        while choices.last() == Some(&true) {
            choices.pop();
        }
        match choices.last_mut() {
            Some(last) => *last = true,
            None => return Some(found),
        }
    }
    None
}

struct Run<'c> {
    core: &'c Core,
    cells: Vec<Value>,
    choices: Vec<bool>,
    chosen: usize,
    steps: usize,
}

impl Run<'_> {
    /// Appends what lies behind pointers to new cells, so that it is compared, too.
    fn with_fresh_values(&self, end: End) -> End {
        let End::Returned(mut cells, value) = end else { return end };
        let caller = cells.len();
        for cell in cells.clone().into_iter().chain([value]) {
            if let Value::Pointer(Some(target)) = cell
                && target >= caller
            {
                cells.push(self.cells[target]);
            }
        }
        // New cells have no names: that they are new is what can be said of them.
        let named = |value: Value| match value {
            Value::Pointer(Some(target)) if target >= caller => Value::Pointer(Some(usize::MAX)),
            other => other,
        };
        End::Returned(cells.into_iter().map(named).collect(), named(value))
    }

    fn call(&mut self, func: usize, args: Vec<Value>, depth: usize) -> Result<Value, End> {
        if depth > DEPTH {
            return Err(End::Endless);
        }
        let func = &self.core.funcs[func];
        let null = |ty: &Ty| if *ty == Ty::Int { Value::Number(0) } else { Value::Pointer(None) };
        let mut vars: Vec<Value> = args;
        vars.extend(func.vars[func.params..].iter().map(null));
        self.block(func, &func.body, &mut vars, depth)?;
        Ok(vars[func.result])
    }

    fn block(&mut self, func: &Func, block: &[Stmt], vars: &mut Vec<Value>, depth: usize) -> Result<(), End> {
        for stmt in block {
            self.steps += 1;
            if self.steps > STEPS {
                return Err(End::Endless);
            }
            self.stmt(func, stmt, vars, depth)?;
        }
        Ok(())
    }

    fn stmt(&mut self, func: &Func, stmt: &Stmt, vars: &mut Vec<Value>, depth: usize) -> Result<(), End> {
        let cell = |vars: &[Value], var: Var| match vars[var] {
            Value::Pointer(Some(cell)) => Ok(cell),
            _ => Err(End::NullDereference),
        };
        match stmt {
            Stmt::Load { to, from } => vars[*to] = self.cells[cell(vars, *from)?],
            Stmt::Store { to, from } => self.cells[cell(vars, *to)?] = vars[*from],
            Stmt::Set { to, number } => self.cells[cell(vars, *to)?] = Value::Number(*number),
            Stmt::Copy { to, from } => vars[*to] = vars[*from],
            Stmt::Alloc { to } => {
                vars[*to] = Value::Pointer(Some(self.cells.len()));
                self.cells.push(if func.vars[*to] == Ty::Ptr { Value::Number(0) } else { Value::Pointer(None) });
            }
            Stmt::Assert { a, b } if vars[*a] == vars[*b] => {}
            Stmt::Assert { .. } => return Err(End::AssertionFailure),
            Stmt::Call { to, func, args } => {
                let value = self.call(*func, args.iter().map(|&arg| vars[arg]).collect(), depth + 1)?;
                if let Some(to) = to {
                    vars[*to] = value;
                }
            }
            Stmt::If { a, b, then, otherwise } => {
                let branch = if vars[*a] == vars[*b] { then } else { otherwise };
                self.block(func, branch, vars, depth)?;
            }
            Stmt::Choose { one, other } => {
                let branch = if self.choose() { other } else { one };
                self.block(func, branch, vars, depth)?;
            }
        }
        Ok(())
    }

    /// The next choice: as it is given, then the first.
    fn choose(&mut self) -> bool {
        if self.chosen == self.choices.len() {
            self.choices.push(false);
        }
        self.chosen += 1;
        self.choices[self.chosen - 1]
    }
}
