//! Pictures of memory, from C programs that end in an error.

use cairn_cases::TempDir;
use cairn_driver::{Input, Loader, Options};
use cairn_interp::{Config, Machine, Output, Stream};
use std::process::Command;

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: Stream, _: &[u8]) {}
}

/// The titles of the nodes with their rows, and the edges, in words.
fn picture(source: &str) -> (Vec<String>, Vec<String>) {
    let folder = TempDir::new().expect("a place for temporary files");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("writable");
    let loader = Loader::new(Options { promote: false, ..Options::default() });
    let loaded = loader.load(&[Input::new(&file, &[])]).expect("it compiles");
    let mut machine = Machine::new(&loaded.program, Config::default(), Nowhere).expect("a main");
    machine.run();
    let graph = cairn_report::heap_graph(&loaded.program, &machine.view(), "title");
    let title = |node: usize| graph.nodes[node].title.clone();
    let field = |node: usize, row: Option<usize>| {
        row.map_or(String::new(), |row| format!(".{}", graph.nodes[node].rows[row].name))
    };
    let nodes = graph.nodes.iter().map(|node| {
        let rows = node.rows.iter().map(|row| format!(" +{} {}={}", row.offset.unwrap_or(99), row.name, row.text));
        format!("{:?}{} {}{}", node.kind, if node.freed { " freed" } else { "" }, node.title, rows.collect::<String>())
    });
    let edges = graph.edges.iter().map(|edge| {
        let (from, to) = (edge.from, edge.to);
        format!(
            "{}{} -> {}{} {}",
            title(from.node),
            field(from.node, from.row),
            title(to.node),
            field(to.node, to.row),
            edge.label
        )
    });
    (nodes.collect(), edges.map(|edge| edge.trim().to_owned()).collect())
}

const LIST: &str = r#"
#include <stdlib.h>
struct node { int data; struct node *next; char name[4]; };
static struct node *new_node(int data, struct node *next) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){data, next, "ab"};
    return node;
}
int main(void) {
    struct node *head = new_node(-1, new_node(2, NULL)), *gone = head->next, *none = NULL;
    int number = 7;
    new_node(3, NULL);
    free(gone);
    return gone->data + (none == NULL) + number;
}
"#;

#[test]
fn variables_blocks_and_what_is_freed_or_lost_are_drawn() {
    let (nodes, edges) = picture(LIST);
    let cell = |data: &str, next: &str| format!("Object struct node +0 data={data} +8 next={next} +16 name=\"ab\"");
    assert_eq!(
        nodes,
        [
            "Root head".to_owned(),
            "Root gone".to_owned(),
            "Root none = null".to_owned(),
            cell("-1", ""),
            "Object freed struct node, gone".to_owned(),
            cell("3", "null"),
        ]
    );
    assert_eq!(edges, ["head -> struct node", "gone -> struct node, gone", "struct node.next -> struct node, gone"]);
}

#[test]
fn links_into_objects_end_at_their_member_and_functions_are_named() {
    let (nodes, edges) = picture(
        r#"
#include <stdlib.h>
struct link { struct link *next; };
struct item { long id; struct link link; void (*call)(void); double half; };
static struct item items[2];
static void nothing(void) {}
static void stop(struct link *from) { abort(); }
int main(void) {
    struct link head = {&items[1].link};
    items[1] = (struct item){5, {&items[0].link}, nothing, 0.5};
    stop(&head);
}
"#,
    );
    assert_eq!(
        nodes,
        [
            "Root items +0 [0].id=0 +8 [0].link.next=null +16 [0].call=null +24 [0].half=0 +32 [1].id=5 \
             +40 [1].link.next= +48 [1].call=nothing +56 [1].half=0.5",
            "Root main: head +0 next=",
            "Root stop: from",
        ]
    );
    assert_eq!(
        edges,
        [
            "items.[1].link.next -> items.[0].link.next",
            "main: head.next -> items.[1].link.next",
            "stop: from -> main: head"
        ]
    );
}

#[test]
fn the_command_writes_the_picture() {
    let folder = TempDir::new().expect("a place for temporary files");
    let (source, file) = (folder.path().join("list.c"), folder.path().join("heap.svg"));
    std::fs::write(&source, LIST).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let run = command.arg("run").arg(&source).arg("--heap-graph").arg(&file).output().expect("it runs");
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    let svg = std::fs::read_to_string(&file).expect("written");
    assert!(svg.starts_with("<svg ") && svg.contains("line 14: use-after-free") && svg.contains("struct node, gone"));
}

#[test]
fn every_refuted_obligation_gets_its_picture() {
    let folder = TempDir::new().expect("a place for temporary files");
    let (source, pictures) = (folder.path().join("list.c"), folder.path().join("pictures"));
    std::fs::write(&source, LIST).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    let check = command.args(["check", "--alloc-may-fail", "no", "--heap-graphs"]).arg(&pictures).arg(&source);
    let text = String::from_utf8(check.output().expect("it runs").stdout).expect("text");
    let ids: Vec<&str> = text.split("by execution; id ").skip(1).map(|rest| &rest[..8]).collect();
    assert!(!ids.is_empty(), "{text}");
    for id in ids {
        let svg = std::fs::read_to_string(pictures.join(format!("{id}.svg"))).expect("written");
        assert!(svg.contains("line 14: use-after-free") && svg.contains(">gone<"), "{svg}");
    }
}
