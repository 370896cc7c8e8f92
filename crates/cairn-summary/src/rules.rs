//! Switches of the bottom-up form: for comparisons, and for tests that see what each rule is there for.
//!
//! `docs/engines/summary.md` says for each ruling which rule it changed, and which case fails without it.

/// How summaries are made and used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// What a callee writes may be written or not: no update at a call is strong.
    pub weak_calls: bool,
    /// Objects of entry that are accessed alike are in one class, whether that matters or not.
    pub typed_classes: bool,
    /// A ruling that is not followed. Only tests that want to see something go wrong set this.
    #[doc(hidden)]
    pub without: Option<Ruling>,
}

/// Rulings that changed a rule of the published system, by their numbers.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// E-1: what a callee does not write is not written back.
    OnlyWhatIsWritten,
    /// E-2: conditions of values are read with the caller's values, too.
    ConditionsOfValues,
    /// E-3: two of the objects that are looked at as one may be different.
    OneOfSeveral,
    /// E-4: a place may lead to each earlier one of its class.
    WholeClass,
    /// E-5: what a recursive call makes is one of several.
    RecursiveCallsMakeSeveral,
    /// E-7: what scalars hold on entry is looked up, too.
    ContentOfScalars,
    /// E-8: at first, recursive calls do not return.
    NeverAtFirst,
    /// E-17: choices tell merged paths apart.
    ChoicesTellPathsApart,
    /// E-18: what only one path met is as on entry on the other.
    EntryOnTheOtherPath,
    /// E-19: what is written is not the same as what changed.
    WrittenIsNotChanged,
    /// E-20: objects that cannot be written again in a fixed order are in one class.
    OneOrderOfWrites,
    /// E-21: the order in which a callee writes is part of the caller's.
    OrderOfCallees,
    /// E-22: behind a call, the callee has returned.
    CalleeHasReturned,
    /// E-23: that a recursive call returns is not known for sure.
    PerhapsReturns,
}

impl Ruling {
    pub const ALL: [Ruling; 14] = [
        Ruling::OnlyWhatIsWritten,
        Ruling::ConditionsOfValues,
        Ruling::OneOfSeveral,
        Ruling::WholeClass,
        Ruling::RecursiveCallsMakeSeveral,
        Ruling::ContentOfScalars,
        Ruling::NeverAtFirst,
        Ruling::ChoicesTellPathsApart,
        Ruling::EntryOnTheOtherPath,
        Ruling::WrittenIsNotChanged,
        Ruling::OneOrderOfWrites,
        Ruling::OrderOfCallees,
        Ruling::CalleeHasReturned,
        Ruling::PerhapsReturns,
    ];
}

impl Rules {
    pub(crate) fn follow(self, ruling: Ruling) -> bool {
        self.without != Some(ruling)
    }
}
