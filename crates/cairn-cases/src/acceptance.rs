//! What the literature says a shape analysis must do, item by item, and the cases that stand for it.
//!
//! `G`: A. Gotsman, J. Berdine, B. Cook (SAS 2006), calls on local heaps. `C`: C. Calcagno, D. Distefano, P. O'Hearn, H. Yang
//! (SAS 2006), blocks and arithmetic. `M`: R. Manevich (2009), ways to join; `P` are the programs of the list chapter. `S`: a
//! stretch of our own, which the literature does not ask for.
//!
//! Not here: whether the engine does it. `cairn-shape/tests/acceptance` holds it to this, and
//! `docs/engines/shape_acceptance.md` shows the result.

/// One thing that must be so.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub id: &'static str,
    pub text: &'static str,
    /// Cases by `group/name`; their wrong variants count as well.
    pub programs: &'static [&'static str],
    /// What is measured beside verdicts, and what is different from the literature.
    pub note: &'static str,
}

const fn item(id: &'static str, text: &'static str, programs: &'static [&'static str], note: &'static str) -> Item {
    Item { id, text, programs, note }
}

/// Calls on local heaps.
pub const CALLS: &[Item] = &[
    item(
        "G1",
        "a call sees what its arguments lead to; where the rest points into it stays known, unless no cutpoint is allowed",
        &["local/frame"],
        "with no cutpoints, `c->next == b` is open",
    ),
    item(
        "G2",
        "append(x, y); append(u, v); append(x, z): the second call takes what is known of the first, the third has one cutpoint; x leads to y, y to z",
        &["local/append_thrice"],
        "four entries, by the lengths of both lists, serve the first two calls",
    ),
    item("G3", "two iterators survive a call with two cutpoints, not with one", &["local/iterator"], ""),
    item(
        "G4",
        "reverse: the old head is the last cell, and the result leads to it",
        &["calls/reverse_it_1", "calls/reverse_rec_1"],
        "",
    ),
    item(
        "G5",
        "reverse with two pointers into the list: their order is turned round, too",
        &["calls/reverse_it_3", "calls/reverse_rec_3"],
        "",
    ),
    item(
        "G6",
        "deallocate, shared tail: a walk of the other list afterwards is a use after free",
        &["local/shared_tail", "calls/deallocate_it_2", "calls/deallocate_rec_2"],
        "",
    ),
    item(
        "G7",
        "deallocate: nothing is left; without `free`, a leak",
        &["calls/deallocate_it_1", "calls/deallocate_rec_1"],
        "",
    ),
    item(
        "G8",
        "a reverse that loses its links: a leak, and no memory error",
        &["calls/reverse_it_1", "calls/reverse_rec_1"],
        "the variants `lost-link`",
    ),
    item("G9", "free(x); x->next fails at the second statement; traverse(NULL) is fine", &["local/nothing"], ""),
    item(
        "G10",
        "reverse of a list that ends in a cycle: the same again, with the handle where it was",
        &["calls/reverse_panhandle_it_1", "calls/reverse_panhandle_it_2", "calls/reverse_panhandle_it_3"],
        "",
    ),
    item("G11", "a cell outside points into the reversed list, and still does", &["local/heap_sharing"], ""),
    item("G12", "the whole table is safe and free of leaks", GOTSMAN, "times: [figures](shape_figures.md)"),
    item(
        "G13",
        "more than three cutpoints change nothing; fewer lose only where things are",
        &["local/iterator", "local/frame"],
        "over all of `local`",
    ),
];

/// Every row of the table of procedures and their clients.
pub const GOTSMAN: &[&str] = &[
    "calls/create_*",
    "calls/deallocate_*",
    "calls/traverse_*",
    "calls/find_*",
    "calls/insert_*",
    "calls/remove_absent_*",
    "calls/remove_present_*",
    "calls/reverse_it_*",
    "calls/reverse_rec_*",
    "calls/reverse_panhandle_*",
    "calls/reverse_via_append_*",
    "calls/append_*",
    "calls/merge_*",
    "calls/splice_*",
    "calls/reverse8_*",
    "calls/mergesort_*",
    "calls/quicksort_*",
    "calls/insertionsort_*",
    "calls/tailsort_*",
];

