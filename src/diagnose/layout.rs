//! The layout of a needle against that of a place: what the gaps between equal tokens say, and, last of all, what the pairs
//! of indentations say together.

use super::explain::Tabs;
use super::gap::{Gap, Reading, blanks, odd_kinds, parts};
use super::indentation::{Verdict, judge};
use super::kind::{Kind, Kinds};
use std::ops::Range;

/// Blanks of the needle and of the file that stand at the same place.
pub type Pair = (Vec<u8>, Vec<u8>);

/// What was seen so far.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Kinds that one gap alone proves.
    pub kinds: Kinds,
    /// Indentations, line by line.
    pub indents: Vec<Pair>,
    /// Blanks inside lines that differ, with a tab in them.
    pub inline: Vec<Pair>,
    /// Whitespace on blank lines differs.
    pub blank_differs: bool,
}

/// What it comes to.
#[derive(Debug, Clone)]
pub struct Judged {
    /// All kinds of layout.
    pub kinds: Kinds,
    /// What the indentations say.
    pub verdict: Verdict,
    /// What `tabs_spaces` needs.
    pub tabs: Option<Tabs>,
    /// Whitespace on blank lines differs, and no kind says so.
    pub blank_differs: bool,
}

impl Layout {
    /// Compares a gap between two tokens.
    pub fn inner(&mut self, needle: &Reading, in_needle: Range<usize>, file: &Reading, in_file: Range<usize>) {
        let (raw_needle, raw_file) = (&needle.text[in_needle.clone()], &file.text[in_file.clone()]);
        if raw_needle == raw_file && !raw_needle.contains(&b'\n') {
            return;
        }
        let (one, other) = (needle.gap(in_needle), file.gap(in_file));
        self.kinds = self.kinds.and(odd_kinds(&one, needle.text, &other, file.text));
        self.compare(&one, &other);
    }

    fn compare(&mut self, needle: &Gap, file: &Gap) {
        let (in_needle, in_file) = (parts(&needle.pieces), parts(&file.pieces));
        let bytes = |part: &[super::gap::Piece]| blanks(part);
        match (in_needle.as_slice(), in_file.as_slice()) {
            ([one], [other]) => {
                let (one, other) = (bytes(one), bytes(other));
                if one == other {
                } else if one.contains(&b'\t') || other.contains(&b'\t') {
                    self.inline.push((one, other));
                } else {
                    self.kinds = self.kinds.with(Kind::InnerWhitespace);
                }
            }
            ([_], _) | (_, [_]) => self.kinds = self.kinds.with(Kind::LineBreak),
            ([first, blank @ .., last], [file_first, file_blank @ .., file_last]) => {
                if bytes(first) != bytes(file_first) {
                    self.kinds = self.kinds.with(Kind::TrailingWhitespace);
                }
                if blank.len() != file_blank.len() {
                    self.kinds = self.kinds.with(Kind::BlankLine);
                } else if blank.iter().zip(file_blank).any(|(one, other)| bytes(one) != bytes(other)) {
                    self.blank_differs = true;
                }
                self.indents.push((bytes(last), bytes(file_last)));
            }
            _ => {}
        }
    }

    /// Judges all that was seen.
    pub fn judge(&self) -> Judged {
        let (verdict, tabs) = judge(&self.indents, &self.inline);
        let mut kinds = self.kinds;
        match verdict {
            Verdict::Same => {}
            Verdict::Tabs => kinds = kinds.with(Kind::TabsSpaces),
            Verdict::Shift(_) => kinds = kinds.with(Kind::Indentation),
            Verdict::Varied { tabs } => {
                kinds = kinds.with(Kind::Indentation);
                if tabs {
                    kinds = kinds.with(Kind::TabsSpaces);
                }
            }
        }
        if !self.inline.is_empty() {
            kinds = kinds.with(if tabs.is_some() { Kind::TabsSpaces } else { Kind::InnerWhitespace });
        }
        let layout = Kinds::of(&[Kind::Indentation, Kind::TabsSpaces, Kind::BlankLine, Kind::TrailingWhitespace]);
        let mut blank_differs = self.blank_differs;
        if blank_differs && layout.iter().all(|kind| !kinds.has(kind)) {
            kinds = kinds.with(Kind::TrailingWhitespace);
            blank_differs = false;
        }
        Judged { kinds, verdict, tabs, blank_differs }
    }
}
