//! `indentation`: lines that stand further left or right than the model wrote them, and the judgement over all pairs of
//! indentations: the same columns by one tab width, one constant shift, or something varied.

use super::explain::{Explain, Settings, Tabs, indent_len, lines_of};
use super::kind::Kind;
use super::layout::Pair;
use super::tabs_spaces::{columns, expand};
use std::borrow::Cow;

/// The kind.
pub struct Indentation;

impl Explain for Indentation {
    fn kind(&self) -> Kind {
        Kind::Indentation
    }

    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        let mut folded = Vec::with_capacity(text.len());
        for (line, ended) in lines_of(&text) {
            folded.extend_from_slice(&line[indent_len(line)..]);
            if ended {
                folded.push(b'\n');
            }
        }
        Cow::Owned(folded)
    }
}

/// One constant shift of all lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// The file has `blanks` before what the needle has; else the needle has them and the file hasn't.
    pub file_deeper: bool,
    /// The same on each line.
    pub blanks: Vec<u8>,
}

/// What the pairs of indentations say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every pair is equal.
    Same,
    /// The same columns, by [`Tabs`].
    Tabs,
    /// One constant shift. Lines at column 0 on both sides are exempt.
    Shift(Shift),
    /// Anything else.
    Varied {
        /// Tabs stand against spaces too.
        tabs: bool,
    },
}

/// Judges pairs of (needle's, file's) indentations, and of blanks inside lines. O(pairs' bytes).
pub fn judge(indents: &[Pair], inline: &[Pair]) -> (Verdict, Option<Tabs>) {
    let differ = indents.iter().any(|(needle, file)| needle != file);
    if !differ && inline.is_empty() {
        return (Verdict::Same, None);
    }
    let tabs = one_width(indents, inline);
    if !differ {
        return (Verdict::Same, tabs);
    }
    if tabs.is_some() {
        return (Verdict::Tabs, tabs);
    }
    if let Some(shift) = one_shift(indents) {
        return (Verdict::Shift(shift), one_width(&[], inline).filter(|_| !inline.is_empty()));
    }
    let tabs = indents.iter().any(|(needle, file)| needle != file && needle.contains(&b'\t') != file.contains(&b'\t'));
    (Verdict::Varied { tabs: tabs && indents.iter().any(|(needle, file)| has(needle, b'\t', b' ', file)) }, None)
}

/// One of the two has `one`, and the other `other`.
fn has(needle: &[u8], one: u8, other: u8, file: &[u8]) -> bool {
    (needle.contains(&one) && file.contains(&other)) || (needle.contains(&other) && file.contains(&one))
}

fn one_width(indents: &[Pair], inline: &[Pair]) -> Option<Tabs> {
    const WIDTHS: [usize; 8] = [4, 2, 8, 3, 1, 6, 5, 7];
    let fits = |tabs: &Tabs| {
        indents.iter().all(|(needle, file)| needle == file || columns(needle, *tabs) == columns(file, *tabs))
            && inline.iter().all(|(needle, file)| expand(needle, tabs.width) == expand(file, tabs.width))
    };
    WIDTHS.iter().flat_map(|&width| [Tabs { width, stops: false }, Tabs { width, stops: true }]).find(fits)
}

fn one_shift(indents: &[Pair]) -> Option<Shift> {
    let mut pairs = indents.iter().filter(|(needle, file)| !(needle.is_empty() && file.is_empty()));
    let (needle, file) = pairs.next()?;
    let shift = if let Some(blanks) = file.strip_suffix(needle.as_slice()).filter(|blanks| !blanks.is_empty()) {
        Shift { file_deeper: true, blanks: blanks.to_vec() }
    } else {
        let blanks = needle.strip_suffix(file.as_slice()).filter(|blanks| !blanks.is_empty())?;
        Shift { file_deeper: false, blanks: blanks.to_vec() }
    };
    pairs
        .all(|pair| {
            let (deep, flat) = if shift.file_deeper { (&pair.1, &pair.0) } else { (&pair.0, &pair.1) };
            deep.strip_prefix(shift.blanks.as_slice()) == Some(flat.as_slice())
        })
        .then_some(shift)
}