/// Blocks and arithmetic.
pub const BLOCKS: &[Item] = &[
    item("C1", "two neighbours become one block", &["blocks/coalesce"], ""),
    item("C2", "the end of a block is cut off", &["blocks/split"], ""),
    item(
        "C3",
        "first fit: safe, nothing lost; 18 states at the loop",
        &["blocks/first_fit"],
        "6 heaps at the loop of `allocate` in the second analysis, 12 in the patient one, which proves it",
    ),
    item(
        "C4",
        "free into a list in the order of addresses: 6 states",
        &["blocks/free_acyclic"],
        "2 heaps at the loop of `release`",
    ),
    item(
        "C5",
        "best fit: 90 states",
        &["blocks/best_fit"],
        "12 heaps at the loop of `allocate` in the second analysis, 16 in the patient one, which proves it",
    ),
    item(
        "C6",
        "the roving pair, each by itself on a ring with the rover anywhere in it: 33 and 16 states; a ring with the rover in it again",
        &["blocks/malloc_roving", "blocks/free_roving"],
        "3 heaps at the loop of `allocate` in the second analysis, 15 in the patient one, which proves it; 3 at the loop of `release`",
    ),
    item(
        "C7",
        "mutants of first fit: a rest of one word, not unlinked, no null test",
        &["blocks/first_fit"],
        "the variants",
    ),
    item(
        "C8",
        "the bound n of offsets: too small a one fails",
        &[],
        "we have no such bound: offsets are sums of any size",
    ),
    item(
        "C9",
        "a block that is without its size at the head of a loop: a known false alarm",
        &["blocks/unpackaged"],
        "no false alarm: no block has to be whole there",
    ),
    item("C10", "Kernighan and Ritchie: the hazard of the header", &["blocks/kernighan_ritchie"], "a stretch"),
    item(
        "C13",
        "without widening, equivalent results",
        &["blocks/first_fit"],
        "ours: powerset and partial isomorphism doubt the same (`tests/acceptance`)",
    ),
    item(
        "C14",
        "a list covers its cases: {list} with {empty, one node, two nodes} is {list, empty}",
        &[],
        "`sets::tests`, in every order",
    ),
    item(
        "C15",
        "what abstraction must leave alone: shared tails, and nodes that relate variables",
        &["lists/walk", "calls/traverse_it_2"],
        "`sets::tests`; `tests/acceptance`",
    ),
    item(
        "S1",
        "C3 and C4 in one piece of memory, used in turn: when all is given back, it is one block again",
        &["blocks/free_list"],
        "a stretch of our own",
    ),
    item("S2", "C6 in one piece of memory, used in turn, likewise", &["blocks/roving"], "a stretch of our own"),
];

