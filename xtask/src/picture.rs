//! `cargo xtask picture`: the pictures of the documentation, from real runs.
//!
//! A terminal's output becomes an SVG drawing; a page of the HTML report becomes a PNG file, if a Chromium is given.

use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CHAR_WIDTH: f64 = 8.4;
const LINE_HEIGHT: f64 = 19.0;
const MARGIN: f64 = 16.0;
/// Room for the title bar.
const TOP: f64 = 36.0;

#[derive(Args)]
pub struct PictureArgs {
    /// Where the pictures go
    #[arg(default_value = "docs/images")]
    folder: PathBuf,
    /// The `cairn` to run
    #[arg(long, default_value = "target/release/cairn")]
    cairn: PathBuf,
    /// A Chromium that makes a picture of a page
    #[arg(long)]
    browser: Option<PathBuf>,
}

pub fn run(args: &PictureArgs) -> Result<bool, String> {
    std::fs::create_dir_all(&args.folder).map_err(|error| error.to_string())?;
    let words = ["check", "examples/list.c"];
    let output = Command::new(&args.cairn).args(words).env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR").output();
    let output = output.map_err(|error| format!("{}: {error}", args.cairn.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let title = format!("$ cairn {}", words.join(" "));
    let file = args.folder.join("check.svg");
    std::fs::write(&file, terminal_svg(&title, &text)).map_err(|error| error.to_string())?;
    println!("{}", file.display());
    if let Some(browser) = &args.browser {
        let file = args.folder.join("finding.png");
        page_picture(args, browser, &file)?;
        println!("{}", file.display());
    }
    Ok(true)
}

/// A picture of the page of the first finding.
fn page_picture(args: &PictureArgs, browser: &Path, file: &Path) -> Result<(), String> {
    let site = std::env::temp_dir().join(format!("cairn-picture-{}", std::process::id()));
    let format = format!("html={}", site.display());
    let check = Command::new(&args.cairn).args(["check", "--quiet", "--format", &format, "examples/list.c"]).output();
    check.map_err(|error| error.to_string())?;
    let pages = std::fs::read_dir(&site).map_err(|error| error.to_string())?.flatten();
    let page = pages.map(|entry| entry.path()).find(|path| path.to_string_lossy().contains("finding-"));
    let page = page.ok_or("there is no finding to picture")?;
    let file = std::path::absolute(file).map_err(|error| error.to_string())?;
    let status = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1400,900"])
        .args([format!("--screenshot={}", file.display()), format!("file://{}", page.display())])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    _ = std::fs::remove_dir_all(&site);
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the browser ended with {status}")),
        Err(error) => Err(format!("{}: {error}", browser.display())),
    }
}

/// Text with colours as a drawing of a terminal, in colours that suit light and dark surroundings.
fn terminal_svg(title: &str, text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let columns =
        lines.iter().map(|line| spans(line).iter().map(|span| span.text.chars().count()).sum()).max().unwrap_or(0);
    let width = MARGIN * 2.0 + columns.max(title.len()) as f64 * CHAR_WIDTH;
    let height = TOP + MARGIN * 2.0 + lines.len() as f64 * LINE_HEIGHT;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <style>text{{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e3e6ea;white-space:pre}}\
         .b{{font-weight:700}}.red{{fill:#ff8a80}}.blue{{fill:#7fb3ff}}.green{{fill:#6fd08c}}.yellow{{fill:#ffcf70}}.cyan{{fill:#7fe0e0}}\
         .title{{fill:#9aa3af}}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#14171c\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"{:.0}\">{}</text>\n",
        MARGIN + 10.0,
        escape(title)
    );
    for (row, line) in lines.iter().enumerate() {
        let y = TOP + MARGIN + (row as f64 + 0.5) * LINE_HEIGHT;
        let mut column = 0;
        for span in spans(line) {
            let x = MARGIN + column as f64 * CHAR_WIDTH;
            let length = span.text.chars().count();
            column += length;
            if span.text.trim().is_empty() {
                continue;
            }
            let class = if span.class.is_empty() { String::new() } else { format!(" class=\"{}\"", span.class) };
            // The length keeps columns in line whatever font there is.
            let fixed = length as f64 * CHAR_WIDTH;
            _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{fixed:.1}\" xml:space=\"preserve\"{class}>{}</text>",
                escape(&span.text)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Span {
    text: String,
    class: String,
}

/// Splits a line at its colour codes.
fn spans(line: &str) -> Vec<Span> {
    let mut spans = vec![Span::default()];
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        spans.last_mut().expect("never empty").text.push_str(before);
        let (codes, after) = after.split_once('m').unwrap_or(("", after));
        let class = codes.split(';').fold(spans.last().expect("never empty").class.clone(), styled);
        spans.push(Span { text: String::new(), class });
        rest = after;
    }
    spans.last_mut().expect("never empty").text.push_str(rest);
    spans.retain(|span| !span.text.is_empty());
    spans
}

fn styled(class: String, code: &str) -> String {
    let word = match code {
        "1" => "b",
        "31" | "91" => "red",
        "32" | "92" => "green",
        "33" | "93" => "yellow",
        "34" | "94" => "blue",
        "36" | "96" => "cyan",
        "0" | "" => return String::new(),
        _ => return class,
    };
    if class.is_empty() { word.to_owned() } else { format!("{class} {word}") }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_classes() {
        let parts = spans("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: <x>");
        let parts: Vec<(&str, &str)> = parts.iter().map(|span| (span.text.as_str(), span.class.as_str())).collect();
        assert_eq!(parts, [("error", "b red"), (": <x>", "")]);
        assert!(terminal_svg("$ x", "a < b\n").contains("a &lt; b"));
    }
}
