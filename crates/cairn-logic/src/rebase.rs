//! Records that speak of other constant objects: summaries move from one numbering of globals and functions to another.

use crate::import::{Malformed, Reader};
use crate::record::{Records, Tag, push_number};
use crate::term::BaseConst;

impl Records {
    /// The same records with other constant objects.
    pub fn with_bases(&self, mut map: impl FnMut(BaseConst) -> BaseConst) -> Result<Records, Malformed> {
        let mut changed = Records { bytes: Vec::with_capacity(self.bytes.len()), starts: Vec::new() };
        for id in 0..self.starts.len() {
            let record = self.record(id as u32);
            changed.starts.push(u32::try_from(changed.bytes.len()).map_err(|_| Malformed)?);
            let (&tag, bytes) = record.split_first().ok_or(Malformed)?;
            if tag != Tag::BaseConst as u8 && tag != Tag::BaseAt as u8 {
                changed.bytes.extend_from_slice(record);
                continue;
            }
            let mut reader = Reader { bytes };
            let base = map(reader.base()?);
            changed.bytes.push(tag);
            push_number(&mut changed.bytes, u128::from(base.class as u8));
            push_number(&mut changed.bytes, u128::from(base.key));
            changed.bytes.extend_from_slice(reader.bytes);
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use crate::diagram::Conds;
    use crate::import::{Importer, SameLeaves};
    use crate::record::{Exporter, Records};
    use crate::term::{BaseClass, BaseConst, Sort, Var, VarClass};

    #[test]
    fn objects_change_and_the_rest_stays() {
        let mut conds = Conds::default();
        let export = |conds: &mut Conds, key: u32| -> (Records, u32) {
            let global = conds.arena.base(BaseConst::new(BaseClass::Global, key));
            let entry = conds.arena.var(Var::new(Sort::Base, VarClass::Entry, 3));
            let equal = conds.arena.base_eq(global, entry).expect("not one of several");
            let equal = conds.fact(equal);
            let mut exporter = Exporter::new(conds);
            let id = exporter.cond(!equal);
            (exporter.finish(), id)
        };
        let (before, id) = export(&mut conds, 7);
        let (expected, _) = export(&mut conds, 300);
        let changed = before.with_bases(|base| BaseConst::new(base.class, if base.key == 7 { 300 } else { base.key }));
        let changed = changed.expect("well formed");
        let mut read = |records: &Records| Importer::new(records).cond(&mut conds, &mut SameLeaves, id);
        assert_eq!(read(&changed), read(&expected));
        assert_ne!(read(&changed), read(&before));
    }
}
