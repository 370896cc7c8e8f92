//! Random small heaps: lists of all kinds, spoilt a little.

use super::laboratory::Recipe;

/// A generator of numbers; the seed decides.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[derive(Clone, Copy, Default)]
struct Node {
    next: usize,
    prev: usize,
    down: usize,
    data: i32,
}

/// Kinds of heaps; those of one kind have much in common.
pub const KINDS: usize = 12;

/// `alone`: only one variable holds the heap.
pub fn recipe(random: &mut Random, kind: usize, alone: bool) -> Recipe {
    let count = random.below(7);
    let mut nodes = vec![Node::default(); count];
    let list = 1..=count;
    match kind {
        0 => nodes.iter_mut().for_each(|node| {
            (node.next, node.prev, node.down) =
                (random.below(count + 1), random.below(count + 1), random.below(count + 1));
        }),
        1 => link(&mut nodes, &list.collect::<Vec<_>>(), false, 0),
        2 => link(&mut nodes, &list.collect::<Vec<_>>(), true, 0),
        3 => link(&mut nodes, &list.collect::<Vec<_>>(), false, count.min(1)),
        4 => link(&mut nodes, &list.collect::<Vec<_>>(), true, count.min(1)),
        5 => nested(&mut nodes, random),
        6 | 7 => {
            let (first, second) = (1..=count / 2, count / 2 + 1..=count);
            link(&mut nodes, &second.collect::<Vec<_>>(), kind == 7, 0);
            let shared = if random.one_in(2) { 0 } else { (count / 2 + 1).min(count) };
            link(&mut nodes, &first.collect::<Vec<_>>(), kind == 7, shared);
        }
        8 | 9 => grow(&mut nodes, random, kind == 9),
        10 => optional(&mut nodes, random),
        _ => {
            link(&mut nodes, &list.collect::<Vec<_>>(), random.one_in(2), 0);
            (1..=count).for_each(|at| nodes[at - 1].down = at);
        }
    }
    let style = random.below(4);
    for node in &mut nodes {
        node.data = match style {
            0 => 3,
            1 => random.below(4) as i32,
            2 => -1,
            _ => random.below(3) as i32 - 1,
        };
    }
    if count > 0 && random.one_in(3) {
        let (at, to) = (random.below(count), random.below(count + 1));
        match random.below(3) {
            0 => nodes[at].next = to,
            1 => nodes[at].prev = to,
            _ => nodes[at].down = to,
        }
    }
    finish(random, &nodes, alone)
}

/// Links nodes in this order; the last one leads to `end`.
fn link(nodes: &mut [Node], order: &[usize], back: bool, end: usize) {
    for (k, &at) in order.iter().enumerate() {
        nodes[at - 1].next = *order.get(k + 1).unwrap_or(&end);
        if back && k > 0 {
            nodes[at - 1].prev = order[k - 1];
        }
    }
    if let (true, Some(&last)) = (back && end > 0, order.last()) {
        nodes[end - 1].prev = last;
    }
}

/// A tree through `next` and `down`; `prev` leads to the parent if it is known.
fn grow(nodes: &mut [Node], random: &mut Random, parents: bool) {
    for child in 2..=nodes.len() {
        let open: Vec<usize> = (0..child - 1).filter(|&at| nodes[at].next == 0 || nodes[at].down == 0).collect();
        let parent = open[random.below(open.len())];
        let left = nodes[parent].down != 0 || (nodes[parent].next == 0 && random.one_in(2));
        *(if left { &mut nodes[parent].next } else { &mut nodes[parent].down }) = child;
        if parents {
            nodes[child - 1].prev = parent + 1;
        }
    }
}

/// A list in which each node has a list of its own, of at most one node.
fn nested(nodes: &mut [Node], random: &mut Random) {
    let outer = nodes.len().div_ceil(2);
    link(nodes, &(1..=outer).collect::<Vec<_>>(), false, 0);
    let all = random.one_in(2);
    for inner in outer + 1..=nodes.len() {
        if all || random.one_in(2) {
            nodes[inner - outer - 1].down = inner;
        }
    }
}

/// A list in which each node has something of its own, or leads to itself, or to nothing.
fn optional(nodes: &mut [Node], random: &mut Random) {
    let outer = nodes.len().div_ceil(2);
    link(nodes, &(1..=outer).collect::<Vec<_>>(), random.one_in(2), 0);
    let own = random.one_in(2);
    for at in 1..=outer {
        let has_one = outer + at <= nodes.len() && random.one_in(2);
        nodes[at - 1].down = if has_one { outer + at } else { at * usize::from(own) };
    }
}

/// Variables, mostly at the ends of lists.
fn finish(random: &mut Random, nodes: &[Node], alone: bool) -> Recipe {
    let count = nodes.len();
    let mut inputs = vec![count as i32];
    for node in nodes {
        inputs.extend([node.next as i32, node.prev as i32, node.down as i32, node.data]);
    }
    let mut var = |usual: usize| match random.below(6) {
        0 => random.below(count + 1),
        1 | 2 => 0,
        _ => usual.min(count),
    };
    let (x, y, z) = (var(1), var(count / 2 + 1), var(count));
    let pp = if random.one_in(3) { random.below(count + 1) } else { 0 };
    let n = random.below(4);
    let gone = if random.one_in(8) { random.below(count + 1) } else { 0 };
    let rest = if alone { [count.min(1), 0, 0, 0, n, 0] } else { [x, y, z, pp, n, gone] };
    inputs.extend(rest.map(|input| input as i32));
    Recipe { inputs }
}
