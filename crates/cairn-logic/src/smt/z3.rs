//! The only file that calls Z3: one session is one fresh context with one simple solver, for one query.
//!
//! A new context for each query makes the answer, and the resource count, a function of the calls made here and of the
//! build of Z3; nothing is remembered from query to query. Seeds are 0, there is one thread, and neither tactics nor
//! timers. A call that Z3 rejects breaks the session: the outcome is then `Outcome::Broken`, whatever Z3 says. Not
//! here: what is asked (`lower`) and what an answer means (`check`).

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_uint};
use std::marker::PhantomData;
use std::sync::Once;

use z3_sys::*;

use crate::term::BinOp;

/// The build of Z3 in use. Resource counts, and so answers near the limit, are only comparable within one build.
pub fn version() -> String {
    // SAFETY: the function takes nothing and returns a static string.
    unsafe { text(Z3_get_full_version()) }
}

/// A fresh context and its solver, deleted together.
pub(super) struct Session {
    ctx: Z3_context,
    solver: Z3_solver,
    /// The first call that Z3 rejected.
    failure: RefCell<Option<String>>,
    /// References to be given back: deleting a context with live nodes takes a millisecond more.
    kept: RefCell<Vec<Z3_ast>>,
}

/// A term, formula or value that lives as long as its session.
#[derive(Clone, Copy)]
pub(super) struct Ast<'s>(Z3_ast, PhantomData<&'s Session>);

#[derive(Clone, Copy)]
pub(super) struct SortRef<'s>(Z3_sort, PhantomData<&'s Session>);

#[derive(Clone, Copy)]
pub(super) struct Func<'s>(Z3_func_decl, PhantomData<&'s Session>);

/// A satisfying interpretation.
pub(super) struct Interpretation<'s> {
    session: &'s Session,
    model: Z3_model,
}

/// What Z3 answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Unsat,
    Sat,
    /// With Z3's own words.
    Unknown(String),
    Broken(String),
}

/// # Safety
/// `string` is null or a valid C string.
unsafe fn text(string: Z3_string) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: by the contract of this function.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

// SAFETY, for every call below: `ctx` and `solver` live until `drop`; every `Ast`, `SortRef` and `Func` was made by
// this context (their lifetime ties them to the session) and holds a reference that is given back only in `drop`;
// slices are passed with their own lengths; and Z3 reports misuse by a null result instead of exiting, because the
// error handler is removed first.
impl Session {
    /// A session that gives up after about `rlimit` units of Z3's resource count.
    pub(super) fn new(rlimit: u32) -> Option<Session> {
        // The first context initialises what all contexts share; two threads should not do that at the same time.
        static FIRST: Once = Once::new();
        FIRST.call_once(|| drop(Session::make(rlimit)));
        Session::make(rlimit)
    }

    fn make(rlimit: u32) -> Option<Session> {
        unsafe {
            let config = Z3_mk_config()?;
            let ctx = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let ctx = ctx?;
            Z3_set_error_handler(ctx, None);
            let Some(solver) = Z3_mk_simple_solver(ctx) else {
                Z3_del_context(ctx);
                return None;
            };
            Z3_solver_inc_ref(ctx, solver);
            let session = Session { ctx, solver, failure: RefCell::new(None), kept: RefCell::default() };
            session.configure(rlimit);
            Some(session)
        }
    }

    fn configure(&self, rlimit: u32) {
        unsafe {
            let Some(params) = Z3_mk_params(self.ctx) else { return self.fail("parameters") };
            Z3_params_inc_ref(self.ctx, params);
            for (name, value) in [("rlimit", rlimit), ("random_seed", 0), ("threads", 1)] {
                if let Some(symbol) = self.symbol(name) {
                    Z3_params_set_uint(self.ctx, params, symbol, value);
                }
            }
            // A library must not take over the signals of its process.
            for (name, value) in [("ctrl_c", false), ("unsat_core", true), ("model", true)] {
                if let Some(symbol) = self.symbol(name) {
                    Z3_params_set_bool(self.ctx, params, symbol, value);
                }
            }
            Z3_solver_set_params(self.ctx, self.solver, params);
            self.check_error("parameters");
            Z3_params_dec_ref(self.ctx, params);
        }
    }

