//! What each kind has in common: a fold that takes away just what the kind is about, or a search of its own.

use super::hint::Hint;
use super::kind::{Kind, Kinds};
use super::search::Search;
use std::borrow::Cow;

/// How wide a tab is, where tabs and spaces stand for each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tabs {
    /// Columns.
    pub width: usize,
    /// A tab leads to the next multiple of `width`; else it is always `width` wide.
    pub stops: bool,
}

/// What the folds of one text need to know.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The text is UTF-8.
    pub unicode: bool,
    /// For `tabs_spaces`; `None` where it isn't one of the kinds.
    pub tabs: Option<Tabs>,
}

/// One kind of miss.
pub trait Explain: Sync {
    /// Its name.
    fn kind(&self) -> Kind;

    /// The text (its line ends are LF) without what this kind is about. O(text). A claim of several kinds is proven where
    /// their folds, in the order of the list, make needle and place equal.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _settings: &Settings) -> Cow<'t, [u8]> {
        text
    }

    /// Looks for what this kind says by a search of its own, where no set of folds explains the miss.
    fn find(&self, _search: &mut Search) -> Vec<Hint> {
        Vec::new()
    }
}

/// `text` folded by all of `kinds`.
pub fn fold_by<'t>(kinds: Kinds, text: &'t [u8], settings: &Settings) -> Cow<'t, [u8]> {
    super::KINDS.iter().filter(|one| kinds.has(one.kind())).fold(Cow::Borrowed(text), |text, one| one.fold(text, settings))
}

/// The lines of a text whose line ends are LF, each with whether a line end follows. A text that ends in LF has no line behind it.
pub fn lines_of(text: &[u8]) -> impl Iterator<Item = (&[u8], bool)> {
    text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\n").map_or((line, false), |line| (line, true)))
}

/// A blank inside a line.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}

/// How many blanks a line begins with.
pub fn indent_len(line: &[u8]) -> usize {
    line.iter().take_while(|byte| is_blank(**byte)).count()
}

/// A line's length without the blanks at its end.
pub fn trimmed_len(line: &[u8]) -> usize {
    line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1)
}
