//! Every execution of a program with few choices, one after the other.
//!
//! Choices are nondeterministic values of few bits, and whether an allocation fails. The next execution differs from the
//! last in its last choice that can still be raised, as in a depth-first search.

use crate::exact::Evidence;
use crate::obstacle::Obstacle;
use crate::session::Session;
use cairn_engine::Execution;

/// Wider values have too many possibilities.
const WIDEST: u32 = 8;

/// Executes all; what is in the way otherwise. Failures are kept on the way.
pub fn explore_all(session: &mut Session<'_, '_>, start: &Execution, share: u64) -> Result<Evidence, Obstacle> {
    let mut evidence = Evidence::default();
    let mut choices: Vec<u128> = Vec::new();
    let stop_at = session.budget.left().saturating_sub(share);
    loop {
        if session.budget.left() <= stop_at || session.budget.is_spent() {
            return Err(Obstacle::choices());
        }
        let execution = Execution { nondet: choices.as_slice().into(), ..start.clone() };
        let steps = session.budget.left() - stop_at;
        let run = session.execute(execution, steps);
        session.keep_failures(&run);
        if let Some(obstacle) = Obstacle::to_uniqueness(session.task, &run.outcome) {
            return Err(obstacle);
        }
        let widths = &run.outcome.observed.nondet_widths;
        if widths.iter().any(|&width| width > WIDEST) {
            return Err(Obstacle::choices());
        }
        evidence.add(session, &run)?;
        match next_choices(run.outcome.nondet, widths) {
            Some(next) => choices = next,
            None => return Ok(evidence),
        }
    }
}

/// The combination after this one in a depth-first order; `None` after the last.
fn next_choices(mut made: Vec<u128>, widths: &[u32]) -> Option<Vec<u128>> {
    let raisable = made.iter().zip(widths).rposition(|(&value, &width)| value + 1 < 1 << width)?;
    made.truncate(raisable + 1);
    made[raisable] += 1;
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::next_choices;

    #[test]
    fn the_last_choice_that_can_be_raised_is_raised() {
        assert_eq!(next_choices(vec![0, 1, 1], &[1, 1, 1]), Some(vec![1]));
        assert_eq!(next_choices(vec![1, 2, 1], &[1, 2, 1]), Some(vec![1, 3]));
        assert_eq!(next_choices(vec![1, 3, 1], &[1, 2, 1]), None);
        assert_eq!(next_choices(vec![], &[]), None);
    }
}