    fn fail(&self, what: &str) {
        let mut failure = self.failure.borrow_mut();
        if failure.is_none() {
            let reason = unsafe { text(Z3_get_error_msg(self.ctx, Z3_get_error_code(self.ctx))) };
            *failure = Some(format!("{what}: {reason}"));
        }
    }

    fn check_error(&self, what: &str) {
        if unsafe { Z3_get_error_code(self.ctx) } != ErrorCode::Ok {
            self.fail(what);
        }
    }

    fn symbol(&self, name: &str) -> Option<Z3_symbol> {
        let name = CString::new(name).unwrap_or_default();
        unsafe { Z3_mk_string_symbol(self.ctx, name.as_ptr()) }
    }

    /// Keeps a new node alive; a rejected one is replaced by `true`, in a session that is broken from now on.
    fn keep(&self, made: Option<Z3_ast>, what: &str) -> Ast<'_> {
        let ast = made.unwrap_or_else(|| {
            self.fail(what);
            unsafe { Z3_mk_true(self.ctx) }.expect("Z3 can make `true`")
        });
        self.hold(ast);
        Ast(ast, PhantomData)
    }

    fn hold(&self, ast: Z3_ast) {
        unsafe { Z3_inc_ref(self.ctx, ast) };
        self.kept.borrow_mut().push(ast);
    }

    fn keep_sort(&self, made: Option<Z3_sort>) -> SortRef<'_> {
        let sort = made.unwrap_or_else(|| {
            self.fail("sort");
            unsafe { Z3_mk_bool_sort(self.ctx) }.expect("Z3 has Booleans")
        });
        if let Some(ast) = unsafe { Z3_sort_to_ast(self.ctx, sort) } {
            self.hold(ast);
        }
        SortRef(sort, PhantomData)
    }

    pub(super) fn bool_sort(&self) -> SortRef<'_> {
        self.keep_sort(unsafe { Z3_mk_bool_sort(self.ctx) })
    }

    pub(super) fn int_sort(&self) -> SortRef<'_> {
        self.keep_sort(unsafe { Z3_mk_int_sort(self.ctx) })
    }

    pub(super) fn bv_sort(&self, width: u32) -> SortRef<'_> {
        self.keep_sort(unsafe { Z3_mk_bv_sort(self.ctx, width) })
    }

    pub(super) fn free_sort(&self, name: &str) -> SortRef<'_> {
        self.keep_sort(self.symbol(name).and_then(|symbol| unsafe { Z3_mk_uninterpreted_sort(self.ctx, symbol) }))
    }

    pub(super) fn constant<'s>(&'s self, name: &str, sort: SortRef<'s>) -> Ast<'s> {
        self.keep(self.symbol(name).and_then(|symbol| unsafe { Z3_mk_const(self.ctx, symbol, sort.0) }), name)
    }

    pub(super) fn function<'s>(&'s self, name: &str, domain: &[SortRef<'s>], range: SortRef<'s>) -> Option<Func<'s>> {
        let domain: Vec<Z3_sort> = domain.iter().map(|sort| sort.0).collect();
        let made = self.symbol(name).and_then(|symbol| unsafe {
            Z3_mk_func_decl(self.ctx, symbol, domain.len() as c_uint, domain.as_ptr(), range.0)
        });
        let Some(func) = made else {
            self.fail(name);
            return None;
        };
        if let Some(ast) = unsafe { Z3_func_decl_to_ast(self.ctx, func) } {
            self.hold(ast);
        }
        Some(Func(func, PhantomData))
    }

    pub(super) fn apply<'s>(&'s self, func: Func<'s>, args: &[Ast<'s>]) -> Ast<'s> {
        let args = raw(args);
        self.keep(unsafe { Z3_mk_app(self.ctx, func.0, args.len() as c_uint, args.as_ptr()) }, "application")
    }

    /// A number of sort `Int` or of a bit-vector sort.
    pub(super) fn number<'s>(&'s self, value: impl ToString, sort: SortRef<'s>) -> Ast<'s> {
        let digits = CString::new(value.to_string()).unwrap_or_default();
        self.keep(unsafe { Z3_mk_numeral(self.ctx, digits.as_ptr(), sort.0) }, "numeral")
    }

    pub(super) fn truth(&self, value: bool) -> Ast<'_> {
        self.keep(unsafe { if value { Z3_mk_true(self.ctx) } else { Z3_mk_false(self.ctx) } }, "truth")
    }

    pub(super) fn not<'s>(&'s self, a: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_not(self.ctx, a.0) }, "not")
    }

    pub(super) fn eq<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_eq(self.ctx, a.0, b.0) }, "equality")
    }

    pub(super) fn implies<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_implies(self.ctx, a.0, b.0) }, "implication")
    }

    pub(super) fn ite<'s>(&'s self, a: Ast<'s>, then: Ast<'s>, otherwise: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_ite(self.ctx, a.0, then.0, otherwise.0) }, "if-then-else")
    }

    pub(super) fn and<'s>(&'s self, parts: &[Ast<'s>]) -> Ast<'s> {
        self.nary(Z3_mk_and, parts, "conjunction")
    }

    pub(super) fn or<'s>(&'s self, parts: &[Ast<'s>]) -> Ast<'s> {
        self.nary(Z3_mk_or, parts, "disjunction")
    }

    pub(super) fn distinct<'s>(&'s self, parts: &[Ast<'s>]) -> Ast<'s> {
        self.nary(Z3_mk_distinct, parts, "distinction")
    }

    pub(super) fn sum<'s>(&'s self, parts: &[Ast<'s>]) -> Ast<'s> {
        self.nary(Z3_mk_add, parts, "sum")
    }

    pub(super) fn product<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.nary(Z3_mk_mul, &[a, b], "product")
    }

    fn nary<'s>(
        &'s self,
        make: unsafe extern "C" fn(Z3_context, c_uint, *const Z3_ast) -> Option<Z3_ast>,
        parts: &[Ast<'s>],
        what: &str,
    ) -> Ast<'s> {
        if let [single] = parts {
            return *single;
        }
        let parts = raw(parts);
        self.keep(unsafe { make(self.ctx, parts.len() as c_uint, parts.as_ptr()) }, what)
    }

    /// `a ≤ b` for integers.
    pub(super) fn int_le<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_le(self.ctx, a.0, b.0) }, "comparison")
    }

    pub(super) fn bv_ule<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_bvule(self.ctx, a.0, b.0) }, "comparison")
    }

    pub(super) fn bv_sle<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_bvsle(self.ctx, a.0, b.0) }, "comparison")
    }

    pub(super) fn bv_add<'s>(&'s self, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_bvadd(self.ctx, a.0, b.0) }, "sum")
    }

    pub(super) fn bv_op<'s>(&'s self, op: BinOp, a: Ast<'s>, b: Ast<'s>) -> Ast<'s> {
        let make = match op {
            BinOp::Mul => Z3_mk_bvmul,
            BinOp::UDiv => Z3_mk_bvudiv,
            BinOp::URem => Z3_mk_bvurem,
            BinOp::SDiv => Z3_mk_bvsdiv,
            BinOp::SRem => Z3_mk_bvsrem,
            BinOp::And => Z3_mk_bvand,
            BinOp::Or => Z3_mk_bvor,
            BinOp::Xor => Z3_mk_bvxor,
            BinOp::Shl => Z3_mk_bvshl,
            BinOp::LShr => Z3_mk_bvlshr,
            BinOp::AShr => Z3_mk_bvashr,
        };
        self.keep(unsafe { make(self.ctx, a.0, b.0) }, "operator")
    }

    pub(super) fn bv_extract<'s>(&'s self, a: Ast<'s>, lo: u32, width: u32) -> Ast<'s> {
        self.keep(unsafe { Z3_mk_extract(self.ctx, lo + width - 1, lo, a.0) }, "extract")
    }

    pub(super) fn bv_extend<'s>(&'s self, a: Ast<'s>, by: u32, signed: bool) -> Ast<'s> {
        let make = if signed { Z3_mk_sign_ext } else { Z3_mk_zero_ext };
        self.keep(unsafe { make(self.ctx, by, a.0) }, "extension")
    }

    pub(super) fn assert(&self, formula: Ast<'_>) {
        unsafe { Z3_solver_assert(self.ctx, self.solver, formula.0) };
        self.check_error("assertion");
    }

    /// Whether all that was asserted can hold together with the assumptions, which are Boolean constants.
    pub(super) fn check(&self, assumptions: &[Ast<'_>]) -> Outcome {
        if let Some(failure) = &*self.failure.borrow() {
            return Outcome::Broken(failure.clone());
        }
        let raw: Vec<Z3_ast> = assumptions.iter().map(|a| a.0).collect();
        let answer = unsafe { Z3_solver_check_assumptions(self.ctx, self.solver, raw.len() as c_uint, raw.as_ptr()) };
        match answer {
            Z3_L_FALSE => Outcome::Unsat,
            Z3_L_TRUE => Outcome::Sat,
            _ => Outcome::Unknown(unsafe { text(Z3_solver_get_reason_unknown(self.ctx, self.solver)) }),
        }
    }

    /// After `Unsat`: the positions of assumptions that were needed. `None` if Z3 names something else.
    pub(super) fn core(&self, assumptions: &[Ast<'_>]) -> Option<Vec<usize>> {
        unsafe {
            let core = Z3_solver_get_unsat_core(self.ctx, self.solver)?;
            Z3_ast_vector_inc_ref(self.ctx, core);
            let members = 0..Z3_ast_vector_size(self.ctx, core);
            let position = |i| {
                let member = Z3_ast_vector_get(self.ctx, core, i)?;
                assumptions.iter().position(|a| Z3_is_eq_ast(self.ctx, a.0, member))
            };
            let positions: Option<Vec<usize>> = members.map(position).collect();
            Z3_ast_vector_dec_ref(self.ctx, core);
            positions.map(|mut positions| {
                positions.sort_unstable();
                positions
            })
        }
    }

    /// After `Sat`.
    pub(super) fn interpretation(&self) -> Option<Interpretation<'_>> {
        let model = unsafe { Z3_solver_get_model(self.ctx, self.solver) }?;
        unsafe { Z3_model_inc_ref(self.ctx, model) };
        Some(Interpretation { session: self, model })
    }

    /// The resource count of the session so far.
    pub(super) fn spent(&self) -> u64 {
        unsafe {
            let Some(stats) = Z3_solver_get_statistics(self.ctx, self.solver) else { return 0 };
            Z3_stats_inc_ref(self.ctx, stats);
            let entries = 0..Z3_stats_size(self.ctx, stats);
            let counts = entries
                .filter(|&i| text(Z3_stats_get_key(self.ctx, stats, i)) == "rlimit count")
                .map(|i| u64::from(Z3_stats_get_uint_value(self.ctx, stats, i)));
            let spent = counts.max().unwrap_or(0);
            Z3_stats_dec_ref(self.ctx, stats);
            spent
        }
    }

    /// Everything declared and asserted, as SMT-LIB commands.
    pub(super) fn to_smtlib(&self) -> String {
        unsafe { text(Z3_solver_to_string(self.ctx, self.solver)) }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe {
            Z3_solver_dec_ref(self.ctx, self.solver);
            self.kept.borrow().iter().rev().for_each(|&ast| Z3_dec_ref(self.ctx, ast));
            Z3_del_context(self.ctx);
        }
    }
}

