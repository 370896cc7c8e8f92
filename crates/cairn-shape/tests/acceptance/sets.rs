//! How many heaps stand at the heads of loops (items C3 to C5, M15).

use super::support::{analyse, case, limits};
use cairn_shape::{Join, Limits, Patience};

/// M15: 3^k heaps, 3k parts.
#[test]
fn queues_multiply_as_wholes_and_add_up_in_parts() {
    for (k, whole) in [(1, 3), (2, 9), (3, 27)] {
        let program = case(&format!("many/enqueue_{k}"));
        let with = |join: Join| Limits { join, steps: 5_000_000, patience: Patience::LONG, ..limits() };
        let powerset = analyse(&program, with(Join::Powerset));
        assert!(powerset.is_safe(), "{k}: {:?} {:?}", powerset.stopped, powerset.doubts);
        // One more at each loop that frees, of which none stands in `main`.
        assert_eq!(powerset.heaps_in("main"), whole, "{k} lists");
        let parts = analyse(&program, with(Join::Decompose));
        assert!(parts.is_safe(), "{k}: {:?} {:?}", parts.stopped, parts.doubts);
    }
}
