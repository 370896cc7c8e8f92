//! Primitives that library models are written with: what C itself cannot say.
//!
//! Models call them as `__cairn_<name>` (declared in `models/cairn_model.h`; those about shapes, which programs call
//! themselves, in `include/cairn.h`); the front end turns such calls into `Op::Host`. Each has a fixed signature and a
//! declared effect, so that an engine needs to know only the effect. Some `__cairn_*` calls are operations of their own
//! instead: heap_alloc, heap_free, heap_size, nondet_*, assume, fail and setjmp/longjmp (see `cairn-llvm`).

use super::Type;
use super::inst::named_enum;

named_enum! {
    /// A primitive. Argument types in comments: `n` = integer of pointer width, `p` = pointer.
    pub enum HostFn {
        // -- the outside world --
        /// `(fd: i32, buf: p, len: n) -> n`: writes bytes, returns how many or -1. Undefined bytes are an error.
        Write = "write",
        /// `(fd: i32, buf: p, len: n) -> n`: reads at most `len` bytes; 0 at the end, -1 on error.
        Read = "read",
        /// `(path: p, flags: i32) -> i32`: opens a file of the sandbox: 0 read, 1 write+truncate, 2 append, 3 read+write,
        /// 4 read+write+truncate, 5 read+append; a descriptor or -1.
        Open = "open",
        /// `(fd: i32) -> i32`: 0 or -1.
        Close = "close",
        /// `(fd: i32, offset: i64, whence: i32) -> i64`: 0 set, 1 current, 2 end; new position or -1.
        Seek = "seek",
        /// `(path: p) -> i32`: removes a sandbox file; 0 or -1.
        Unlink = "unlink",
        /// `(from: p, to: p) -> i32`.
        Rename = "rename",
        /// `() -> i64`: seconds since 1970; deterministic.
        Time = "time",
        /// `() -> i64`: processor ticks in microseconds; deterministic.
        Clock = "clock",
        /// `(name: p) -> p`: value of an environment variable, or null. The interpreter's environment is empty unless given.
        Getenv = "getenv",
        /// `() -> i32`: a descriptor to read from and write to somebody outside, or -1. The interpreter knows nobody unless told.
        Connect = "connect",
        /// `(usual: i64) -> i64`: a number from 0 to 2^31 - 1 that the program cannot rely on; `usual` is what the usual
        /// library gives.
        Random = "random",
        /// `(code: i32)`: ends the program at once, without handlers. Does not return.
        Exit = "exit",
        /// `()`: ends the program as `abort` does. Does not return.
        Abort = "abort",
        /// `()`: what the model does next is one of several things that it could do, as with the number of a process.
        Unspecified = "unspecified",
        /// `() -> i1`: are many executions followed at once, so that the content of a text matters less than its length? No
        /// where the program is executed.
        Coarse = "coarse",
        /// `(value: i64) -> i1`: is this a certain number for whoever follows the program? Yes where it is executed.
        Known = "known",
        /// `(words: p)`: what is enough of the arguments for a call of this model to break no rule and to allocate nothing, whatever happened before.
        /// Does nothing; for whoever decides calls without looking inside.
        Contract = "contract",
        /// `() -> i1`: does this allocation fail? A choice of the execution.
        AllocFails = "alloc_fails",
        /// `(object: p, size: n, word: n)`: memory becomes input, asked for in words of so many bytes (1, 2, 4 or 8); any bytes, all
        /// defined. An execution asks once for all words if there are more than `FILLED_ONE_BY_ONE`.
        Fill = "fill",
        /// `(buf: p, size: n, spec: p, value: f64) -> i32`: `snprintf(buf, size, spec, value)` for one floating-point
        /// conversion; `spec` is a complete C conversion such as `%-10.3f`.
        FormatDouble = "format_double",
        /// `(buf: p, size: n, spec: p, value: p) -> i32`: the same; `value` points to a `long double`.
        FormatLongDouble = "format_long_double",
        /// `(text: p, end: p) -> f32`: `strtof`; `end` may be null.
        ParseFloat = "parse_float",
        /// `(text: p, end: p) -> f64`: `strtod`; `end` may be null.
        ParseDouble = "parse_double",
        /// `(text: p, end: p, result: p)`: `strtold`, stores the result.
        ParseLongDouble = "parse_long_double",

        // -- mathematics, on f64, correctly defined for every input (NaN included) --
        Sin = "sin", Cos = "cos", Tan = "tan", Asin = "asin", Acos = "acos", Atan = "atan", Atan2 = "atan2",
        Sinh = "sinh", Cosh = "cosh", Tanh = "tanh", Asinh = "asinh", Acosh = "acosh", Atanh = "atanh",
        Exp = "exp", Exp2 = "exp2", Expm1 = "expm1", Log = "log", Log2 = "log2", Log10 = "log10", Log1p = "log1p",
        Pow = "pow", Cbrt = "cbrt", Hypot = "hypot", Erf = "erf", Erfc = "erfc", Tgamma = "tgamma", Lgamma = "lgamma",

        // -- shapes of linked structures: the predicates of `cairn.h`. Offsets are those of the link members; a link is
        // followed only inside live objects and where it is initialised, otherwise the answer is no: they never fail --
        /// `(p: p, next: n) -> i1`: the links lead to null.
        IsList = "is_list",
        /// `(p: p, next: n, prev: n) -> i1`: a list whose cells point back, the first one to null.
        IsDlist = "is_dlist",
        /// `(p: p, next: n) -> i1`: the links lead back to `p`.
        IsCyclic = "is_cyclic",
        /// `(p: p, left: n, right: n) -> i1`: each cell is reached in one way only.
        IsTree = "is_tree",
        /// `(p: p, q: p, left: n, right: n) -> i1`: no cell is reached from both.
        AreDisjoint = "are_disjoint",
        /// `(p: p, q: p, next: n) -> i1`: the links lead from `p` to `q`, in no step or more.
        Reaches = "reaches",

        // -- threads --
        /// `(start: p, arg: p) -> i32`: starts a thread that runs `start(arg)`; its number from 1 on.
        ThreadStart = "thread_start",
        /// `(thread: i32) -> p`: waits for its end, gives its result.
        ThreadJoin = "thread_join",
        /// `() -> i32`: number of the running thread; the first is 0.
        ThreadSelf = "thread_self",
        /// `(result: p)`: ends the running thread. Does not return.
        ThreadExit = "thread_exit",
        /// `(word: p)`: waits until the i32 at `word` is 0, then sets it to 1, in one step.
        Lock = "lock",
        /// `(word: p)`: sets the i32 at `word` to 0.
        Unlock = "unlock",
        /// `(word: p, value: i32)`: waits while the i32 at `word` is `value`.
        WaitWhile = "wait_while",
        /// `()`: from here to the matching end no other thread runs. They nest.
        AtomicBegin = "atomic_begin", AtomicEnd = "atomic_end",
        /// `()`: another thread may run here.
        Yield = "yield",
    }
}

