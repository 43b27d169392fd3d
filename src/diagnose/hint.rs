//! What a diagnosis says: hints, each a claim that has been checked. Lines are 1-based, offsets are view offsets in bytes.

use super::indentation::Verdict;
use super::kind::{Kind, Kinds};
use crate::lines_seen::LineRange;
use serde::{Serialize, Serializer};
use std::ops::Range;

/// Places that a list names; there may be more ([`Hint::count`]).
pub const NAMED_PLACES: usize = 10;

/// One checked claim.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    /// The kind that is named first.
    pub kind: Kind,
    /// All kinds that combine, in naming order.
    #[serde(serialize_with = "list_kinds")]
    pub kinds: Kinds,
    /// First line of the (first) place; 0 where the hint names none in this file.
    #[serde(skip_serializing_if = "is_zero")]
    pub start_line: usize,
    /// Its last line.
    #[serde(skip_serializing_if = "is_zero")]
    pub end_line: usize,
    /// View offset where the place begins.
    #[serde(skip)]
    pub start: usize,
    /// View offset of its end.
    #[serde(skip)]
    pub end_exclusive: usize,
    /// The exact text that stands there, line ends as LF; absent where several places fit, or where it's no UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// How often that text stands in the file.
    #[serde(skip_serializing_if = "is_zero")]
    pub matches: usize,
    /// The new text with the same correction, where one can be given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_new_string: Option<String>,
    /// The lines of each place where several fit; the first [`NAMED_PLACES`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<LineRange>,
    /// How many places fit.
    pub count: usize,
    /// The search was cut: there may be more.
    pub at_least: bool,
    /// For `nearest`: 500 to 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<u32>,
    /// For `wrong_file`: the file that has the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// For `wrong_file` and `changed_since`: the line there. For `depends_on_edit`: which edit, 0-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<usize>,
    /// What the indentations say.
    #[serde(skip)]
    pub verdict: Verdict,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn list_kinds<S: Serializer>(kinds: &Kinds, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(kinds.iter())
}

impl Hint {
    /// A hint without a place.
    pub fn of(kind: Kind) -> Self {
        Hint {
            kind,
            kinds: Kinds::of(&[kind]),
            start_line: 0,
            end_line: 0,
            start: 0,
            end_exclusive: 0,
            text: None,
            matches: 0,
            corrected_new_string: None,
            places: Vec::new(),
            count: 0,
            at_least: false,
            similarity: None,
            path: None,
            there: None,
            verdict: Verdict::Same,
        }
    }

    /// Does it name a place in this file?
    pub fn has_place(&self) -> bool {
        self.start_line > 0
    }

    /// The place's view offsets.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end_exclusive
    }
}
