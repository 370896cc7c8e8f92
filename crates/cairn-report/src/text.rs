//! Reports in the look of rustc: title with rule, source excerpt, remarks.

use crate::finding::{End, Finding, Frame, RunReport, Stop};
use crate::path::Path;
use crate::source::{Place, Sources};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

/// Calls shown of a deep stack: so many innermost, so many outermost.
const SHOWN_FRAMES: (usize, usize) = (8, 4);
/// Steps of deeper calls are not indented further.
const MAX_INDENT: usize = 8;

/// The whole report with colours; `quiet` leaves the closing line out.
pub fn to_text(report: &RunReport, quiet: bool) -> String {
    let mut sources = Sources::default();
    let mut out = String::new();
    for finding in &report.findings {
        out.push_str(&one_finding(finding, &mut sources));
        out.push_str("\n\n");
    }
    if let End::Stopped(stop) = &report.end {
        out.push_str(&one_stop(stop, &mut sources));
        out.push_str("\n\n");
    }
    if !quiet {
        out.push_str(&closing_line(report));
        out.push('\n');
    }
    out
}

pub(crate) fn render(group: Group<'_>) -> String {
    Renderer::styled().render(&[group])
}

pub(crate) fn one_finding(finding: &Finding, sources: &mut Sources) -> String {
    one_finding_as(Level::ERROR, finding, sources)
}

pub(crate) fn one_finding_as(level: Level<'static>, finding: &Finding, sources: &mut Sources) -> String {
    let title = level.primary_title(finding.message.clone()).id(finding.rule.name());
    let mut group = Group::with_title(title);
    let mut marks = Marks::default();
    if let Some(place) = &finding.place {
        marks.add(place, AnnotationKind::Primary, finding.label.clone());
    }
    for note in &finding.notes {
        match &note.place {
            Some(place) => marks.add(place, AnnotationKind::Context, Some(note.message.clone())),
            None => group = group.element(Level::NOTE.message(note.message.clone())),
        }
    }
    group = marks.elements(sources).into_iter().fold(group, Group::element);
    if let Some(steps) = path_text(&finding.path, finding.place.as_ref()) {
        group = group.element(Level::NOTE.with_name("path").message(steps));
    }
    if !finding.path.values.is_empty() {
        group = group.element(Level::NOTE.with_name("values").message(finding.path.values.join(", ")));
    }
    for (title, text) in &finding.remarks {
        group = group.element(Level::NOTE.with_name(*title).message(text.clone()));
    }
    if finding.path.steps.is_empty() {
        let stack = stack_text(&finding.stack);
        group =
            stack.into_iter().fold(group, |group, stack| group.element(Level::NOTE.with_name("stack").message(stack)));
    }
    if let Some(help) = finding.help() {
        group = group.element(Level::HELP.message(help));
    }
    render(group)
}

/// The way to the error, one line per step, indented by the depth of calls.
fn path_text(path: &Path, around: Option<&Place>) -> Option<String> {
    if path.steps.is_empty() {
        return None;
    }
    let digits = path.steps.len().to_string().len();
    let places: Vec<String> = path.steps.iter().map(|step| step_place(step.place.as_ref(), around)).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
    let mut lines = Vec::new();
    if path.cut {
        lines.push("… (the execution is long; its beginning is left out)".to_owned());
    }
    for ((at, step), place) in path.steps.iter().enumerate().zip(places) {
        let indent = "  ".repeat(step.depth.min(MAX_INDENT));
        lines.push(format!("{:>digits$}. {place:<width$}  {indent}{}", at + 1, step.text));
    }
    Some(lines.join("\n"))
}

/// A line of the file that the finding is in, or a place elsewhere.
fn step_place(place: Option<&Place>, around: Option<&Place>) -> String {
    match place {
        Some(place) if around.is_some_and(|around| around.file == place.file) => format!("line {}", place.line),
        Some(place) => Place { col: 0, ..place.clone() }.to_string(),
        None => String::new(),
    }
}

fn one_stop(stop: &Stop, sources: &mut Sources) -> String {
    let mut group = Group::with_title(Level::WARNING.primary_title(stop.why.clone()).id(stop.id));
    let mut marks = Marks::default();
    if let Some(place) = &stop.place {
        marks.add(place, AnnotationKind::Primary, Some("the execution stops here".to_owned()));
    }
    group = marks.elements(sources).into_iter().fold(group, Group::element);
    if let Some(stack) = stack_text(&stop.stack) {
        group = group.element(Level::NOTE.with_name("stack").message(stack));
    }
    if let Some(help) = stop.help {
        group = group.element(Level::HELP.message(help));
    }
    render(group)
}

