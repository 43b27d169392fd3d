//! Why `old_string` isn't there: checked, never guessed. One coarse fold of the file finds the places, the layout and the
//! tokens are compared there, the lightest set of kinds is named and proven anew; what no fold explains is looked for by the
//! kinds' own searches, and last of all by likeness.
//!
//! Offsets are view offsets in bytes, lines are 1-based. Work is counted ([`work`]), never timed.

mod blank_line;
mod case;
mod coarse;
mod decompose;
mod decompositions;
mod edge;
mod escape;
mod explain;
mod fit;
mod gap;
mod hint;
mod indentation;
mod inner_whitespace;
mod kind;
mod layout;
mod line_break;
mod line_number_prefix;
mod lookalike;
mod reader_notice;
mod search;
mod tabs_spaces;
mod trailing_whitespace;
mod unit;
mod variant;
mod walk;
pub mod work;

pub use decompose::{decompose, is_mark};
pub use hint::Hint;
pub use indentation::{Shift, Verdict};
pub use kind::{Kind, Kinds};

use explain::Explain;
use fit::Fit;
use search::Search;
use std::ops::Range;
use variant::{Variant, variants};

/// The kinds, in the order in which their folds are applied and their searches are made.
const KINDS: [&dyn Explain; 11] = [
    &line_number_prefix::LineNumberPrefix,
    &escape::Escape,
    &lookalike::Lookalike,
    &case::Case,
    &tabs_spaces::TabsSpaces,
    &indentation::Indentation,
    &trailing_whitespace::TrailingWhitespace,
    &blank_line::BlankLine,
    &inner_whitespace::InnerWhitespace,
    &line_break::LineBreak,
    &reader_notice::ReaderNotice,
];

/// A needle that isn't there, and what is known about it. All texts are view text (without BOM), UTF-8 unless `unicode` is false.
#[derive(Debug)]
pub struct Miss<'a> {
    /// The file's view.
    pub file: &'a [u8],
    /// Its lines.
    pub lines: &'a crate::eol::Lines,
    /// The needle, line ends as LF.
    pub old: &'a [u8],
    /// The new text, line ends as LF.
    pub new: Option<&'a [u8]>,
    /// False for a file of unknown bytes.
    pub unicode: bool,
    /// New texts of the call's earlier edits.
    pub earlier_new: &'a [&'a [u8]],
    /// Other files that were read: path and view text.
    pub others: &'a [(&'a str, &'a [u8])],
    /// The version that the model saw.
    pub seen: Option<&'a [u8]>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Diagnosis {
    /// The primary hint first; none where nothing like the needle stands in the file.
    pub hints: Vec<Hint>,
    /// The budget or a cap was reached: something may have been missed.
    pub cut: bool,
    /// Steps that it took.
    pub steps: u64,
}

/// Finds out why a needle isn't there. O(file + needle); the budget is [`work::Work::new`]'s.
pub fn diagnose(miss: &Miss) -> Diagnosis {
    let mut search = Search::new(miss);
    let variants = variants(miss.old);
    let (fits, cut) = fit::fits(&mut search, &variants);
    let hints = from_fits(&mut search, &variants, &fits, cut);
    Diagnosis { hints, cut: search.work.cut, steps: search.work.used() }
}

/// The lightest explanation, as one hint.
fn from_fits(search: &mut Search, _variants: &[Variant], fits: &[Fit], cut: bool) -> Vec<Hint> {
    let Some(first) = fits.first() else { return Vec::new() };
    let lightest: Vec<&Fit> = fits.iter().take_while(|fit| fit.weight == first.weight).collect();
    let mut places: Vec<Range<usize>> = lightest.iter().map(|fit| fit.place.clone()).collect();
    places.dedup();
    let Some(kind) = first.kinds.iter().next() else { return Vec::new() };
    let mut hint = search.hint(kind, first.kinds, &places, cut);
    hint.verdict = first.judged.verdict.clone();
    vec![hint]
}

/// A repair of layout that can be made instead of a refusal. View offsets; the text's line ends are LF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Where the place begins.
    pub start: usize,
    /// Where it ends.
    pub end_exclusive: usize,
    /// What is to stand there.
    pub text: String,
    /// The kind that was repaired.
    pub kind: Kind,
}

/// The repair of a miss; `None` where it must not be made.
pub fn repair_layout(_miss: &Miss, _diagnosis: &Diagnosis) -> Option<Repair> {
    None
}