/// Ways to join.
pub const JOINS: &[Item] = &[
    item(
        "M9",
        "mark: what is marked is what the root leads to; partial isomorphism with ≥ 100 times fewer heaps",
        &["trees/mark"],
        "by graphs: 7,369 structures; more than 5,000,000 without joins, where it was stopped. With one link both prove it, with 1,090 and 147,536 (`graphs.rs`)",
    ),
    item(
        "M10",
        "Lindstrom's scan restores the tree; partial isomorphism with ≥ 30 times fewer heaps",
        &["trees/scan", "trees/schorr_waite"],
        "`scan`: 2 heaps at the loop, 5 without joins: ways back are folded before they are joined. Also Schorr and Waite's marking",
    ),
    item(
        "M12",
        "powerset and partial isomorphism agree where both finish; with all shapes kept apart, it is the powerset",
        &[],
        "`tests/acceptance`, over all cases; `sets::tests`",
    ),
    item(
        "M13",
        "a join is least among heaps; dropping what is covered changes nothing",
        &[],
        "`sets::tests`, by brute force; `soundness`",
    ),
    item(
        "M15",
        "k queues: 3^k heaps, 3k parts, k = 1 … 6",
        &["many/enqueue_*"],
        "`decompose::tests`, `joins.rs`; [figures](shape_figures.md)",
    ),
    item(
        "M16",
        "`t1->next = temp` on three states of list 1: three combinations, list 2 is not touched",
        &["many/enqueue_2"],
        "`decompose::tests`",
    ),
    item(
        "M17",
        "taken apart and put together is the same; two heaps become their four combinations",
        &[],
        "`decompose::tests`",
    ),
    item("M18", "parts that fit together but to no whole", &[], "`decompose::tests`"),
    item("M19", "choosing parts solves exact cover", &[], "`decompose::tests`, against brute force"),
    item(
        "M20",
        "programs on one list: the same with parts, except the queue of two stacks",
        &["lists/*", "many/queue_2_stacks"],
        "`tests/acceptance`. The last cell by a trailing pointer and the handle of a cycle, too: only parts of a whole are combined",
    ),
    item(
        "M21",
        "five lists joined and split, drivers: a tenth of the states with parts",
        &["many/join_5", "many/split_5", "many/firewire", "many/serial_4", "many/serial_5"],
        "`tests/acceptance`: `split_5` has 250 wholes and 22 parts at its loop; as wholes, the drivers take too long",
    ),
    item("M22", "parts one by one make the same combinations as all at once", &[], "`decompose::tests`"),
    item(
        "M23",
        "free: a double free, a use after free, an overwritten pointer are found once each",
        &["local/nothing", "lists/delete", "lists/delete_all"],
        "`tests/acceptance`",
    ),
];

/// The programs of the list chapter.
pub const PROGRAMS: &[Item] = &[
    item("P1", "from head to tail", &["lists/walk"], ""),
    item("P2", "create", &["lists/create"], ""),
    item("P3", "delete one cell", &["lists/delete"], ""),
    item("P4", "delete all", &["lists/delete_all"], ""),
    item(
        "P5",
        "the last cell, by a trailing pointer and by looking ahead",
        &["lists/get_last", "lists/get_last_ahead"],
        "",
    ),
    item("P6", "the last cell of a cycle", &["lists/get_last_cyclic"], ""),
    item("P7", "insert, sorted and anywhere", &["lists/insert", "lists/insert_anywhere"], ""),
    item("P8", "merge", &["lists/merge"], ""),
    item("P9", "cut a segment out of a cycle", &["lists/remove_segment"], ""),
    item("P10", "reverse", &["lists/reverse"], ""),
    item("P11", "reverse a cycle", &["lists/reverse_cyclic"], ""),
    item("P12", "reverse a list that ends in a cycle", &["lists/reverse_panhandle"], ""),
    item("P13", "rotate", &["lists/rotate"], ""),
    item("P14", "search", &["lists/search"], ""),
    item("P15", "search without a null test: exactly that error", &["lists/search"], "`search.no-null-test`"),
    item("P16", "swap the first two", &["lists/swap"], ""),
    item("P17", "two queues of events", &["many/enqueue_events"], ""),
    item("P18", "a queue of two stacks", &["many/queue_2_stacks"], "with parts, what relates the stacks is lost"),
    item("P19", "join five lists", &["many/join_5"], ""),
    item("P20", "split into five lists", &["many/split_5"], ""),
    item("P21", "models of drivers", &["many/firewire", "many/serial_4", "many/serial_5"], ""),
    item("P22", "six lists: prepend, join", &["many/prepend_6", "many/join_6"], ""),
];

/// Every list of items, with its heading.
pub const LISTS: &[(&str, &[Item])] = &[
    ("Calls on local heaps", CALLS),
    ("Blocks and arithmetic", BLOCKS),
    ("Ways to join", JOINS),
    ("Programs on lists", PROGRAMS),
];

impl Item {
    /// Does a case, by `group/name`, stand for this item?
    pub fn includes(&self, name: &str) -> bool {
        self.programs.iter().any(|program| match program.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *program,
        })
    }
}
