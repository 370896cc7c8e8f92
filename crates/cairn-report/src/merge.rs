//! One report of several programs that share code.
//!
//! An obligation in shared code has a verdict in each program. It holds if it holds in all of them; one failure is a
//! failure; a program in which it is open leaves it open.

use crate::check::{CheckReport, Item, ItemVerdict};
use std::collections::HashMap;

/// Joins reports. The result does not depend on their order but for equal verdicts, of which the first stays.
pub fn merge(reports: Vec<CheckReport>) -> CheckReport {
    let mut items: Vec<Item> = Vec::new();
    let mut known: HashMap<Identity, usize> = HashMap::new();
    let (mut notes, mut unread) = (Vec::new(), Vec::new());
    for report in reports {
        unread.extend(report.unread);
        notes.extend(report.notes);
        for item in report.items {
            match known.get(&identity(&item)) {
                Some(&at) => {
                    let old = &mut items[at];
                    join(old, item);
                }
                None => {
                    known.insert(identity(&item), items.len());
                    items.push(item);
                }
            }
        }
    }
    notes.sort();
    notes.dedup();
    CheckReport { notes, unread, ..CheckReport::of_items(items) }
}

/// Ids may be equal in different programs whose namesakes are different functions: the place tells them apart.
type Identity = (String, Option<(String, u32, u32)>);

fn identity(item: &Item) -> Identity {
    let place = item.place.as_ref().map(|place| (place.file.clone(), place.line, place.col));
    (item.id.clone(), place)
}

fn join(old: &mut Item, new: Item) {
    match (&mut old.verdict, new.verdict) {
        (ItemVerdict::Open { likely, causes }, ItemVerdict::Open { likely: new_likely, causes: mut new_causes }) => {
            // Who believes that it fails says why first.
            if new_likely && !*likely {
                std::mem::swap(causes, &mut new_causes);
            }
            *likely |= new_likely;
            for cause in new_causes {
                if !causes.contains(&cause) {
                    causes.push(cause);
                }
            }
        }
        (ItemVerdict::Proved(old), ItemVerdict::Proved(new) | ItemVerdict::Unreachable(new)) => {
            old.assumptions.extend(new.assumptions);
            old.assumptions.sort();
            old.assumptions.dedup();
        }
        (old, new) if rank(&new) > rank(old) => *old = new,
        _ => {}
    }
}

/// How much a verdict weighs against that of another program.
fn rank(verdict: &ItemVerdict) -> u8 {
    match verdict {
        ItemVerdict::Unreachable(_) => 0,
        ItemVerdict::Proved(_) => 1,
        ItemVerdict::Open { .. } => 2,
        ItemVerdict::Refuted { .. } => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::OpenCause;
    use crate::triage::Standing;
    use cairn_engine::{Assumption, Cause, Proof};
    use cairn_ir::Rule;

    fn report(verdicts: &[(&str, char)]) -> CheckReport {
        let proof = |assumptions| Proof::new("e", assumptions, String::new());
        let item = |&(id, verdict): &(&str, char)| Item {
            id: id.to_owned(),
            rule: Rule::NullDereference,
            function: "f".to_owned(),
            place: None,
            text: String::new(),
            function_lines: None,
            standing: Standing::default(),
            verdict: match verdict {
                'p' => ItemVerdict::Proved(proof(vec![])),
                'a' => ItemVerdict::Proved(proof(vec![Assumption::LibraryModels])),
                'u' => ItemVerdict::Unreachable(proof(vec![])),
                _ => ItemVerdict::Open { likely: verdict == 'l', causes: vec![] },
            },
        };
        CheckReport::of_items(verdicts.iter().map(item).collect())
    }

    fn merged(verdicts: &str) -> String {
        let reports = verdicts.chars().map(|verdict| report(&[("x", verdict)])).collect();
        let merged = merge(reports);
        assert_eq!(merged.items.len(), 1);
        match &merged.items[0].verdict {
            ItemVerdict::Proved(proof) => format!("proved {}", proof.assumptions.len()),
            ItemVerdict::Unreachable(_) => "unreachable".to_owned(),
            ItemVerdict::Refuted { .. } => "refuted".to_owned(),
            ItemVerdict::Open { likely, .. } => format!("open {likely}"),
        }
    }

    #[test]
    fn what_holds_holds_in_every_program() {
        for (verdicts, expected) in [
            ("pp", "proved 0"),
            ("pa", "proved 1"),
            ("up", "proved 0"),
            ("uu", "unreachable"),
            ("po", "open false"),
            ("op", "open false"),
            ("ol", "open true"),
        ] {
            assert_eq!(merged(verdicts), expected, "{verdicts}");
        }
    }

    #[test]
    fn who_believes_that_it_fails_says_why_first() {
        let why = |likely: bool, subject: &str| {
            let mut report = report(&[("x", 'o')]);
            let cause = Cause::MissingContract.id();
            let causes = vec![OpenCause { cause, subject: subject.to_owned(), place: None, engine: "" }];
            report.items[0].verdict = ItemVerdict::Open { likely, causes };
            report
        };
        let merged = merge(vec![why(false, "a"), why(true, "b"), why(true, "c")]);
        let ItemVerdict::Open { likely: true, causes } = &merged.items[0].verdict else { panic!("it is likely") };
        assert_eq!(causes.iter().map(|cause| cause.subject.as_str()).collect::<Vec<_>>(), ["b", "a", "c"]);
    }

    #[test]
    fn different_obligations_stay_apart() {
        let reports = vec![report(&[("a", 'p'), ("b", 'o')]), report(&[("c", 'p'), ("a", 'p')])];
        let ids: Vec<String> = merge(reports).items.into_iter().map(|item| item.id).collect();
        assert_eq!(ids, ["a", "b", "c"]);
    }
}
