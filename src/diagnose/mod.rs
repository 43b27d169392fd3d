//! Why `old_string` isn't there: checked, never guessed. One coarse fold of the file finds the places, the layout and the
//! tokens are compared there, the lightest set of kinds is named and proven anew; what no fold explains is looked for by the
//! kinds' own searches, and last of all by likeness.
//!
//! Offsets are view offsets in bytes, lines are 1-based. Work is counted ([`work`]), never timed.

mod align;
mod already_applied;
mod blank_line;
mod case;
mod changed_since;
mod coarse;
mod correct;
mod decompose;
mod decompositions;
mod depends_on_edit;
mod edge;
mod elision;
mod escape;
mod explain;
mod fit;
mod gap;
mod grams;
mod hint;
mod indentation;
mod inner_whitespace;
mod kind;
mod layout;
mod line_break;
mod line_number_prefix;
mod lookalike;
mod lower;
mod nearest;
mod order;
mod reader_notice;
mod search;
mod tabs_spaces;
mod trailing_whitespace;
mod unit;
mod variant;
mod walk;
pub mod work;
mod wrong_file;

pub use decompose::{decompose, is_mark};
pub use hint::Hint;
pub use indentation::{Shift, Verdict};
pub use kind::{Kind, Kinds};

use explain::Explain;
use fit::Fit;
use search::Search;
use std::ops::Range;
use variant::{Variant, variants};

/// The kinds, in the order in which their folds are applied, their searches are made, and their hints are given.
const KINDS: [&dyn Explain; 17] = [
    &depends_on_edit::DependsOnEdit,
    &already_applied::AlreadyApplied,
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
    &elision::Elision,
    &changed_since::ChangedSince,
    &wrong_file::WrongFile,
    &reader_notice::ReaderNotice,
    &nearest::Nearest,
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
    repair: Option<Repair>,
}

/// Finds out why a needle isn't there. O(file + needle); the budget is [`work::Work::new`]'s.
pub fn diagnose(miss: &Miss) -> Diagnosis {
    let mut search = Search::new(miss);
    let variants = variants(miss.old);
    let (fits, cut) = fit::fits(&mut search, &variants);
    let lightest: Vec<&Fit> = fits.iter().take_while(|fit| fit.weight == fits[0].weight).collect();
    search.fitting = lightest.iter().map(|fit| fit.place.clone()).collect();
    let mut hints = Vec::new();
    let mut repair = None;
    for one in KINDS {
        // Among the searches of their own the folds have one place, where the list has the first of them.
        if one.kind() == Kind::LineNumberPrefix {
            let applied = hints.iter().any(|hint: &Hint| hint.kind == Kind::AlreadyApplied);
            let (fitting, possible) = from_fits(&mut search, &variants, &fits, &lightest, cut);
            repair = possible.filter(|_| !applied && !search.work.cut);
            hints.extend(fitting);
        }
        hints.extend(one.find(&mut search));
    }
    Diagnosis { hints, cut: search.work.cut, steps: search.work.used(), repair }
}

/// The lightest explanation as one hint, a second one where lines are missing or joined, and the repair if it may be made.
fn from_fits(search: &mut Search, variants: &[Variant], fits: &[Fit], lightest: &[&Fit], cut: bool) -> (Vec<Hint>, Option<Repair>) {
    let Some(first) = lightest.first() else { return (Vec::new(), None) };
    let kinds = lightest.iter().fold(Kinds::NONE, |kinds, fit| kinds.and(fit.kinds));
    let mut places: Vec<Range<usize>> = lightest.iter().map(|fit| fit.place.clone()).collect();
    places.dedup();
    let Some(kind) = first.kinds.iter().next() else { return (Vec::new(), None) };
    let mut hint = search.hint(kind, if places.len() == 1 { first.kinds } else { kinds }, &places, cut);
    hint.verdict = first.judged.verdict.clone();
    let mut repair = None;
    if let ([_], Some(new)) = (places.as_slice(), search.miss.new) {
        let text = search.text(&first.place);
        let correct = correct::Correct { fit: first, variant: &variants[first.variant], text: &text, new };
        hint.corrected_new_string = correct.corrected().and_then(|text| String::from_utf8(text).ok());
        let alone = fits[lightest.len()..].iter().all(|other| !other.kinds.within(correct::LAYOUT)) && hint.matches == 1;
        repair = correct.repaired().filter(|_| alone && !cut).and_then(|text| {
            Some(Repair { start: first.place.start, end_exclusive: first.place.end, text: String::from_utf8(text).ok()?, kind })
        });
    }
    let mut hints = vec![hint];
    // What differs here is more than layout to a reader of lines: the place is the nearest too.
    if [Kind::BlankLine, Kind::InnerWhitespace, Kind::LineBreak].iter().any(|kind| first.kinds.has(*kind)) {
        let mut twin = hints[0].clone();
        twin.kind = Kind::Nearest;
        twin.kinds = Kinds::of(&[Kind::Nearest]);
        twin.corrected_new_string = None;
        hints.push(twin);
    }
    (hints, repair)
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

/// The repair of a miss: exactly one place fits under a uniform shift of indentation, trailing whitespace or line numbers,
/// and it's clear how the new text is to be carried there; `None` where it must not be made.
pub fn repair_layout(_miss: &Miss, diagnosis: &Diagnosis) -> Option<Repair> {
    diagnosis.repair.clone()
}