impl<'s> Interpretation<'s> {
    /// The value of a term, completed where the model leaves it open.
    pub(super) fn value(&self, term: Ast<'s>) -> Option<Ast<'s>> {
        let session = self.session;
        let mut value = term.0;
        let done = unsafe { Z3_model_eval(session.ctx, self.model, term.0, true, &mut value) };
        done.then(|| session.keep(Some(value), "value"))
    }

    /// The value of a word as a number.
    pub(super) fn number(&self, term: Ast<'s>) -> Option<u128> {
        let value = self.value(term)?;
        let is_number = unsafe { Z3_is_numeral_ast(self.session.ctx, value.0) };
        is_number.then(|| unsafe { text(Z3_get_numeral_string(self.session.ctx, value.0)) })?.parse().ok()
    }

    /// Whether a formula is true in the model.
    pub(super) fn is_true(&self, formula: Ast<'s>) -> bool {
        self.value(formula).is_some_and(|value| self.same(value, self.session.truth(true)))
    }

    pub(super) fn same(&self, a: Ast<'s>, b: Ast<'s>) -> bool {
        unsafe { Z3_is_eq_ast(self.session.ctx, a.0, b.0) }
    }
}

impl Drop for Interpretation<'_> {
    fn drop(&mut self) {
        unsafe { Z3_model_dec_ref(self.session.ctx, self.model) };
    }
}

fn raw(parts: &[Ast<'_>]) -> Vec<Z3_ast> {
    parts.iter().map(|a| a.0).collect()
}