/// Places to underline, in the order in which their files are first named.
#[derive(Default)]
struct Marks(Vec<(Place, AnnotationKind, Option<String>)>);

impl Marks {
    fn add(&mut self, place: &Place, kind: AnnotationKind, label: Option<String>) {
        self.0.push((place.clone(), kind, label));
    }

    /// One excerpt per file; a line of text for what cannot be excerpted.
    fn elements(&self, sources: &mut Sources) -> Vec<Element<'static>> {
        let mut elements: Vec<Element<'static>> = Vec::new();
        let mut done: Vec<&str> = Vec::new();
        for (place, ..) in &self.0 {
            if done.contains(&place.file.as_str()) {
                continue;
            }
            done.push(&place.file);
            let of_file = self.0.iter().filter(|(other, ..)| other.file == place.file);
            elements.extend(excerpt(place, of_file, sources));
        }
        elements
    }
}

fn excerpt<'m>(
    first: &Place,
    marks: impl Iterator<Item = &'m (Place, AnnotationKind, Option<String>)>,
    sources: &mut Sources,
) -> Vec<Element<'static>> {
    let mut plain = Vec::new();
    let mut snippet = None;
    for (place, kind, label) in marks {
        match sources.excerpt(place) {
            Some((text, range)) => {
                let so_far =
                    snippet.take().unwrap_or_else(|| Snippet::source(text.to_owned()).path(first.file.clone()));
                snippet = Some(so_far.annotation(kind.span(range).label(label.clone())));
            }
            None => plain.extend(without_source(place, label.as_deref())),
        }
    }
    snippet.map(Element::from).into_iter().chain(plain).collect()
}

fn without_source(place: &Place, label: Option<&str>) -> Vec<Element<'static>> {
    let mut origin = Origin::path(place.file.clone());
    if place.line != 0 {
        origin = origin.line(place.line as usize);
    }
    if place.line != 0 && place.col != 0 {
        origin = origin.char_column(place.col as usize);
    }
    let mut elements = vec![Element::from(origin)];
    elements.extend(label.map(|label| Element::from(Level::NOTE.message(label.to_owned()))));
    elements
}

/// The calls that led to the error; `None` if it is in the outermost function.
fn stack_text(stack: &[Frame]) -> Option<String> {
    let visible: Vec<String> = fold_models(stack);
    if visible.len() < 2 {
        return None;
    }
    let (inner, outer) = SHOWN_FRAMES;
    let mut lines = visible;
    if lines.len() > inner + outer + 1 {
        let hidden = lines.len() - inner - outer;
        lines.splice(inner..inner + hidden, [format!("… {hidden} calls more …")]);
    }
    Some(lines.join("\n"))
}

/// One line per frame; consecutive library frames become the name of the outermost, which the user called.
fn fold_models(stack: &[Frame]) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, frame) in stack.iter().enumerate() {
        let inside_model = frame.model && stack.get(index + 1).is_some_and(|caller| caller.model);
        if inside_model {
            continue;
        }
        lines.push(match &frame.place {
            _ if frame.model => format!("`{}` (library)", frame.function),
            Some(place) => format!("`{}` at {place}", frame.function),
            None => format!("`{}`", frame.function),
        });
    }
    lines
}

fn closing_line(report: &RunReport) -> String {
    let found = match report.findings.len() {
        0 => "no error found in this execution".to_owned(),
        1 => "1 error".to_owned(),
        n => format!("{n} errors"),
    };
    let end = match &report.end {
        End::Exit(code) => format!("the program ended with exit code {code}"),
        End::Abort => "the program called abort()".to_owned(),
        End::Error => "the execution ended there".to_owned(),
        End::Stopped(_) => "it stopped before its end".to_owned(),
    };
    let steps = if report.steps == 1 { "1 step".to_owned() } else { format!("{} steps", report.steps) };
    format!("cairn: {found}; {end}, after {steps}")
}

/// A message that is not about an error of the program: with the place that it concerns, if there is one.
pub fn message(level: Level<'static>, title: String, place: Option<&Place>, label: Option<String>) -> String {
    let mut group = Group::with_title(level.primary_title(title));
    if let Some(place) = place {
        group = at_place(group, place, label);
    }
    render(group)
}

/// Adds the place to a message; nothing if it is a whole file, which the message names.
pub(crate) fn at_place<'a>(group: Group<'a>, place: &Place, label: Option<String>) -> Group<'a> {
    if place.line == 0 {
        return label.into_iter().fold(group, |group, label| group.element(Level::NOTE.message(label)));
    }
    let mut marks = Marks::default();
    marks.add(place, AnnotationKind::Primary, label);
    marks.elements(&mut Sources::default()).into_iter().fold(group, Group::element)
}
