//! What the kinds share while they search: the miss, the budget, the coarse fold of the file, and how a place becomes a hint.

use super::coarse::Coarse;
use super::gap::Reading;
use super::hint::{Hint, NAMED_PLACES};
use super::kind::{Kind, Kinds};
use super::work::Work;
use super::{Miss, explain};
use crate::find::find_overlapping;
use crate::lines_seen::LineRange;
use std::borrow::Cow;
use std::ops::Range;

/// One diagnosis on its way.
#[derive(Debug)]
pub struct Search<'a> {
    /// What is asked.
    pub miss: &'a Miss<'a>,
    /// The file as it is read.
    pub file: Reading<'a>,
    /// The budget.
    pub work: Work,
    /// The file's coarse fold; `None` where the budget doesn't allow it.
    pub coarse: Option<Coarse>,
    /// Places that the folds alone explain, found so far (view offsets).
    pub fitting: Vec<Range<usize>>,
}

impl<'a> Search<'a> {
    /// Starts a search; folds the file.
    pub fn new(miss: &'a Miss<'a>) -> Self {
        let mut work = Work::new(miss.file.len(), miss.old.len());
        let coarse = work.take(miss.file.len()).then(|| Coarse::new(miss.file, miss.unicode));
        let file = Reading { text: miss.file, unicode: miss.unicode, cr_only: miss.lines.cr_only() };
        Search { miss, file, work, coarse, fitting: Vec::new() }
    }

    /// A needle as it is read: its line ends are LF.
    pub fn needle<'n>(&self, text: &'n [u8]) -> Reading<'n> {
        Reading { text, unicode: self.miss.unicode, cr_only: false }
    }

    /// What stands at a place, line ends as LF.
    pub fn text(&self, place: &Range<usize>) -> Cow<'a, [u8]> {
        let text = self.miss.file.get(place.clone()).unwrap_or_default();
        if self.file.cr_only {
            return Cow::Owned(text.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect());
        }
        if memchr::memmem::find(text, b"\r\n").is_none() {
            return Cow::Borrowed(text);
        }
        let mut folded = Vec::with_capacity(text.len());
        for (at, byte) in text.iter().enumerate() {
            if *byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
                folded.push(*byte);
            }
        }
        Cow::Owned(folded)
    }

    /// First and last line of a place.
    pub fn lines(&self, place: &Range<usize>) -> LineRange {
        let last = place.end.saturating_sub(1).max(place.start);
        LineRange { start_line: self.miss.lines.line_of(place.start), end_line: self.miss.lines.line_of(last) }
    }

    /// A hint that names places (at least one), of which the first `NAMED_PLACES` are listed. The text is offered where there is one place,
    /// or where all are the same text.
    pub fn hint(&mut self, kind: Kind, kinds: Kinds, places: &[Range<usize>], at_least: bool) -> Hint {
        let mut hint = Hint { kinds, count: places.len(), at_least, ..Hint::of(kind) };
        let Some(first) = places.first() else { return hint };
        let lines = self.lines(first);
        (hint.start_line, hint.end_line) = (lines.start_line, lines.end_line);
        (hint.start, hint.end_exclusive) = (first.start, first.end);
        let text = self.text(first);
        if places.len() > 1 {
            hint.places = places.iter().take(NAMED_PLACES).map(|place| self.lines(place)).collect();
        } else if let Ok(text) = String::from_utf8(text.into_owned()) {
            hint.matches = self.count(text.as_bytes());
            hint.text = Some(text);
        }
        hint
    }

    /// How often a text (line ends as LF) stands in the file, overlaps included; at least once. Without budget 1 is answered and the search counts as cut.
    fn count(&mut self, text: &[u8]) -> usize {
        // One pass to fold line ends, one to search.
        if !self.work.take_search(2 * self.miss.file.len() + text.len()) {
            return 1;
        }
        let folded = crate::find::Folded::file(self.miss.file, self.file.cr_only);
        find_overlapping(&folded.bytes, text, 0).count.max(1)
    }

    /// Is the text between two offsets of the file a whole word at both ends?
    pub fn is_whole_words(&self, place: &Range<usize>) -> bool {
        let text = self.miss.file;
        let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
        let edge = |outside: Option<usize>, inside: usize| !(is_word(outside.and_then(|at| text.get(at))) && is_word(text.get(inside)));
        !place.is_empty() && edge(place.start.checked_sub(1), place.start) && edge(Some(place.end), place.end - 1)
    }

    /// Behind the blanks at `at`, if nothing else stands on the rest of that line; else `at`.
    pub fn blanks_to_line_end(&self, at: usize) -> usize {
        let rest = self.miss.file.get(at..).unwrap_or_default();
        let end = at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match self.miss.file.get(end) {
            None | Some(b'\n' | b'\r') => end,
            _ => at,
        }
    }

    /// A text without the blanks at both of its ends.
    pub fn trim(text: &[u8]) -> &[u8] {
        let blank = |byte: &u8| *byte == b'\n' || explain::is_blank(*byte);
        let start = text.iter().position(|byte| !blank(byte)).unwrap_or(text.len());
        let end = text.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
        &text[start..end]
    }
}
