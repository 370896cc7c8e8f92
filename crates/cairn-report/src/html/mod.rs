//! The report as static pages: one for the project, one for each finding.
//!
//! Every page stands alone: styles and scripts are inside, nothing is loaded from anywhere, and a policy in the page forbids it.
//! Text of the program (names, source, statements) is escaped wherever it goes; nothing of it becomes markup or script.
//!
//! Not here: writing files, the words (`path`, `snapshot`).

mod draw;
mod finding;
mod index;

use crate::check::CheckReport;
use crate::source::Sources;
use crate::triage::Triage;

/// Digits of an id in a file name.
const ID_DIGITS: usize = 12;

const STYLE: &str = include_str!("style.css");

/// One file of the report.
pub struct Page {
    pub name: String,
    pub content: String,
}

/// All pages; the first is the one to open.
pub fn check_to_html(report: &CheckReport, triage: &Triage) -> Vec<Page> {
    let mut sources = Sources::default();
    let mut pages = vec![Page { name: "index.html".to_owned(), content: index::page(report, triage) }];
    for item in &report.items {
        if let Some(finding) = item.finding() {
            let content = finding::page(item, finding, &mut sources);
            pages.push(Page { name: page_name(&item.id), content });
        }
    }
    pages
}

/// The name of a finding's page.
pub fn page_name(id: &str) -> String {
    format!("finding-{}.html", &id[..ID_DIGITS.min(id.len())])
}

/// Is this the name of a page of an earlier report?
pub fn is_page_name(name: &str) -> bool {
    let id = name.strip_prefix("finding-").and_then(|rest| rest.strip_suffix(".html"));
    id.is_some_and(|id| id.len() == ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A whole page. `script` and `style` are ours; `body` is markup in which all text is escaped.
fn document(title: &str, body: &str, script: &str) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\n<script>\n{script}</script>\n</body>\n</html>\n"
    )
}

/// Text as markup.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Would turn around what stands behind them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            c if c.is_control() && c != '\t' && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Text with `code` between backquotes as markup.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        match at % 2 {
            0 => out.push_str(&escape(part)),
            _ => out.push_str(&format!("<code>{}</code>", escape(part))),
        }
    }
    out
}

/// Data for a script: JSON in which nothing can end the element that holds it.
fn script_data(value: &serde_json::Value) -> String {
    let text = value.to_string();
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(escape("<b a='\"&\u{7}\u{202e}"), "&lt;b a=&#39;&quot;&amp;\u{fffd}\u{fffd}");
        assert_eq!(prose("is `a<b` & `c`"), "is <code>a&lt;b</code> &amp; <code>c</code>");
        let data = script_data(&serde_json::json!("</script><!--&\u{2028}"));
        assert!(!data.contains('<') && !data.contains('\u{2028}'));
        assert_eq!(serde_json::from_str::<String>(&data).expect("still JSON"), "</script><!--&\u{2028}");
    }

    #[test]
    fn only_our_own_pages_are_ours() {
        assert!(is_page_name(&page_name("0123456789abcdef0123456789abcdef")));
        assert!(!is_page_name("finding-mine.html") && !is_page_name("index.html"));
    }
}
