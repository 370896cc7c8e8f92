//! What every picture keeps, on random graphs; and what single pictures show.

use cairn_draw::{Drawing, Edge, Graph, Node, NodeKind, Point, Port, Rect, arrange, label_rect, svg};

/// A small generator, so that the graphs are the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn random_graph(seed: u64) -> Graph {
    let mut random = Random(seed);
    let mut graph = Graph { title: "x".repeat(random.below(3)), ..Graph::default() };
    for i in 0..1 + random.below(12) {
        let kind = [NodeKind::Object, NodeKind::Segment, NodeKind::Null, NodeKind::Root][random.below(4)];
        let mut node = Node::new(kind, &"title".repeat(random.below(3)));
        for row in 0..random.below(4) {
            node =
                node.with_row((row != 2).then_some(8 * row as u64), &format!("field{i}"), &"v".repeat(random.below(9)));
        }
        node.freed = random.below(5) == 0;
        graph.add(node);
    }
    for _ in 0..random.below(3 * graph.nodes.len()) {
        let mut port = || {
            let node = random.below(graph.nodes.len());
            let rows = graph.nodes[node].rows.len();
            Port { node, row: (rows > 0 && random.below(2) == 0).then(|| random.below(rows)) }
        };
        let (from, to) = (port(), port());
        graph.edges.push(Edge { from, to, label: "l".repeat(random.below(6)) });
    }
    graph
}

fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// On the left or right side, with the frame of a segment counted in.
fn on_side(rect: Rect, point: Point) -> bool {
    let frame = 3;
    let sides = [rect.x, rect.x - frame, rect.x + rect.width, rect.x + rect.width + frame];
    sides.contains(&point.x) && rect.y <= point.y && point.y <= rect.y + rect.height
}

fn strictly_inside(rect: Rect, point: Point) -> bool {
    rect.x < point.x && point.x < rect.x + rect.width && rect.y < point.y && point.y < rect.y + rect.height
}

/// Points along an arrow: its level pieces and its curves, densely.
fn trace(points: &[Point]) -> Vec<Point> {
    let mut out = Vec::new();
    if points.len() == 2 {
        return out;
    }
    for (i, pair) in points.windows(2).enumerate() {
        for step in 0..=40 {
            let t = f64::from(step) / 40.0;
            let (from, to) = (pair[0], pair[1]);
            let (dx, dy) = (f64::from(to.x - from.x), f64::from(to.y - from.y));
            let rest = 1.0 - t;
            let (x, y) = match i % 2 {
                0 => (dx * t, dy * t),
                _ => (dx * (1.5 * rest * rest * t + 1.5 * rest * t * t + t * t * t), dy * (3.0 - 2.0 * t) * t * t),
            };
            out.push(Point { x: from.x + x.round() as i32, y: from.y + y.round() as i32 });
        }
    }
    out
}

fn check(graph: &Graph, drawing: &Drawing) {
    let whole = Rect { x: 0, y: 0, width: drawing.width + 1, height: drawing.height + 1 };
    for (i, &rect) in drawing.boxes.iter().enumerate() {
        let others = drawing.boxes[i + 1..].iter();
        assert!(others.clone().all(|&other| !overlap(rect, other)), "boxes overlap: {graph:?}");
        let corner = Point { x: rect.x + rect.width, y: rect.y + rect.height };
        assert!(strictly_inside(whole, corner) && rect.x > 0 && rect.y > 0, "outside: {graph:?}");
    }
    for (edge, path) in graph.edges.iter().zip(&drawing.paths) {
        let (first, last) = (path.points[0], *path.points.last().expect("two points or more"));
        assert!(on_side(drawing.boxes[edge.from.node], first), "{edge:?} starts beside its box: {graph:?}");
        assert!(on_side(drawing.boxes[edge.to.node], last), "{edge:?} ends beside its box: {graph:?}");
        let crossed = trace(&path.points)
            .into_iter()
            .find(|&point| drawing.boxes.iter().any(|&rect| strictly_inside(rect, point)));
        assert_eq!(crossed, None, "{edge:?} runs through a box: {graph:?}");
        assert!(path.points.iter().all(|&point| strictly_inside(whole, point)));
    }
    let labelled = graph.edges.iter().zip(&drawing.paths).filter(|(edge, _)| !edge.label.is_empty());
    let labels: Vec<Rect> = labelled.map(|(edge, path)| label_rect(path, &edge.label)).collect();
    for (i, &rect) in labels.iter().enumerate() {
        assert!(labels[i + 1..].iter().all(|&other| !overlap(rect, other)), "labels overlap: {graph:?}");
    }
}

