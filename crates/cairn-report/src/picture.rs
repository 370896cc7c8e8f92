//! The memory of an execution as a picture: variables of the user's active functions, what they lead to, and what is lost.
//!
//! Blocks of the heap have no type of their own; they get the one that the pointers leading to them have, or that of
//! another block from the same place. Local variables are where memory has them, so the program must be executed as Clang
//! wrote it, without promotion to values.

use crate::layout::{holds_pointers, members, type_name};
use cairn_draw::{Edge, Graph, Node, NodeKind, Port, Row, svg};
use cairn_interp::{InfoKind, Link, MemoryView, ObjectView};
use cairn_ir::{CTypeId, FileId, FuncId, FuncOrigin, Program};
use std::collections::{BTreeSet, VecDeque};

/// More objects than this are not drawn.
const MOST: usize = 60;

/// The picture of memory as SVG.
pub fn heap_svg(program: &Program, view: &MemoryView, title: &str) -> String {
    svg(&heap_graph(program, view, title))
}

/// The picture of memory as boxes and arrows.
pub fn heap_graph(program: &Program, view: &MemoryView, title: &str) -> Graph {
    let models = program.funcs.iter().filter(|func| func.origin == FuncOrigin::Model);
    let mut picture = Picture {
        program,
        view,
        files_of_models: models.filter(|func| !func.span.is_none()).map(|func| func.span.file).collect(),
        types: vec![None; view.objects.len()],
        nodes: vec![None; view.objects.len()],
        order: Vec::new(),
        graph: Graph { title: title.to_owned(), ..Graph::default() },
    };
    picture.choose();
    picture.draw_nodes();
    picture.draw_edges();
    picture.graph
}

struct Picture<'a> {
    program: &'a Program,
    view: &'a MemoryView,
    files_of_models: BTreeSet<FileId>,
    /// By object, as are `nodes`.
    types: Vec<Option<CTypeId>>,
    nodes: Vec<Option<usize>>,
    /// The objects that are drawn, with the variables first.
    order: Vec<usize>,
    graph: Graph,
}