/// Words that `HostFn::Fill` asks for one by one.
pub const FILLED_ONE_BY_ONE: u64 = 16;

/// What a primitive may do to the program's state, for engines that do not execute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A function of its arguments only.
    Pure,
    /// An unconstrained result; no memory of the program is written, and looking at it cannot go wrong.
    Unknown,
    /// Reads what the arguments point to; unconstrained result.
    Reads,
    /// May write the memory that its pointer arguments say, nothing else.
    WritesArgs,
    /// Does not return.
    NoReturn,
    /// Switches threads, waits, starts them.
    Thread,
}

impl HostFn {
    pub fn effect(self) -> Effect {
        use HostFn::*;
        match self {
            Exit | Abort | ThreadExit => Effect::NoReturn,
            Close | Seek | Time | Clock | Getenv | Connect | Random | Unspecified | AllocFails | Coarse | Known
            | Contract => Effect::Unknown,
            IsList | IsDlist | IsCyclic | IsTree | AreDisjoint | Reaches => Effect::Unknown,
            Write | Open | Unlink | Rename => Effect::Reads,
            Read | Fill | FormatDouble | FormatLongDouble | ParseFloat | ParseDouble | ParseLongDouble => {
                Effect::WritesArgs
            }
            ThreadStart | ThreadJoin | ThreadSelf | Lock | Unlock | WaitWhile | AtomicBegin | AtomicEnd | Yield => {
                Effect::Thread
            }
            Sin | Cos | Tan | Asin | Acos | Atan | Atan2 | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh | Exp | Exp2
            | Expm1 | Log | Log2 | Log10 | Log1p | Pow | Cbrt | Hypot | Erf | Erfc | Tgamma | Lgamma => Effect::Pure,
        }
    }

    /// Parameter and result types. `word` is the integer type of pointer width.
    pub fn signature(self, word: Type) -> (Vec<Type>, Option<Type>) {
        use HostFn::*;
        let (i32_, i64_, ptr, f64_) = (Type::I32, Type::I64, Type::Ptr, Type::Float(super::FloatKind::F64));
        match self {
            Write | Read => (vec![i32_, ptr, word], Some(word)),
            Open => (vec![ptr, i32_], Some(i32_)),
            Close => (vec![i32_], Some(i32_)),
            Connect => (vec![], Some(i32_)),
            Random => (vec![i64_], Some(i64_)),
            Seek => (vec![i32_, i64_, i32_], Some(i64_)),
            Unlink => (vec![ptr], Some(i32_)),
            Contract => (vec![ptr], None),
            Fill => (vec![ptr, word, word], None),
            Rename => (vec![ptr, ptr], Some(i32_)),
            Time | Clock => (vec![], Some(i64_)),
            Getenv => (vec![ptr], Some(ptr)),
            Exit => (vec![i32_], None),
            Abort | Unspecified | AtomicBegin | AtomicEnd | Yield => (vec![], None),
            AllocFails | Coarse => (vec![], Some(Type::BOOL)),
            Known => (vec![i64_], Some(Type::BOOL)),
            FormatDouble => (vec![ptr, word, ptr, f64_], Some(i32_)),
            FormatLongDouble => (vec![ptr, word, ptr, ptr], Some(i32_)),
            ParseFloat => (vec![ptr, ptr], Some(Type::Float(super::FloatKind::F32))),
            ParseDouble => (vec![ptr, ptr], Some(f64_)),
            ParseLongDouble => (vec![ptr, ptr, ptr], None),
            Atan2 | Pow | Hypot => (vec![f64_, f64_], Some(f64_)),
            Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh | Exp | Exp2 | Expm1
            | Log | Log2 | Log10 | Log1p | Cbrt | Erf | Erfc | Tgamma | Lgamma => (vec![f64_], Some(f64_)),
            IsList | IsCyclic => (vec![ptr, word], Some(Type::BOOL)),
            IsDlist | IsTree => (vec![ptr, word, word], Some(Type::BOOL)),
            AreDisjoint => (vec![ptr, ptr, word, word], Some(Type::BOOL)),
            Reaches => (vec![ptr, ptr, word], Some(Type::BOOL)),
            ThreadStart => (vec![ptr, ptr], Some(i32_)),
            ThreadJoin => (vec![i32_], Some(ptr)),
            ThreadSelf => (vec![], Some(i32_)),
            ThreadExit | Lock | Unlock => (vec![ptr], None),
            WaitWhile => (vec![ptr, i32_], None),
        }
    }
}
