//! The content of blocks that the present iteration of a loop made: each has one of its own, so that writing to it is strong.
//!
//! When the iteration is over, it becomes one of those that its family stands for, whose content is looked at together.
//! Who gets at a member of a family by an index that is not known may get at one of these. Not here: which members are
//! alive (`families`), functions that are looked at alone, which have no families (`newest`).

use crate::analysis::{Analysis, Exits, Stop};
use crate::facts::Cond;
use crate::heap::{Heap, Object, Rest};
use crate::state::{Arrival, State};
use cairn_ir::graph::LoopId;
use cairn_logic::TermId;

/// Members of one family with a content of their own.
const MOST_RECENT: usize = 4;

impl<'p> Analysis<'p> {
    /// A member that was just made: it has a content of its own, if there are not too many of these.
    pub(crate) fn make_recent(&mut self, state: &mut State, family: TermId, member: TermId, rest: Rest) {
        if self.recent(&state.heap, family).len() < MOST_RECENT && member != family {
            state.heap.add(member, Object::new(rest, false));
        } else {
            state.heap.reallocate(family);
        }
    }

    /// The members of a family with a content of their own, and their indices.
    fn recent(&self, heap: &Heap, family: TermId) -> Vec<(TermId, TermId)> {
        let member = |base: TermId| self.facts.member(base).filter(|(of, _)| *of == family).map(|(_, at)| (base, at));
        heap.bases().into_iter().filter_map(member).collect()
    }

    /// The objects that hold the content of what an address leads to where `cond` holds.
    pub(crate) fn holders_of(&mut self, heap: &Heap, base: TermId, cond: Cond) -> Vec<(TermId, Cond)> {
        let Some((family, index)) = self.facts.member(base) else { return vec![(base, cond)] };
        if heap.get(base).is_some() {
            return vec![(base, cond)];
        }
        let (mut holders, mut rest) = (Vec::new(), cond);
        for (member, at) in self.recent(heap, family) {
            let same = self.facts.eq(index, at);
            let here = self.facts.and(rest, same);
            if here != Cond::FALSE {
                holders.push((member, here));
                rest = self.facts.and(rest, !same);
            }
        }
        holders.push((family, rest));
        holders
    }

    /// One iteration of a loop that is generalised, from a head: what it made is not recent any more where it goes back.
    pub(crate) fn run_iteration(
        &mut self,
        act: &mut crate::analysis::Activation<'p>,
        id: LoopId,
        head: &Arrival,
    ) -> Result<(Vec<Arrival>, Exits), Stop> {
        let shape = act.shape.clone();
        let this = &shape.loops.loops[id];
        let (mut back, exits) = self.run_region(act, &this.blocks, Some(id), this.header, vec![head.clone()])?;
        for arrival in &mut back {
            self.end_iteration(&head.state.heap, arrival);
            let made = arrival.state.heap.bases().into_iter().filter(|base| head.state.heap.get(*base).is_none());
            for base in made.collect::<Vec<_>>() {
                if let Some((family, _)) = self.facts.member(base) {
                    arrival.state.heap.keep_possible(&mut self.facts, base, arrival.state.pc);
                    arrival.state.heap.fold(&mut self.facts, base, family);
                }
            }
        }
        Ok((back, exits))
    }
}