impl Picture<'_> {
    /// Variables, then what they lead to, nearest first, then blocks that nothing leads to.
    fn choose(&mut self) {
        let mut taken = vec![false; self.view.objects.len()];
        for (index, object) in self.view.objects.iter().enumerate() {
            if self.is_variable(object) {
                self.types[index] = self.declared_type(object);
                taken[index] = true;
                self.order.push(index);
            }
        }
        let variables = self.order.clone();
        self.follow(variables.into(), &mut taken);
        self.type_by_origin();
        for index in 0..self.view.objects.len() {
            let object = &self.view.objects[index];
            if object.live && object.info.kind == InfoKind::Heap && !taken[index] {
                taken[index] = true;
                self.order.push(index);
                self.follow([index].into(), &mut taken);
            }
        }
    }

    fn follow(&mut self, mut work: VecDeque<usize>, taken: &mut [bool]) {
        while let Some(index) = work.pop_front() {
            let object = &self.view.objects[index];
            let members = self.types[index].map_or_else(Vec::new, |ty| members(self.program, object, ty));
            for link in &object.links {
                let pointee =
                    members.iter().find(|member| member.offset == link.at).and_then(|member| member.points_to);
                if link.offset == 0 && self.types[link.target].is_none() {
                    self.types[link.target] = pointee;
                }
                if !taken[link.target] && !self.is_code(link.target) {
                    taken[link.target] = true;
                    self.order.push(link.target);
                    work.push_back(link.target);
                }
            }
        }
    }

    /// What was allocated at the same place, with the same size, is taken for the same thing.
    fn type_by_origin(&mut self) {
        let is_user = |func: FuncId| self.program.funcs[func].origin == FuncOrigin::User;
        let origin = |object: &ObjectView| {
            let made = object.info.made.iter().find(|entry| is_user(entry.func))?;
            (object.info.kind == InfoKind::Heap).then_some((made.span, object.info.size))
        };
        for index in 0..self.types.len() {
            let Some(this) = origin(&self.view.objects[index]).filter(|_| self.types[index].is_none()) else {
                continue;
            };
            let same = |&other: &usize| origin(&self.view.objects[other]) == Some(this);
            let typed = (0..self.types.len()).filter(|&other| self.types[other].is_some()).find(same);
            self.types[index] = typed.and_then(|other| self.types[other]);
        }
    }

    fn is_code(&self, object: usize) -> bool {
        matches!(self.view.objects[object].info.kind, InfoKind::Function(_))
    }

    /// A live variable of the user's that can point to something and was written.
    fn is_variable(&self, object: &ObjectView) -> bool {
        let pointing = || self.declared_type(object).is_some_and(|ty| holds_pointers(self.program, ty));
        let users = match object.info.kind {
            InfoKind::Stack => object.var.is_some_and(|(func, _)| self.program.funcs[func].origin == FuncOrigin::User),
            InfoKind::Global(id) => {
                let global = &self.program.globals[id];
                !global.constant && !global.span.is_none() && !self.files_of_models.contains(&global.span.file)
            }
            _ => false,
        };
        // Before its scope begins, a variable holds nothing.
        let written = object.undefined.iter().any(|&bits| bits != 0xff);
        users && object.live && written && (pointing() || !object.links.is_empty())
    }

    fn declared_type(&self, object: &ObjectView) -> Option<CTypeId> {
        match (object.info.kind, object.var) {
            (InfoKind::Global(id), _) => self.program.globals[id].ctype,
            (_, Some((func, var))) => self.program.funcs[func].body.as_ref()?.vars[var].ty,
            _ => None,
        }
    }

    // ---- boxes ----

    fn draw_nodes(&mut self) {
        for index in self.order.clone().into_iter().take(MOST) {
            let node = self.node(index);
            self.nodes[index] = Some(self.graph.add(node));
        }
        if self.order.len() > MOST {
            let rest = format!("… and {} objects more", self.order.len() - MOST);
            self.graph.add(Node::new(NodeKind::Null, &rest));
        }
    }

    fn node(&self, index: usize) -> Node {
        let object = &self.view.objects[index];
        let rows = self.rows(index);
        let mut node = Node { rows, freed: !object.live, ..Node::new(NodeKind::Object, &self.title(object, index)) };
        if self.is_variable(object) {
            node.kind = NodeKind::Root;
            // A variable that is one pointer is its name, and its value where no arrow shows it.
            if let [only] = &node.rows[..]
                && only.name.is_empty()
            {
                let value = if only.text.is_empty() { String::new() } else { format!(" = {}", only.text) };
                node.title.push_str(&value);
                node.rows.clear();
            }
        }
        node
    }

    fn rows(&self, index: usize) -> Vec<Row> {
        let object = &self.view.objects[index];
        if !object.live {
            return Vec::new();
        }
        if let Some(ty) = self.types[index] {
            let row = |member: crate::layout::Member| {
                let text = self.function_at(object, member.offset).unwrap_or(member.text);
                Row { offset: Some(member.offset), name: member.name, text, changed: false }
            };
            return members(self.program, object, ty).into_iter().map(row).collect();
        }
        let row = |link: &Link| Row { offset: Some(link.at), ..Row::default() };
        object.links.iter().map(row).collect()
    }

    fn function_at(&self, object: &ObjectView, offset: u64) -> Option<String> {
        let link = object.links.iter().find(|link| link.at == offset && self.is_code(link.target))?;
        self.view.objects[link.target].info.name.clone()
    }

    fn title(&self, object: &ObjectView, index: usize) -> String {
        let name = object.info.name.clone();
        let function = object.var.filter(|_| self.several_functions()).map(|(func, _)| self.program.func_name(func));
        match (name, function) {
            (Some(name), Some(function)) => return format!("{function}: {name}"),
            (Some(name), None) => return name,
            _ => {}
        }
        let what = self.types[index].and_then(|ty| type_name(self.program, ty));
        let what = what.unwrap_or_else(|| format!("{} bytes", object.info.size));
        if object.live { what } else { format!("{what}, gone") }
    }

    /// Are variables of more than one function in the picture?
    fn several_functions(&self) -> bool {
        let locals = self.order.iter().filter_map(|&index| self.view.objects[index].var);
        locals.map(|(func, _)| func).collect::<BTreeSet<_>>().len() > 1
    }

    // ---- arrows ----

    fn draw_edges(&mut self) {
        for &index in &self.order {
            let Some(node) = self.nodes[index] else { continue };
            for link in &self.view.objects[index].links {
                let Some(target) = self.nodes[link.target] else { continue };
                let row = |node: usize, offset: u64| {
                    self.graph.nodes[node].rows.iter().position(|row| row.offset == Some(offset))
                };
                let inside = u64::try_from(link.offset).ok().filter(|&offset| offset != 0);
                let to_row = inside.and_then(|offset| row(target, offset));
                let label =
                    if link.offset != 0 && to_row.is_none() { format!("{:+}", link.offset) } else { String::new() };
                let from = Port { node, row: row(node, link.at) };
                self.graph.edges.push(Edge { from, to: Port { node: target, row: to_row }, label });
            }
        }
    }
}
