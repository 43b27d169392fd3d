//! `elision`: a placeholder stands for lines of the file (`...`, `// ... rest of code ...`), or the last line was cut (`fu …`).
//! The parts between the markers are found in order; the shortest chain is named, and others up to twice as long are listed beside it.

use super::Hint;
use super::explain::{Explain, lines_of};
use super::fit::{Fit, next_hit};
use super::kind::{Kind, Kinds};
use super::search::Search;
use super::variant::Variant;
use std::borrow::Cow;
use std::ops::Range;

/// The kind.
pub struct Elision;

/// Hits that are looked at, of all parts together.
const MOST_HITS: usize = 400;

impl Explain for Elision {
    fn kind(&self) -> Kind {
        Kind::Elision
    }

    fn find(&self, search: &mut Search) -> Vec<Hint> {
        if !search.fitting.is_empty() {
            return Vec::new();
        }
        let Some(parts) = parts(search.miss.old) else { return Vec::new() };
        let Some((chains, kinds, cut)) = shortest_chains(search, &parts) else { return Vec::new() };
        let kinds = kinds.with(Kind::Elision);
        vec![search.hint(Kind::Elision, kinds, &chains, cut)]
    }
}

/// A part of a needle between two markers.
#[derive(Debug)]
struct Part {
    text: Vec<u8>,
    /// A marker stands before it: it begins a line.
    begins_line: bool,
    /// A marker stands behind it: it ends a line.
    ends_line: bool,
    /// Its last line was cut: the place goes on to the end of that line.
    cut: bool,
}

/// The parts of a needle; `None` where it has no marker, or nothing else.
fn parts(needle: &[u8]) -> Option<Vec<Part>> {
    let lines: Vec<(&[u8], bool)> = lines_of(needle).collect();
    let mut parts: Vec<Part> = Vec::new();
    let mut current: Vec<u8> = Vec::new();
    let (mut after_marker, mut markers, mut lines_in_part) = (false, 0, 0);
    for (index, (line, _)) in lines.iter().enumerate() {
        if is_marker(line) {
            markers += 1;
            push(&mut parts, &mut current, after_marker, true, false);
            (after_marker, lines_in_part) = (true, 0);
            continue;
        }
        if lines_in_part > 0 {
            current.push(b'\n');
        }
        lines_in_part += 1;
        let is_last = index + 1 == lines.len();
        match cut_line(line).filter(|_| is_last) {
            Some(kept) => {
                markers += 1;
                current.extend_from_slice(kept);
                push(&mut parts, &mut current, after_marker, false, true);
            }
            None => current.extend_from_slice(line),
        }
    }
    push(&mut parts, &mut current, after_marker, false, false);
    (markers > 0 && !parts.is_empty()).then_some(parts)
}

fn push(parts: &mut Vec<Part>, current: &mut Vec<u8>, begins_line: bool, ends_line: bool, cut: bool) {
    let text = std::mem::take(current);
    if !Search::trim(&text).is_empty() {
        parts.push(Part { text, begins_line, ends_line, cut });
    }
}

/// A last line that was cut, without its ellipsis.
fn cut_line(line: &[u8]) -> Option<&[u8]> {
    let line = &line[..super::explain::trimmed_len(line)];
    let kept = line.strip_suffix("…".as_bytes()).or_else(|| line.strip_suffix(b"..."))?;
    let kept = &kept[..super::explain::trimmed_len(kept)];
    (kept.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count() >= 1).then_some(kept)
}

