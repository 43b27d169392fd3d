//! Every text that a model reads, in English and Chinese: one trait, so that neither language can lack a text. Short, exact
//! and calm: what is wrong, where, and the next step. A text names tools and arguments as the dialect does, and none that it lacks.

mod en;
mod en_details;
mod en_input;
pub mod hints;
pub mod text_editor;
mod zh;
mod zh_input;

use crate::hunk::Hunk;
use crate::lines_seen::LineRange;
use crate::names::{Form, Locale, Names};
use crate::plain::{Plain, Read, Wrong};
use crate::plan::PlanKind;
use crate::refusal::Why;
use crate::request::Op;

/// The first line of an outcome.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Head<'a> {
    /// Places of a file were replaced: the lines that each stands on now.
    Edited { path: &'a str, lines: &'a [LineRange] },
    /// A whole file was written.
    Whole { kind: PlanKind, path: &'a str, lines: usize },
}

/// What the session adds to an outcome after the commit.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Note {
    /// The file was written in place, since it couldn't be replaced in one step.
    NotAtomic { kept: Option<String> },
    /// No lock against other processes could be had.
    NotLocked,
    /// A person changed the input.
    UserModified,
    /// A formatter or hook changed the file after the commit: its new lines, numbered.
    Reformatted { excerpt: String },
    /// Nothing was written.
    Preview,
    /// setuid or setgid was dropped, as the kernel does on a write.
    SetidDropped,
    /// Other names of the file (hard links) show the change too.
    HardLinks,
    /// A file that changed since the model saw it: gone.
    Deleted { path: String },
    /// Another file stands at its path.
    Replaced { path: String },
    /// Touched, with the same content.
    Touched { path: String },
    /// The call was aborted after the commit.
    WrittenBeforeAbort,
    /// Undone: the file has its earlier content again.
    Undone { path: String },
    /// Undone: the file that was created is gone.
    UndoneCreate { path: String },
    /// What stands in a folder, two levels deep: a line each. `more`: there is more than is named.
    Listing { path: String, entries: String, more: bool },
}

impl Note {
    /// A note by its name and data.
    pub fn from_plain(kind: &str, data: &Plain) -> Read<Self> {
        let path = || data.field::<String>("path");
        Ok(match kind {
            "not_atomic" => Note::NotAtomic { kept: data.opt("kept")? },
            "not_locked" => Note::NotLocked,
            "user_modified" => Note::UserModified,
            "reformatted" => Note::Reformatted { excerpt: data.or_default("excerpt")? },
            "preview" => Note::Preview,
            "setid_dropped" => Note::SetidDropped,
            "hard_links" => Note::HardLinks,
            "deleted" => Note::Deleted { path: path()? },
            "replaced" => Note::Replaced { path: path()? },
            "touched" => Note::Touched { path: path()? },
            "written_before_abort" => Note::WrittenBeforeAbort,
            "undone" => Note::Undone { path: path()? },
            "undone_create" => Note::UndoneCreate { path: path()? },
            "listing" => Note::Listing { path: path()?, entries: data.or_default("entries")?, more: data.or_default("more")? },
            _ => return Err(Wrong(format!("note {kind}"))),
        })
    }
}

/// The texts of one language.
pub trait Texts: Sync {
    /// The text of a refusal.
    fn refusal(&self, why: &Why, names: &Names) -> String;
    /// The first line of an outcome.
    fn head(&self, head: &Head) -> String;
    /// A sentence that the session adds.
    fn note(&self, note: &Note, names: &Names) -> String;
    /// A tool's description.
    fn description(&self, op: Op, names: &Names) -> String;
    /// The description of an argument (canonical name) in a tool's schema.
    fn argument(&self, op: Op, argument: &str, names: &Names) -> String;

