//! Rules broken on purpose: tests show that they would notice. Outside of tests nothing is ever broken.

/// What is done wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// A segment that may be empty is taken to have a node.
    NeverEmpty,
    /// A pointer to the last node of an empty segment is taken for one to the first.
    EmptyFromBehind,
    /// The rest of a segment is taken to be as long as it was.
    RestAsLong,
    /// The rest of a segment still points back to what was before the node that was taken out.
    RestPointsBack,
    /// The node that is taken out has the same unknown numbers as the rest.
    SharedNumbers,
    /// The node that is taken out has the same objects as the rest.
    SharedObjects,
    /// Two nodes make a segment of three.
    FoldedTooLong,
    /// Nodes that others point to are folded all the same.
    FoldedInView,
    /// A segment ends where its first node did.
    FoldedWrongEnd,
    /// The data of the first node is taken for that of all.
    FoldedOneNumber,
    /// Two segments are joined to one that is as long as the longer.
    JoinedTooLong,
    /// A number that is joined with another stays as it is.
    JoinedOneNumber,
    /// A segment that only one side has is taken to have a node.
    InsertedNotEmpty,
    /// What all nodes of a segment lead to is taken for each node's own.
    SharedIsOwn,
    /// What a node owns is taken to point to the first node where it points to its own.
    OwnIsFirst,
    /// A pointer to a block that is absent is taken to be null.
    AbsentIsNull,
    /// The first node of a list that may be empty is taken to lead to its last.
    EmptyLeadsOn,
    /// Lists of which one has a node on one side of a join are taken to be such on both.
    SomeOnOneSide,
    /// Nodes that are taken out of a tree have new children in one of two cells only.
    OneTwin,
    /// Nodes that are taken out of a way back all have the links of the first form.
    OneForm,
    /// A form of nodes that only one side of a join has is not in the result.
    FormForgotten,
    /// Where the link of a node leads is taken for the node itself.
    NextIsItself,
    /// A pointer of one of two nodes past others is taken to lead where the links of both lead.
    OneIsNext,
    /// Parts that an access may touch stay as they are.
    HitPartsStay,
    /// Addresses behind a cut are taken to be as far from the new part as they were from the old one.
    CutNotMoved,
    /// What was in a part that is put back is forgotten.
    PouredAway,
    /// A block that is longer than its part swallows any other.
    SwallowedAnyway,
    /// A relation between numbers of one side is taken to hold on both.
    RelatedOnOneSide,
    /// Adding a constant is taken not to wrap where numbers are related.
    NeverWraps,
    /// A sum that may wrap is taken for all of its range.
    WrapsEverywhere,
    /// The start of a part is taken for that of the whole.
    FreedInPart,
    /// The start of a part that is empty is taken to be inside of it.
    EmptyIsInside,
    /// Objects of different sizes are taken to have all that one of them has.
    AllAsLong,
    /// In graphs: what was behind an object on a list is taken to be there still when its link is overwritten.
    TailStays,
    /// What a link is overwritten with is taken to add nothing to a list.
    NothingAdded,
    /// Lists go on behind an object that is freed.
    ListsOutlive,
    /// Lists that come back to where they were are taken to end.
    RoundIsList,
    /// An object of a node that stands for many is taken to be the only one.
    AlwaysTheOnly,
    /// An object of a node that stands for many is taken to be one of several.
    NeverTheOnly,
    /// Pointers to a node of many are taken not to lead to the object that was taken out of it.
    OldTargets,
    /// The object that is taken out is on no list.
    TakenOffLists,
    /// Nodes that are put together are taken to be one object.
    StillOne,
    /// Of two nodes that are put together, the pointers of the first are kept.
    FirstTargets,
    /// Of two structures that are joined, the second adds nothing.
    JoinedNothing,
    /// Links into a list are taken to come from the list only.
    OnlyOwnLinks,
    /// Whatever may be held is taken to be held.
    PerhapsHeld,
    /// Pointers to what is freed stay as they are, and lead nowhere.
    NoneIsGone,
}

#[cfg(not(test))]
#[inline(always)]
pub(crate) fn broken(_: Fault) -> bool {
    false
}

#[cfg(test)]
pub(crate) use switch::{ALL, OF_BLOCKS, OF_GRAPHS, OF_NUMBERS, OF_SKIPS, OF_WAYS, broken, with};

#[cfg(test)]
mod switch {
    use super::Fault;
    use std::cell::Cell;

    pub(crate) const ALL: [Fault; 18] = [
        Fault::NeverEmpty,
        Fault::EmptyFromBehind,
        Fault::RestAsLong,
        Fault::RestPointsBack,
        Fault::SharedNumbers,
        Fault::SharedObjects,
        Fault::FoldedTooLong,
        Fault::FoldedInView,
        Fault::FoldedWrongEnd,
        Fault::FoldedOneNumber,
        Fault::JoinedTooLong,
        Fault::JoinedOneNumber,
        Fault::InsertedNotEmpty,
        Fault::SharedIsOwn,
        Fault::OwnIsFirst,
        Fault::AbsentIsNull,
        Fault::EmptyLeadsOn,
        Fault::SomeOnOneSide,
    ];

    /// Rules about numbers.
    pub(crate) const OF_NUMBERS: [Fault; 4] =
        [Fault::JoinedOneNumber, Fault::RelatedOnOneSide, Fault::NeverWraps, Fault::WrapsEverywhere];

    /// Rules about objects that are cut up.
    pub(crate) const OF_BLOCKS: [Fault; 8] = [
        Fault::HitPartsStay,
        Fault::CutNotMoved,
        Fault::PouredAway,
        Fault::SwallowedAnyway,
        Fault::RelatedOnOneSide,
        Fault::FreedInPart,
        Fault::EmptyIsInside,
        Fault::AllAsLong,
    ];

    /// Rules about ways back through trees.
    pub(crate) const OF_WAYS: [Fault; 3] = [Fault::OneTwin, Fault::OneForm, Fault::FormForgotten];

    /// Rules about links past other nodes.
    pub(crate) const OF_SKIPS: [Fault; 2] = [Fault::NextIsItself, Fault::OneIsNext];

    /// Rules about graphs.
    pub(crate) const OF_GRAPHS: [Fault; 14] = [
        Fault::TailStays,
        Fault::NothingAdded,
        Fault::ListsOutlive,
        Fault::RoundIsList,
        Fault::AlwaysTheOnly,
        Fault::NeverTheOnly,
        Fault::OldTargets,
        Fault::TakenOffLists,
        Fault::StillOne,
        Fault::FirstTargets,
        Fault::JoinedNothing,
        Fault::OnlyOwnLinks,
        Fault::PerhapsHeld,
        Fault::NoneIsGone,
    ];

    thread_local! {
        static BROKEN: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    pub(crate) fn broken(fault: Fault) -> bool {
        BROKEN.get() == Some(fault)
    }

    /// Does something while one rule is broken.
    pub(crate) fn with<T>(fault: Fault, action: impl FnOnce() -> T) -> T {
        struct Mend;
        impl Drop for Mend {
            fn drop(&mut self) {
                BROKEN.set(None);
            }
        }
        let _mend = Mend;
        BROKEN.set(Some(fault));
        action()
    }
}
