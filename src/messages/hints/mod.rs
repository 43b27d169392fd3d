//! What the model is told after "not found": the kind, the lines, what differs, the exact text to copy, and the next step.
//! One structure for all languages; the sentences are in one table a language.

mod en;
mod zh;

use crate::diagnose::{Diagnosis, Hint, Kind, Miss, Verdict};
use crate::fence::fenced;
use crate::line_diff::diff_lines;
use crate::names::{Locale, Names};

/// A longer text is shown as a line diff instead.
const SHOWN_LINES: usize = 40;
/// The same in bytes.
const SHOWN_BYTES: usize = 8 << 10;

/// The sentences of one language.
trait Sentences {
    /// What differs, by kind: "tabs and spaces differ".
    fn differs(&self, kind: Kind, hint: &Hint) -> String;
    /// Characters, as U+NNNN, that only one of the two has.
    fn odd_characters(&self, old: &str, in_old: &str, in_file: &str) -> String;
    /// How kinds are joined.
    fn join(&self, parts: &[String]) -> String;
    /// One place fits.
    fn one_place(&self, lines: &str, differs: &str) -> String;
    /// Several places fit.
    fn places(&self, count: usize, at_least: bool, lines: &str, differs: &str) -> String;
    /// The lines of a place.
    fn lines(&self, start: usize, end: usize) -> String;
    /// Copy this text.
    fn copy(&self, old: &str, matches: usize) -> String;
    /// Copy this text, which is only similar, if it's the one.
    fn copy_if_meant(&self, old: &str, matches: usize) -> String;
    /// It's given as a JSON string, since it holds control characters.
    fn copy_json(&self, old: &str, matches: usize) -> String;
    /// The text is too long: this is the difference.
    fn diff(&self) -> String;
    /// After the difference: what to do with it.
    fn correct_lines(&self, old: &str) -> String;
    /// The new text with the same correction.
    fn corrected(&self, new: &str) -> String;
    /// Copy a longer piece from one of the places.
    fn choose(&self, names: &Names) -> String;
    /// The new text stands there already.
    fn already_applied(&self, lines: &str, count: usize, names: &Names) -> String;
    /// Another file has it.
    fn wrong_file(&self, path: &str, line: usize) -> String;
    /// It stood in the version that was seen.
    fn changed_since(&self, line: usize, names: &Names) -> String;
    /// Only another edit of the call writes it.
    fn depends_on_edit(&self, index: usize, names: &Names) -> String;
    /// A notice isn't part of the file.
    fn reader_notice(&self, names: &Names) -> String;
    /// The most similar lines.
    fn nearest(&self, lines: &str, similarity: u32) -> String;
    /// Several regions are equally similar.
    fn nearest_places(&self, lines: &str) -> String;
    /// Nothing fits.
    fn nothing(&self, names: &Names) -> String;
    /// The needle is nothing but blanks.
    fn only_blanks(&self, names: &Names) -> String;
    /// The search was cut.
    fn cut(&self) -> String;
}

/// The text of a diagnosis; what it quotes is bounded by 40 lines and 8 KiB.
pub fn describe(locale: Locale, diagnosis: &Diagnosis, miss: &Miss, names: &Names) -> String {
    let sentences: &dyn Sentences = match locale {
        Locale::En => &en::English,
        Locale::Zh => &zh::Chinese,
    };
    let mut said: Vec<String> = Vec::new();
    for (index, hint) in diagnosis.hints.iter().enumerate() {
        // A second hint about the same lines says nothing new to a reader.
        let repeats = diagnosis.hints[..index].iter().any(|earlier| {
            let same_lines = earlier.has_place() && (earlier.start_line, earlier.end_line) == (hint.start_line, hint.end_line);
            // What answers the question leaves no other text to copy.
            let answered = match earlier.kind {
                Kind::DependsOnEdit => hint.has_place(),
                Kind::AlreadyApplied => matches!(hint.kind, Kind::ChangedSince | Kind::Nearest),
                _ => false,
            };
            same_lines || answered || (hint.kind == Kind::ReaderNotice && earlier.kinds.has(Kind::ReaderNotice))
        });
        if !repeats {
            said.push(describe_hint(sentences, hint, miss, names));
        }
    }
    let says_where = |hint: &Hint| hint.has_place() || matches!(hint.kind, Kind::WrongFile | Kind::DependsOnEdit | Kind::ChangedSince);
    if !diagnosis.hints.iter().any(says_where) {
        let blank = miss.old.iter().all(u8::is_ascii_whitespace);
        said.push(if blank { sentences.only_blanks(names) } else { sentences.nothing(names) });
    }
    if diagnosis.cut {
        said.push(sentences.cut());
    }
    said.join("\n")
}