    /// The file had changed since it was read; the edit was made on its present content. `changed`: what the others changed.
    fn stale_recovered(&self, names: &Names, changed: Option<&[Hunk]>) -> String;
    /// A layout repair was made.
    fn repaired(&self, kind: &str, names: &Names) -> String;
    /// `replace_all` hit parts of longer identifiers.
    fn inside_identifier(&self, lines: &[usize]) -> String;
    /// Lines were changed that were never shown.
    fn unseen(&self, lines: &[usize]) -> String;
    /// The file's encoding isn't known.
    fn unknown_bytes(&self) -> String;
    /// Line ends of the new text follow the file.
    fn line_ends(&self) -> String;
    /// The same text stands twice in a row now.
    fn twice(&self, line: usize) -> String;
    /// The new text holds a placeholder line.
    fn placeholder(&self, line: &str) -> String;
    /// The same call was refused before; here are the lines in question.
    fn same_call_again(&self, excerpt: &str) -> String;

    /// The file is no text any more.
    fn changed_to_binary(&self, path: &str) -> String;
    /// What changed since the model's version; `None`: that version isn't kept.
    fn changed(&self, path: &str, hunks: Option<&[Hunk]>) -> String;

    /// The file is empty.
    fn read_empty(&self, path: &str) -> String;
    /// Lines that were shown cut.
    fn read_cut(&self, lines: &[usize], unshowable: bool, names: &Names) -> String;
    /// There is more.
    fn read_more(&self, last: usize, total: usize, names: &Names) -> String;
    /// Bytes that aren't UTF-8 are shown as U+FFFD.
    fn read_unknown(&self) -> String;
}

/// The texts of a language.
pub fn texts(locale: Locale) -> &'static dyn Texts {
    match locale {
        Locale::En => &en::English,
        Locale::Zh => &zh::Chinese,
    }
}

/// The text of a refusal.
pub fn refusal(why: &Why, names: &Names, locale: Locale) -> String {
    let text = texts(locale).refusal(why, names);
    if names.form == Form::TextEditor { text_editor::refused(why, &text, locale) } else { text }
}

/// Line numbers, the first 20 of them: "3, 7, 12"; the second value is how many were left out.
pub(crate) fn numbers(lines: &[usize]) -> (String, usize) {
    const NAMED: usize = 20;
    let named: Vec<String> = lines.iter().take(NAMED).map(usize::to_string).collect();
    (named.join(", "), lines.len().saturating_sub(NAMED))
}

/// "12" or "12-14".
pub(crate) fn span(range: &LineRange) -> String {
    if range.start_line == range.end_line { range.start_line.to_string() } else { format!("{}-{}", range.start_line, range.end_line) }
}

/// The spans of the first 20 ranges, and how many were left out.
pub(crate) fn spans(ranges: &[LineRange]) -> (String, usize) {
    const NAMED: usize = 20;
    let named: Vec<String> = ranges.iter().take(NAMED).map(span).collect();
    (named.join(", "), ranges.len().saturating_sub(NAMED))
}

/// A piece of text inside a sentence: cut short, control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String =
        text.chars().take(80).flat_map(|c| if c.is_control() { c.escape_default().collect::<Vec<_>>() } else { vec![c] }).collect();
    if text.chars().nth(80).is_some() {
        shown.push('…');
    }
    shown
}

/// A path inside a sentence: control and direction characters escaped.
pub(crate) fn path(path: &str) -> String {
    let hidden =
        |c: char| c.is_control() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}');
    let mut shown = String::new();
    for c in path.chars().take(300) {
        if hidden(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

/// Bytes as a person reads them: "64 MiB", "1.5 MiB". Whole numbers only: printing floats costs 25 kB of wasm.
pub(crate) fn size(bytes: f64) -> String {
    let bytes = bytes as u64;
    let tenths = bytes.saturating_mul(10) / (1 << 20);
    match (tenths / 10, tenths % 10) {
        (0, _) => format!("{bytes} B"),
        (mib, 0) => format!("{mib} MiB"),
        (mib, tenth) => format!("{mib}.{tenth} MiB"),
    }
}
