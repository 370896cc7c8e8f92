//! What a summary requires of where objects lie, as conditions.
//!
//! A caller looks at each requirement (`Apart`) before it uses a summary, and does not use it where one may be broken. So what goes
//! wrong only where one is broken need not be told, and a condition may say anything there: it gets shorter. That matters
//! for objects of one class, for which conditions tell apart the same object at the same offset, the same one at another, and
//! another one: the second is excluded, and would come up again at each call.
//!
//! Not here: what is required (`aliasing`), how callers find out whether it holds (`apply`).

use crate::aliasing::Apart;
use crate::analysis::Analysis;
use crate::entry::Owner;
use crate::facts::{Cond, Facts};
use crate::modular::LatentConds;
use crate::verdicts::Check;
use cairn_logic::{Atom, TermId};
use std::collections::{BTreeMap, BTreeSet};

impl Facts {
    /// A condition that is the same where all requirements hold, and not larger. They are looked at one by one: together they
    /// may be much larger than each.
    fn where_granted(&mut self, cond: Cond, apart: &BTreeSet<Apart>) -> Cond {
        let granted = self.granted_in(cond, apart);
        granted.into_iter().fold(cond, |cond, granted| self.simplify(cond, granted))
    }

    /// What holds for the objects that a condition compares, if requirements do. What is said of others could not make it shorter.
    fn granted_in(&mut self, cond: Cond, apart: &BTreeSet<Apart>) -> Vec<Cond> {
        if apart.is_empty() || cond.is_const() {
            return Vec::new();
        }
        let compared = |atom| match *self.conds.arena.atom(atom) {
            Atom::BaseEq(a, b) => Some((a, b)),
            _ => None,
        };
        let compared: Vec<(TermId, TermId)> = self.conds.support(cond).into_iter().filter_map(compared).collect();
        compared.into_iter().filter_map(|(a, b)| self.granted_of(a, b, apart)).collect()
    }

    /// What requirements say of two objects.
    fn granted_of(&mut self, base: TermId, other: TermId, apart: &BTreeSet<Apart>) -> Option<Cond> {
        let (one, two) = (self.owner(base)?, self.owner(other)?);
        let requires = |of: fn(Owner, Owner) -> Apart| apart.contains(&of(one, two)) || apart.contains(&of(two, one));
        let may_meet = if requires(Apart::Always) {
            // Nothing lies where both are null.
            let null = self.conds.arena.null();
            self.eq_base(base, null)
        } else if requires(Apart::UnlessEqual) {
            let (start, other_start) = (self.start_of(one)?, self.start_of(two)?);
            self.eq(start, other_start)
        } else {
            return None;
        };
        let meet = self.eq_base(base, other);
        Some(self.or(!meet, may_meet))
    }

    /// The offset at which the address of entry lies that leads to an object.
    fn start_of(&mut self, owner: Owner) -> Option<TermId> {
        match owner {
            Owner::Place(place) => Some(self.entry.as_ref()?.places[place as usize].offset),
            Owner::Global(_) => Some(self.offset(0)),
            Owner::Param(_) => None,
        }
    }
}

impl LatentConds {
    fn where_granted(self, facts: &mut Facts, apart: &BTreeSet<Apart>) -> LatentConds {
        let [bad, perhaps] = [self.bad, self.perhaps].map(|cond| facts.where_granted(cond, apart));
        LatentConds { bad, perhaps }
    }
}

impl Analysis<'_> {
    /// What goes wrong, where callers do not exclude it as far as that is known by now.
    pub(crate) fn shortened_latent(&mut self, latent: LatentConds) -> LatentConds {
        let apart = self.required_so_far();
        latent.where_granted(&mut self.facts, &apart)
    }

    /// Leaves out what callers exclude from what goes wrong, once all is known that is required of them. Gives the checks of
    /// which nothing is left.
    pub(crate) fn leave_out_excluded(&mut self) -> BTreeSet<Check> {
        let modular = self.modular.as_mut().expect("looked at alone");
        let (apart, latents) = (modular.apart.clone(), std::mem::take(&mut modular.latents));
        let (mut told, mut excluded) = (BTreeMap::new(), BTreeSet::new());
        for (check, latent) in latents {
            match latent.where_granted(&mut self.facts, &apart) {
                LatentConds::NEVER => _ = excluded.insert(check),
                latent => _ = told.insert(check, latent),
            }
        }
        self.modular.as_mut().expect("as before").latents = told;
        excluded
    }
}