/// Is a line nothing but a placeholder: an ellipsis, alone or with words, in a comment or not?
fn is_marker(line: &[u8]) -> bool {
    const OPENERS: [&str; 12] = ["<!--", "/*", "//", "{/*", "--", "#", ";", "%", "*", "\"", "[", "("];
    const CLOSERS: [&str; 7] = ["-->", "*/}", "*/", "*", "\"", "]", ")"];
    const WORDS: [&str; 15] = [
        "rest of",
        "existing",
        "unchanged",
        "remain",
        "omitted",
        "same as",
        "previous",
        "other ",
        "snip",
        "more code",
        "code here",
        "省略",
        "其余",
        "不变",
        "其他",
    ];
    let Ok(text) = std::str::from_utf8(line) else { return false };
    let mut inner = text.trim();
    let mut commented = false;
    while let Some(rest) = OPENERS.iter().find_map(|opener| inner.strip_prefix(opener)) {
        commented = true;
        inner = rest.trim_start();
    }
    while let Some(rest) = CLOSERS.iter().find_map(|closer| inner.strip_suffix(closer)) {
        inner = rest.trim_end();
    }
    let starts = inner.starts_with("...") || inner.starts_with('…');
    let ends = inner.ends_with("...") || inner.ends_with('…');
    let words = inner.trim_matches(['.', '…', ' ']).to_ascii_lowercase();
    if words.is_empty() {
        return starts;
    }
    if words.len() > 80 {
        return false;
    }
    let says_so = WORDS.iter().any(|word| words.contains(word));
    (starts && ends)
        || (says_so
            && (starts
                || ends
                || commented
                    && words.split(' ').count() <= 8
                    && (words.starts_with("rest of") || words.contains("existing code") || words.contains("省略"))))
}

type Chains = (Vec<Range<usize>>, Kinds, bool);

fn shortest_chains(search: &mut Search, parts: &[Part]) -> Option<Chains> {
    let coarse = search.coarse.take()?;
    let variants: Vec<(Variant, Vec<u8>)> = parts
        .iter()
        .map(|part| {
            let folded = super::coarse::Coarse::new(&part.text, search.miss.unicode).bytes;
            (Variant { text: Cow::Borrowed(&part.text), base: Kinds::NONE, prefix: None }, folded)
        })
        .collect();
    let mut hits = 0;
    let mut found: Vec<(usize, Range<usize>, Kinds)> = Vec::new();
    let mut from = 0;
    let mut cut = false;
    'chains: loop {
        let (mut at, mut start, mut kinds, mut end) = (from, None, Kinds::NONE, 0);
        for (index, (part, (variant, folded))) in parts.iter().zip(&variants).enumerate() {
            let fit = loop {
                hits += 1;
                if hits > MOST_HITS {
                    cut = true;
                    break 'chains;
                }
                match next_hit(search, &coarse, folded, variant, at, part.cut) {
                    None => break 'chains,
                    Some((behind, fit)) => {
                        if index == 0 {
                            from = behind - folded.len() + 1;
                        }
                        match fit.filter(|fit| stands_right(search, part, fit, end)) {
                            Some(fit) => {
                                at = behind;
                                break fit;
                            }
                            None => at = behind - folded.len() + 1,
                        }
                    }
                }
            };
            start.get_or_insert(fit.place.start);
            kinds = kinds.and(fit.kinds);
            end = fit.place.end;
            if part.cut {
                end = search.miss.lines.content(search.miss.file, search.miss.lines.line_of(fit.place.end.saturating_sub(1))).end.max(end);
            }
        }
        let place = start.unwrap_or(0)..end;
        let lines = search.lines(&place);
        let length = lines.end_line + 1 - lines.start_line;
        // A later first part that leads to the same end is the shorter chain.
        found.retain(|(_, earlier, _)| earlier.end != place.end);
        found.push((length, place, kinds));
    }
    search.work.cut |= cut;
    search.coarse = Some(coarse);
    let shortest = found.iter().map(|(length, _, _)| *length).min()?;
    found.retain(|(length, _, _)| *length <= 2 * shortest);
    let kinds = found.iter().fold(Kinds::NONE, |kinds, (_, _, more)| kinds.and(*more));
    Some((found.into_iter().map(|(_, place, _)| place).collect(), kinds, cut))
}

/// Behind a marker a part begins a line, before one it ends one; and parts follow one another.
fn stands_right(search: &Search, part: &Part, fit: &Fit, after: usize) -> bool {
    let text = search.miss.file;
    let line_of = |at: usize| search.miss.lines.range(search.miss.lines.line_of(at));
    let blank = |range: Range<usize>| text.get(range).is_some_and(|text| text.iter().all(u8::is_ascii_whitespace));
    let begins = !part.begins_line || blank(line_of(fit.place.start).start..fit.place.start);
    let last = fit.place.end.saturating_sub(1);
    let ends = !part.ends_line || blank(fit.place.end..line_of(last).end.max(fit.place.end));
    begins && ends && fit.place.start >= after
}