#[test]
fn boxes_never_overlap_and_arrows_run_from_box_to_box_around_the_others() {
    for seed in 0..600 {
        let graph = random_graph(seed);
        check(&graph, &arrange(&graph));
    }
}

#[test]
fn the_same_graph_gives_the_same_picture() {
    for seed in 0..40 {
        assert_eq!(svg(&random_graph(seed)), svg(&random_graph(seed)));
    }
}

/// Tags open and close in order, and text holds nothing that is markup.
fn check_markup(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') || open.last() == Some(&"style"), "markup in {text:?}");
        let name = tag.split([' ', '/']).find(|word| !word.is_empty()).expect("a name");
        match tag {
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
        let entities = text.split('&').skip(1);
        assert!(entities.into_iter().all(|entity| entity.contains(';')), "an open entity in {text:?}");
    }
    assert!(open.is_empty());
}

#[test]
fn text_is_escaped_wherever_it_stands() {
    let nasty = "<a href=\"x\">&amp; 'b' \u{0}\u{1b}\u{ffff}</a>";
    let mut graph = Graph { title: nasty.to_owned(), ..Graph::default() };
    let node = graph.add(Node::new(NodeKind::Object, nasty).with_row(Some(0), nasty, nasty));
    graph.link(node, Some(0), node, nasty);
    let picture = svg(&graph);
    check_markup(&picture);
    assert!(!picture.contains("<a ") && picture.contains("&lt;a href=&quot;x&quot;&gt;&amp;amp; &#39;b&#39;"));
    assert!(picture.chars().all(|c| c == '\n' || !c.is_control()));
    (0..40).for_each(|seed| check_markup(&svg(&random_graph(seed))));
}

fn list(length: usize) -> Graph {
    let mut graph = Graph::default();
    let cells: Vec<usize> =
        (0..length).map(|_| graph.add(Node::new(NodeKind::Object, "node").with_row(Some(0), "next", ""))).collect();
    cells.windows(2).for_each(|pair| graph.link(pair[0], Some(0), pair[1], ""));
    graph
}

#[test]
fn a_list_reads_from_left_to_right_and_a_variable_stands_before_what_it_points_to() {
    let mut graph = list(5);
    let root = graph.add(Node::new(NodeKind::Root, "tail"));
    graph.link(root, None, 4, "");
    let boxes = arrange(&graph).boxes;
    assert!(boxes[..5].windows(2).all(|pair| pair[0].x + pair[0].width < pair[1].x));
    assert_eq!(boxes[root].x, boxes[3].x);
}

#[test]
fn ten_lists_stand_above_one_another() {
    let mut graph = Graph::default();
    for _ in 0..10 {
        let cell = graph.add(Node::new(NodeKind::Segment, "list"));
        let root = graph.add(Node::new(NodeKind::Root, "x"));
        graph.link(root, None, cell, "");
    }
    let drawing = arrange(&graph);
    let lists: Vec<Rect> = drawing.boxes.iter().step_by(2).copied().collect();
    assert!(lists.windows(2).all(|pair| pair[0].x == pair[1].x && pair[0].y + pair[0].height < pair[1].y));
    assert!(drawing.paths.iter().all(|path| path.points.iter().all(|point| point.y == path.points[0].y)), "level");
}

#[test]
fn kinds_can_be_told_apart() {
    let picture = |node: Node| {
        let mut graph = Graph::default();
        graph.add(node);
        svg(&graph)
    };
    let frames = |picture: &str| picture.matches(r#"<rect class="frame""#).count();
    assert_eq!(frames(&picture(Node::new(NodeKind::Object, "x"))), 0);
    assert_eq!(frames(&picture(Node::new(NodeKind::Segment, "x"))), 1, "a double box");
    assert!(picture(Node::new(NodeKind::Object, "x").freed()).contains(r#"<line class="strike""#), "struck out");
    assert!(!picture(Node::new(NodeKind::Object, "x")).contains(r#"class="strike""#));
    assert!(picture(Node::new(NodeKind::Root, "x")).contains(r#"<g class="root">"#));
}

#[test]
fn light_and_dark_are_in_every_picture() {
    assert!(svg(&Graph::default()).contains("@media (prefers-color-scheme: dark)"));
}

#[test]
fn nonsense_is_drawn_as_far_as_it_goes() {
    let mut graph = list(2);
    graph.link(0, Some(17), 1, "no such row");
    graph.link(0, None, 99, "no such node");
    let picture = svg(&graph);
    check_markup(&picture);
    assert!(picture.contains("no such row") && !picture.contains("no such node"));
}
