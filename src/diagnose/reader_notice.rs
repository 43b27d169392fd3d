//! `reader_notice`: what a reader said about the file was copied as if it stood in it: "[Shown up to line 2000 of 5000.", a
//! reminder in tags, "[+120 B]" beside a cut line.

use super::explain::{Explain, lines_of};
use super::kind::Kind;
use super::search::Search;

/// The kind. The needle without its notices is a variant that is searched for.
pub struct ReaderNotice;

impl Explain for ReaderNotice {
    fn kind(&self) -> Kind {
        Kind::ReaderNotice
    }

    /// Nothing but a notice, or a notice whose rest stands nowhere: said without a place.
    fn find(&self, search: &mut Search) -> Vec<super::Hint> {
        without_notices(search.miss.old).map(|_| super::Hint::of(Kind::ReaderNotice)).into_iter().collect()
    }
}

/// What notices begin with, in lower case without their bracket.
const OPENINGS: [&str; 12] = [
    "shown up to line",
    "showing lines",
    "shown: lines",
    "end of file",
    "file has more lines",
    "file truncated",
    "output truncated",
    "truncated",
    "content truncated",
    "system-reminder",
    "/system-reminder",
    "已显示到第",
];

/// A needle without the lines that are notices; `None` where it has none.
pub fn without_notices(needle: &[u8]) -> Option<Vec<u8>> {
    let mut kept = Vec::with_capacity(needle.len());
    let (mut found, mut inside) = (false, false);
    for (line, ended) in lines_of(needle) {
        let trimmed = Search::trim(line);
        let opens = trimmed.starts_with(b"<system-reminder>");
        if opens || inside || is_notice(trimmed) {
            found = true;
            inside = (inside || opens) && memchr::memmem::find(trimmed, b"</system-reminder>").is_none();
            continue;
        }
        let cut = without_cut_marks(line);
        found |= cut.len() < line.len();
        kept.extend_from_slice(cut);
        if ended {
            kept.push(b'\n');
        }
    }
    // The notice stood below: the line end before it isn't meant.
    if found && !needle.ends_with(b"\n") && kept.ends_with(b"\n") {
        kept.pop();
    }
    found.then_some(kept)
}

fn is_notice(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[").or_else(|| line.strip_prefix(b"(")).or_else(|| line.strip_prefix(b"<")) else {
        return false;
    };
    let Ok(text) = std::str::from_utf8(inside) else { return false };
    let text = text.trim_start_matches(['.', ' ', '…']).to_ascii_lowercase();
    let cut_lines = (text.starts_with("line ") || text.starts_with("lines ") || text.starts_with('第'))
        && (text.contains(" cut: ") || text.contains("截断") || text.contains(" omitted") || text.contains(" truncated"));
    let empty = text.ends_with(" is empty: 0 lines.]");
    let omitted = text.starts_with(|c: char| c.is_ascii_digit())
        && (text.contains(" lines omitted") || text.contains(" lines truncated") || text.contains(" more lines"));
    cut_lines || empty || omitted || OPENINGS.iter().any(|opening| text.starts_with(opening))
}

/// A line without ` … [+120 B]` at its end and `[+120 B] … ` at its beginning, the marks of a cut line.
fn without_cut_marks(line: &[u8]) -> &[u8] {
    let mut line = line;
    if let Some(at) = memchr::memmem::rfind(line, " … [+".as_bytes())
        && line.ends_with(b" B]")
    {
        line = &line[..at];
    }
    if line.starts_with(b"[+")
        && let Some(at) = memchr::memmem::find(line, " B] … ".as_bytes())
        && at < 16
    {
        line = &line[at + " B] … ".len()..];
    }
    line
}
