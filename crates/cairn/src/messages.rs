//! Failures and warnings of the commands, on standard error.

use crate::failure::Failure;
use cairn_driver::{Skipped, Unread, Warning};
use cairn_report::{Level, Notice, Place};
use std::path::Path;

/// Says why the command failed, on standard error.
pub fn failure(failure: &Failure) {
    if !matches!(failure, Failure::ClosedPipe) {
        anstream::eprintln!("{}", failure_text(failure));
    }
}

/// At most this many warnings are shown one by one.
const SHOWN_WARNINGS: usize = 10;

/// Shows warnings on standard error.
pub fn warnings(warnings: &[Warning]) {
    for warning in warnings.iter().take(SHOWN_WARNINGS) {
        let place = warning.place.as_ref().map(shown_place);
        let text = cairn_report::message(Level::WARNING, warning.message.clone(), place.as_ref(), None);
        anstream::eprintln!("{text}");
    }
    if warnings.len() > SHOWN_WARNINGS {
        anstream::eprintln!("warning: {} more warnings of this kind", warnings.len() - SHOWN_WARNINGS);
    }
}

/// Says which files could not be read, with Clang's message.
pub fn unread(unread: &[Unread]) {
    for Unread { error, .. } in unread.iter().take(SHOWN_WARNINGS) {
        let place = error.place().as_ref().map(shown_place);
        anstream::eprintln!(
            "{}",
            cairn_report::message(Level::ERROR, error.to_string(), place.as_ref(), error.detail())
        );
    }
    if unread.len() > SHOWN_WARNINGS {
        anstream::eprintln!("error: {} more files cannot be read", unread.len() - SHOWN_WARNINGS);
    }
}

/// Says which entries of a database are not C.
pub fn skipped(skipped: &[Skipped]) {
    for Skipped { file, why } in skipped.iter().take(SHOWN_WARNINGS) {
        anstream::eprintln!("note: {file} is skipped: {why}");
    }
    if skipped.len() > SHOWN_WARNINGS {
        anstream::eprintln!(
            "note: {} more entries of the compilation database are skipped",
            skipped.len() - SHOWN_WARNINGS
        );
    }
}

/// One of our own mistakes that did not stop the run: it has been shown, and lies in a folder.
pub fn breakdown(message: &str, bundle: Option<&Path>) {
    match bundle {
        Some(folder) => anstream::eprintln!("note: {message}; all of it is in `{}`", folder.display()),
        None => anstream::eprintln!("note: {message}"),
    }
}

/// Shows what is wrong with comments that allow findings.
pub fn notices(notices: &[Notice]) {
    for notice in notices.iter().take(SHOWN_WARNINGS) {
        let title = format!("[{}] {}", notice.id, notice.message);
        anstream::eprintln!("{}", cairn_report::message(Level::WARNING, title, Some(&notice.place), None));
    }
    if notices.len() > SHOWN_WARNINGS {
        anstream::eprintln!("warning: {} more suppressions are wrong or not needed", notices.len() - SHOWN_WARNINGS);
    }
}

fn failure_text(failure: &Failure) -> String {
    let Failure::Load(error) = failure else {
        return cairn_report::message(Level::ERROR, failure.to_string(), None, None);
    };
    let place = error.place().as_ref().map(shown_place);
    cairn_report::message(Level::ERROR, failure.to_string(), place.as_ref(), error.detail())
}

pub fn shown_place(place: &cairn_driver::Place) -> Place {
    Place::of_file(&place.file, place.line, place.col)
}
