//! Walks a needle and a place of the file in step, unit by unit, and compares what the coarse fold dropped: the raw tokens
//! and the gaps between them. Offsets are those of the needle and of the file's view.

use super::explain::{Settings, fold_by};
use super::gap::Reading;
use super::kind::{Kind, Kinds};
use super::layout::Layout;
use super::unit::{CLASS, GAP, SPECIAL, clings, unit};
use std::ops::Range;

/// What a walk saw between the first and the last token.
#[derive(Debug)]
pub struct Walked {
    /// The needle from its first token to the end of its last.
    pub needle: Range<usize>,
    /// The same in the file.
    pub file: Range<usize>,
    /// Kinds of the tokens.
    pub kinds: Kinds,
    /// The gaps between them.
    pub layout: Layout,
}

/// One side of the walk.
struct Side<'a> {
    reading: Reading<'a>,
    at: usize,
    /// Coarse bytes that were read and not yet met by the other side's.
    pending: Vec<u8>,
}

impl Side<'_> {
    /// Skips what gives nothing; false at the end of the text.
    fn skip_gap(&mut self) -> bool {
        let text = self.reading.text;
        let mut out = Vec::new();
        while self.at < text.len() {
            match CLASS[text[self.at] as usize] {
                GAP => self.at += 1,
                SPECIAL => {
                    let end = unit(text, self.at, self.reading.unicode, &mut out);
                    if !out.is_empty() {
                        return true;
                    }
                    self.at = end;
                }
                _ => return true,
            }
        }
        false
    }

    fn absorb_marks(&mut self) {
        while clings(self.reading.text, self.at, self.reading.unicode) {
            self.at = unit(self.reading.text, self.at, self.reading.unicode, &mut Vec::new());
        }
    }

    fn plain_byte(&self) -> Option<u8> {
        let byte = *self.reading.text.get(self.at)?;
        // A character behind it may cling to this one.
        let alone = self.reading.text.get(self.at + 1).is_none_or(u8::is_ascii);
        (alone && !matches!(CLASS[byte as usize], GAP | SPECIAL)).then_some(byte)
    }

    fn read(&mut self) {
        self.at = unit(self.reading.text, self.at, self.reading.unicode, &mut self.pending);
    }
}

/// Walks from the needle's beginning and from the first token of a place. `None` where a token differs by more than the
/// kinds allow. O(needle).
pub fn walk(needle: Reading, file: Reading, file_at: usize) -> Option<Walked> {
    let mut one = Side { reading: needle, at: 0, pending: Vec::new() };
    let mut other = Side { reading: file, at: file_at, pending: Vec::new() };
    if !one.skip_gap() || !other.skip_gap() {
        return None;
    }
    let start = (one.at, other.at);
    let (mut kinds, mut layout) = (Kinds::NONE, Layout::default());
    loop {
        // Both sides stand at a token.
        let token = (one.at, other.at);
        match (one.plain_byte(), other.plain_byte()) {
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(&b) => {
                if a != b {
                    kinds = kinds.with(Kind::Case);
                }
                one.at += 1;
                other.at += 1;
            }
            _ => {
                meet(&mut one, &mut other)?;
                let tokens = (&one.reading.text[token.0..one.at], &other.reading.text[token.1..other.at]);
                kinds = kinds.and(token_kinds(tokens.0, tokens.1, needle.unicode)?);
            }
        }
        let end = (one.at, other.at);
        if !one.skip_gap() {
            return Some(Walked { needle: start.0..end.0, file: start.1..end.1, kinds, layout });
        }
        if !other.skip_gap() {
            return None;
        }
        if one.at > end.0 || other.at > end.1 {
            layout.inner(&needle, end.0..one.at, &file, end.1..other.at);
        }
    }
}

/// Reads units until both sides have given the same coarse bytes.
fn meet<'a>(one: &mut Side<'a>, other: &mut Side<'a>) -> Option<()> {
    loop {
        let side = if one.pending.len() <= other.pending.len() { &mut *one } else { &mut *other };
        if side.at >= side.reading.text.len() {
            return None;
        }
        side.read();
        let common = one.pending.len().min(other.pending.len());
        if one.pending[..common] != other.pending[..common] {
            return None;
        }
        if one.pending.len() == other.pending.len() && common > 0 {
            one.pending.clear();
            other.pending.clear();
            one.absorb_marks();
            other.absorb_marks();
            return Some(());
        }
    }
}

/// The lightest kinds whose folds make two tokens equal.
fn token_kinds(needle: &[u8], file: &[u8], unicode: bool) -> Option<Kinds> {
    if needle == file {
        return Some(Kinds::NONE);
    }
    use Kind::{Case, Escape, UnicodeLookalike};
    let sets = [
        Kinds::of(&[UnicodeLookalike]),
        Kinds::of(&[Escape]),
        Kinds::of(&[Case]),
        Kinds::of(&[UnicodeLookalike, Escape]),
        Kinds::of(&[UnicodeLookalike, Case]),
        Kinds::of(&[Escape, Case]),
        Kinds::of(&[UnicodeLookalike, Escape, Case]),
    ];
    // Two ASCII texts aren't lookalikes: `-` against `--` is a difference.
    let ascii = needle.is_ascii() && file.is_ascii();
    let settings = Settings { unicode, tabs: None };
    sets.into_iter()
        .filter(|set| !(ascii && set.has(UnicodeLookalike)))
        .find(|set| fold_by(*set, needle, &settings) == fold_by(*set, file, &settings))
}
