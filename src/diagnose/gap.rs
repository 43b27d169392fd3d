//! What stands between two tokens: blanks, line ends, and what the fold drops (invisible characters, backslashes). A gap is
//! compared by parts: the end of one line, blank lines, the indentation of the next. Offsets are those of the text at hand.

use super::decompose::is_mark;
use super::explain::is_blank;
use super::kind::{Kind, Kinds};
use super::lookalike::{is_invisible, is_odd_blank};
use super::unit::{char_at, entity, escape};
use std::ops::Range;

/// One blank or line end of a gap (`\n` for each line end), and where it stands.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// `\n`, or a blank.
    pub byte: u8,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// A gap as pieces, and what in it is neither a blank nor a line end.
#[derive(Debug, Default)]
pub struct Gap {
    /// Blanks and line ends.
    pub pieces: Vec<Piece>,
    /// Invisible characters, odd blanks (`unicode_lookalike`), backslashes, escapes and entities (`escape`).
    pub odd: Vec<(Kind, Range<usize>)>,
}

/// How a text is read.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The text.
    pub text: &'a [u8],
    /// It is UTF-8.
    pub unicode: bool,
    /// CR alone ends its lines.
    pub cr_only: bool,
}

impl Reading<'_> {
    /// The pieces of `range`, which holds nothing but a gap; stops at the first thing that is none.
    pub fn gap(&self, range: Range<usize>) -> Gap {
        let mut gap = Gap::default();
        let mut at = range.start;
        while at < range.end {
            let (start, byte) = (at, self.text[at]);
            let mut push = |byte, end| gap.pieces.push(Piece { byte, start, end });
            match byte {
                b'\r' if !self.cr_only && self.text.get(at + 1) == Some(&b'\n') => {
                    at += 2;
                    push(b'\n', at);
                }
                b'\r' if self.cr_only => {
                    at += 1;
                    push(b'\n', at);
                }
                b'\n' | b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {
                    at += 1;
                    push(byte, at);
                }
                b'\\' => {
                    let (end, blank) = escape(self.text, at);
                    at = end;
                    // An escaped CR before an escaped LF is one line end.
                    if let Some(blank) = blank.filter(|blank| *blank != b'\r') {
                        push(blank, at);
                    }
                    gap.odd.push((Kind::Escape, start..at));
                }
                b'&' => {
                    let Some((end, " ")) = entity(self.text, at) else { break };
                    at = end;
                    push(b' ', at);
                    gap.odd.push((Kind::Escape, start..at));
                }
                _ => {
                    let Some((c, len)) = char_at(self.text, at, self.unicode) else { break };
                    if is_odd_blank(c) {
                        push(b' ', at + len);
                    } else if !is_invisible(c) && !is_mark(c) {
                        break;
                    }
                    at += len;
                    gap.odd.push((Kind::UnicodeLookalike, start..at));
                }
            }
        }
        gap
    }

    /// Where the gap before `at` begins, not further back than `limit` bytes: blanks, line ends and invisible characters.
    pub fn gap_before(&self, at: usize, limit: usize) -> usize {
        let lowest = at.saturating_sub(limit);
        let mut start = at;
        while start > lowest {
            let byte = self.text[start - 1];
            if byte == b'\n' || is_blank(byte) {
                start -= 1;
                continue;
            }
            let mut from = start - 1;
            while from > 0 && start - from < 4 && self.text[from] & 0xC0 == 0x80 {
                from -= 1;
            }
            match char_at(self.text, from, self.unicode) {
                Some((c, len)) if from + len == start && (is_odd_blank(c) || is_invisible(c)) => start = from,
                _ => break,
            }
        }
        start
    }

    /// Where the gap at `at` ends, not further than `limit` bytes.
    pub fn gap_after(&self, at: usize, limit: usize) -> usize {
        let end = at.saturating_add(limit).min(self.text.len());
        let gap = self.gap(at..end);
        let last_piece = gap.pieces.last().map_or(at, |piece| piece.end);
        gap.odd.last().map_or(last_piece, |(_, range)| last_piece.max(range.end))
    }
}

/// The kinds of what is odd in one of two gaps only.
pub fn odd_kinds(one: &Gap, in_one: &[u8], other: &Gap, in_other: &[u8]) -> Kinds {
    let same =
        one.odd.len() == other.odd.len() && one.odd.iter().zip(&other.odd).all(|((_, a), (_, b))| in_one[a.clone()] == in_other[b.clone()]);
    if same { Kinds::NONE } else { one.odd.iter().chain(&other.odd).fold(Kinds::NONE, |kinds, (kind, _)| kinds.with(*kind)) }
}

/// The blanks of `pieces` as bytes.
pub fn blanks(pieces: &[Piece]) -> Vec<u8> {
    pieces.iter().map(|piece| piece.byte).collect()
}

/// The parts of a gap between its line ends; at least one.
pub fn parts(pieces: &[Piece]) -> Vec<&[Piece]> {
    pieces.split(|piece| piece.byte == b'\n').collect()
}