fn describe_hint(sentences: &dyn Sentences, hint: &Hint, miss: &Miss, names: &Names) -> String {
    let lines = if hint.places.is_empty() {
        sentences.lines(hint.start_line, hint.end_line)
    } else {
        hint.places.iter().map(|place| span(place.start_line, place.end_line)).collect::<Vec<_>>().join(", ")
    };
    match hint.kind {
        Kind::AlreadyApplied => return sentences.already_applied(&lines, hint.count, names),
        Kind::WrongFile => return sentences.wrong_file(&super::path(hint.path.as_deref().unwrap_or_default()), hint.there.unwrap_or(1)),
        Kind::ChangedSince => return sentences.changed_since(hint.there.unwrap_or(1), names),
        Kind::DependsOnEdit => return sentences.depends_on_edit(hint.there.unwrap_or(0), names),
        Kind::ReaderNotice if !hint.has_place() => return sentences.reader_notice(names),
        _ => {}
    }
    let nearest = hint.kind == Kind::Nearest;
    let differs = if nearest {
        String::new()
    } else {
        let mut parts: Vec<String> = hint.kinds.iter().map(|kind| sentences.differs(kind, hint)).collect();
        if let Some(text) = hint.text.as_ref().filter(|_| hint.kinds.has(Kind::UnicodeLookalike)) {
            let old = String::from_utf8_lossy(miss.old);
            parts.push(sentences.odd_characters(names.args.old(), &odd_characters(&old, text), &odd_characters(text, &old)));
        }
        sentences.join(&parts)
    };
    if hint.count > 1 {
        let head = if nearest { sentences.nearest_places(&lines) } else { sentences.places(hint.count, hint.at_least, &lines, &differs) };
        return then(&head, &sentences.choose(names));
    }
    let head = if nearest { sentences.nearest(&lines, hint.similarity.unwrap_or(0)) } else { sentences.one_place(&lines, &differs) };
    let Some(text) = &hint.text else { return then(&head, &sentences.choose(names)) };
    let mut said = then(&head, &offer(sentences, text, hint.matches, miss, names, nearest));
    if let Some(corrected) = &hint.corrected_new_string
        && miss.new.is_some_and(|new| new != corrected.as_bytes())
        && fits(corrected)
        && !has_control(corrected)
    {
        said.push_str(&format!("\n{}\n{}", sentences.corrected(names.args.new_text()), fenced(corrected)));
    }
    said
}

/// One sentence after another; Chinese has no blank between them.
fn then(first: &str, second: &str) -> String {
    if first.ends_with('。') { format!("{first}{second}") } else { format!("{first} {second}") }
}

fn fits(text: &str) -> bool {
    text.len() <= SHOWN_BYTES && text.matches('\n').count() <= SHOWN_LINES
}

fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}

/// The exact text, or the difference where it's too long; for `nearest` both.
fn offer(sentences: &dyn Sentences, text: &str, matches: usize, miss: &Miss, names: &Names, with_diff: bool) -> String {
    let old = names.args.old();
    let exact = if !fits(text) {
        String::new()
    } else if has_control(text) {
        format!("{}\n{}", sentences.copy_json(old, matches), fenced(&json_string(text)))
    } else {
        let copy = if with_diff { sentences.copy_if_meant(old, matches) } else { sentences.copy(old, matches) };
        format!("{copy}\n{}", fenced(text))
    };
    if !exact.is_empty() && !with_diff {
        return exact;
    }
    let diff = format!("{}\n{}", sentences.diff(), fenced(&difference(miss.old, text.as_bytes())));
    if exact.is_empty() { format!("{diff}\n{}", sentences.correct_lines(old)) } else { format!("{diff}\n{exact}") }
}

fn span(start: usize, end: usize) -> String {
    if start == end { start.to_string() } else { format!("{start}-{end}") }
}

/// A JSON string.
fn json_string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\t' => json.push_str("\\t"),
            '\r' => json.push_str("\\r"),
            c if c.is_control() => json.push_str(&format!("\\u{:04x}", c as u32)),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// The lines that differ: `-` of the needle, `+` of the file. Bounded.
fn difference(old: &[u8], text: &[u8]) -> String {
    let old_lines: Vec<&[u8]> = old.split(|byte| *byte == b'\n').collect();
    let new_lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let mut shown = String::new();
    let (mut count, mut left_out) = (0, 0);
    let mut push = |mark: char, line: &[u8]| {
        let line = crate::fence::cut(line, SHOWN_BYTES / 4);
        if count < SHOWN_LINES && shown.len() + line.len() < SHOWN_BYTES {
            count += 1;
            shown.push(mark);
            shown.extend(String::from_utf8_lossy(line).chars().filter(|c| *c == '\t' || !c.is_control()));
            shown.push('\n');
        } else {
            left_out += 1;
        }
    };
    for block in diff_lines(old_lines.iter().copied(), new_lines.iter().copied()) {
        old_lines[block.old_start..block.old_start + block.old_len].iter().for_each(|line| push('-', line));
        new_lines[block.new_start..block.new_start + block.new_len].iter().for_each(|line| push('+', line));
    }
    if left_out > 0 {
        shown.push_str(&format!("... {left_out}\n"));
    }
    shown
}

/// The characters beyond ASCII that `one` has and `other` hasn't, the first few, as U+NNNN.
fn odd_characters(one: &str, other: &str) -> String {
    const NAMED: usize = 6;
    let mut odd: Vec<char> = Vec::new();
    for c in one.chars().filter(|c| !c.is_ascii()) {
        if odd.len() < NAMED && !odd.contains(&c) && !other.contains(c) {
            odd.push(c);
        }
    }
    odd.iter().map(|c| format!("U+{:04X}", *c as u32)).collect::<Vec<_>>().join(" ")
}

/// The shift of indentation that a hint found, as blanks and direction.
fn shift(hint: &Hint) -> Option<(bool, usize, usize)> {
    match &hint.verdict {
        Verdict::Shift(shift) => {
            let tabs = shift.blanks.iter().filter(|byte| **byte == b'\t').count();
            Some((shift.file_deeper, tabs, shift.blanks.len() - tabs))
        }
        _ => None,
    }
}
