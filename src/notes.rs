//! What an edit that succeeded should make the model look at: notes where they matter, and none where they don't.

use crate::file::File;
use crate::locate::Located;
use crate::messages;
use crate::plan_edit::Call;
use crate::splice::SpliceList;

/// The notes of an edit. `unseen`: lines of the base that were changed without the model having seen them.
pub fn of_edit(call: &Call, file: &File, located: &[Located], splices: &SpliceList, unseen: &[usize]) -> Vec<String> {
    let locale = call.input.options.locale;
    let mut notes = Vec::new();
    let inside = inside_identifiers(file, located);
    if !inside.is_empty() {
        notes.push(messages::texts(locale).inside_identifier(&inside));
    }
    if !unseen.is_empty() {
        notes.push(messages::texts(locale).unseen(unseen));
    }
    if file.is_unknown() {
        notes.push(messages::texts(locale).unknown_bytes());
    }
    if located.iter().any(|one| carriage_returns_changed(one.new, splices)) {
        notes.push(messages::texts(locale).line_ends());
    }
    if let Some(line) = twice_in_a_row(file, located, splices) {
        notes.push(messages::texts(locale).twice(line));
    }
    if let Some(placeholder) = call.edits.iter().find_map(|edit| placeholder(&edit.new_string, &edit.old_string)) {
        notes.push(messages::texts(locale).placeholder(placeholder));
    }
    notes
}

/// Lines where `replace_all` hit a part of a longer identifier: `id` in `valid`.
fn inside_identifiers(file: &File, located: &[Located]) -> Vec<usize> {
    let word = |byte: Option<&u8>| byte.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80);
    let text = file.text();
    let hits = located.iter().filter(|one| one.replace_all).flat_map(|one| &one.places).filter(|range| {
        let before = range.start.checked_sub(1).and_then(|at| text.get(at));
        let end = range.end.checked_sub(1).and_then(|at| text.get(at));
        (word(before) && word(text.get(range.start))) || (word(end) && word(text.get(range.end)))
    });
    let mut lines: Vec<usize> = hits.map(|range| file.lines.line_of(range.start)).collect();
    lines.dedup();
    lines
}

/// The model wrote line ends that the file doesn't have.
fn carriage_returns_changed(new: &[u8], splices: &SpliceList) -> bool {
    let crs = |text: &[u8]| memchr::memchr_iter(b'\r', text).count();
    crs(new) > 0 && splices.as_slice().iter().any(|splice| crs(&splice.text) < crs(new))
}

/// The line (1-based, of the base) where an insertion repeats the text that stands right after it, or right before.
fn twice_in_a_row(file: &File, located: &[Located], splices: &SpliceList) -> Option<usize> {
    let text = file.text();
    located.iter().find_map(|one| {
        let place = one.places.first().filter(|_| one.places.len() == 1)?;
        let splice = splices.as_slice().iter().find(|splice| splice.start == place.start)?;
        let old = &text[place.clone()];
        let says_something = |added: &[u8]| added.iter().filter(|byte| !byte.is_ascii_whitespace()).count() >= 3;
        let after = splice.text.strip_prefix(old).is_some_and(|added| says_something(added) && text[place.end..].starts_with(added));
        let before = splice.text.strip_suffix(old).is_some_and(|added| says_something(added) && text[..place.start].ends_with(added));
        (after || before).then(|| file.lines.line_of(place.start))
    })
}

/// A line of `new` that stands for code which was left out ("... rest of code"), and that `old` doesn't have.
fn placeholder<'t>(new: &'t str, old: &str) -> Option<&'t str> {
    const LEADERS: [&str; 8] = ["//", "#", "/*", "<!--", "--", "*", "{/*", ";"];
    const PHRASES: [&str; 10] = [
        "rest of",
        "existing code",
        "remaining",
        "other code",
        "same as before",
        "unchanged",
        "previous code",
        "code continues",
        "其余",
        "省略",
    ];
    new.lines().map(str::trim).find(|line| {
        let Some(said) = LEADERS.iter().find_map(|leader| line.strip_prefix(leader)) else { return false };
        let said = said.trim_start_matches(['/', '*', '#', '-', '!', ' ']).to_ascii_lowercase();
        let dots = said.starts_with("...") || said.starts_with('\u{2026}');
        let phrase = PHRASES.iter().any(|phrase| said.contains(phrase));
        let whole = PHRASES.iter().any(|phrase| said.starts_with(phrase)) && said.contains("code");
        ((dots && (phrase || said.trim_matches(['.', '\u{2026}', ' ', '*', '/', '-', '>', '}']).is_empty())) || whole)
            && !old.contains(*line)
    })
}
