//! Forms of nodes that only one of two ways back has.

use super::{Merger, Side};
use crate::fault::{Fault, broken};
use crate::paths::FORMS;
use crate::value::{Addr, ObjId, Val};
use std::collections::BTreeMap;

impl Merger<'_> {
    /// The form at a cell, if only one side has it.
    pub(super) fn lone_form(&self, at: u64, ids: [ObjId; 2]) -> Option<Side> {
        let which = FORMS.iter().position(|&form| form == at)?;
        let has = [Side::Left, Side::Right].map(|side| self.obj(side, ids[side as usize]).form(which).is_some());
        match has {
            [true, false] => Some(Side::Left),
            [false, true] => Some(Side::Right),
            _ => None,
        }
    }

    /// Nodes of a form that one side has are in the result as they are there, with all that they have.
    pub(super) fn adopt_form(&mut self, side: Side, way: ObjId, at: u64, out: ObjId) -> Option<()> {
        self.loses(side.other());
        self.shape_lost = true;
        if broken(Fault::FormForgotten) {
            return Some(());
        }
        let which = FORMS.iter().position(|&form| form == at)?;
        let form = self.obj(side, way).form(which)?;
        let mut owned = self.heap(side).kept_by_form(way, form);
        let mut copies = BTreeMap::from([(way, out)]);
        // Owners come before what they own.
        while !owned.is_empty() {
            let ready = |id: &&ObjId| self.obj(side, **id).owner.is_some_and(|owner| copies.contains_key(&owner));
            let id = *owned.iter().find(ready)?;
            owned.remove(&id);
            let owner = copies[&self.obj(side, id).owner?];
            let copy = self.copy_object(side, id, Some(owner))?;
            copies.insert(id, copy);
        }
        for (&from, &to) in copies.iter().filter(|(from, _)| **from != way) {
            self.copy_cells(side, from, to, &copies, None)?;
        }
        let to_form = Val::Ptr(Addr::start(copies[&form], self.world.bits));
        self.out.write(self.world, out, at, self.world.word(), to_form);
        Some(())
    }
}
