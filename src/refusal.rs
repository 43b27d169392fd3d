//! The closed list of refusals: each code with the data that its text is made of. A refusal is a value: nothing was
//! changed, it names the check that failed and what to do next. The texts are in `messages`.

use crate::hunk::Hunk;
use crate::lines_seen::LineRange;
use crate::messages;
use crate::names::{Locale, Names};
use crate::request::Op;
use crate::trace::{Check, Trace, TraceStep};
use serde::{Deserialize, Serialize};

/// Why stet refuses. The code is the name of the variant in snake_case; `data` are its fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "code", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Why {
    InvalidInput {
        problem: Problem,
        /// Canonical name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        /// What came instead: a type, a value cut short, or the other name that was used.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        got: Option<String>,
        /// Which of several edits, 0-based.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    NoChange {
        reason: SameReason,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
    },
    OutsideRoot {
        path: String,
    },
    Denied {
        path: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    UserRejected {
        path: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Missing {
        path: String,
        op: Op,
        #[serde(default)]
        near: Vec<String>,
    },
    Exists {
        path: String,
        #[serde(default)]
        index: Option<usize>,
    },
    IsDirectory {
        path: String,
    },
    NotRegular {
        path: String,
    },
    Symlink {
        path: String,
        /// Where it leads, if inside the root.
        #[serde(default)]
        target: Option<String>,
    },
    TooLarge {
        what: Large,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        /// Bytes, or replacements.
        size: f64,
        limit: f64,
    },
    Binary {
        path: String,
        #[serde(default)]
        at: usize,
    },
    Encoding {
        path: String,
        problem: EncodingProblem,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
    },
    NotRead {
        path: String,
        op: Op,
        /// Some of it was shown.
        #[serde(default)]
        partial: bool,
        /// A line is longer than what a read shows: the whole can't be shown.
        #[serde(default)]
        unshowable: bool,
        /// Lines not shown yet.
        #[serde(default)]
        unseen: Vec<LineRange>,
        /// Lines that this refusal shows.
        #[serde(default)]
        shown: Vec<LineRange>,
        /// Numbered lines.
        #[serde(default)]
        excerpt: Option<String>,
        /// How often the text stands in the file (edits only).
        #[serde(default)]
        matches: Option<usize>,
    },
    Stale {
        path: String,
        op: Op,
        #[serde(default)]
        matches: Option<usize>,
        #[serde(default)]
        index: Option<usize>,
        /// Hunks from the model's version to the present one; absent where that isn't kept or may not be shown.
        #[serde(default)]
        changed: Option<Vec<Hunk>>,
        #[serde(default)]
        refused: bool,
        #[serde(default)]
        shown: Vec<LineRange>,
    },
    NotFound {
        path: String,
        #[serde(default)]
        index: Option<usize>,
        /// What the diagnosis says, in the text's language.
        #[serde(default)]
        diagnosis: String,
        #[serde(default)]
        shown: Vec<LineRange>,
        #[serde(default)]
        stale: bool,
    },
    Ambiguous {
        path: String,
        matches: usize,
        /// What `replace_all` would replace, where that is fewer.
        #[serde(default)]
        disjoint: Option<usize>,
        /// Of the first 10.
        lines: Vec<usize>,
        #[serde(default)]
        context: Vec<MoreLines>,
        /// Every match lies in lines that the model has seen.
        all_seen: bool,
        #[serde(default)]
        index: Option<usize>,
        #[serde(default)]
        excerpt: Option<String>,
        #[serde(default)]
        shown: Vec<LineRange>,
    },
    CountMismatch {
        path: String,
        matches: usize,
        expected: f64,
        lines: Vec<usize>,
    },
    Overlap {
        path: String,
        first: usize,
        second: usize,
        line: usize,
    },
    Conflict {
        path: String,
        #[serde(default)]
        tries: usize,
    },
    Busy {
        path: String,
    },
    PermissionDenied {
        path: String,
        #[serde(default)]
        errno: Option<String>,
    },
    ReadOnlyFs {
        path: String,
    },
    NoSpace {
        path: String,
    },
    PartialWrite {
        path: String,
        #[serde(default)]
        kept: Option<String>,
    },
    IoError {
        path: String,
        #[serde(default)]
        errno: Option<String>,
        #[serde(default)]
        syscall: Option<String>,
    },
    Aborted {
        path: String,
        /// The new content is in place.
        #[serde(default)]
        written: bool,
    },
    Internal {
        #[serde(default)]
        path: Option<String>,
        #[serde(default)]
        what: Option<String>,
    },
}

/// The fewest more lines that make one match unique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoreLines {
    /// Line of the match.
    pub line: usize,
    /// Lines to add above; absent where no number does.
    #[serde(default)]
    pub above: Option<usize>,
    /// Lines to add below; absent where no number does.
    #[serde(default)]
    pub below: Option<usize>,
}

/// What is wrong with an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Problem {
    Missing,
    NotText,
    NotBoolean,
    NotWholeNumber,
    NotAList,
    NotAnEdit,
    NoEdits,
    TooManyEdits,
    BadChoice,
    LoneSurrogate,
    Nul,
    EditsBesideOldString,
    EmptyOldString,
    NeedsReplaceAll,
    PathEmpty,
    PathNul,
    PathTooLong,
    PathForm,
    PathControl,
    Offset,
    NotAnObject,
}

/// Why old and new are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SameReason {
    /// The two arguments are identical.
    Identical,
    /// Only their line ends differ.
    LineEnds,
}

/// What is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Large {
    File,
    Argument,
    Result,
    Replacements,
}

/// Why the bytes can't be handled as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EncodingProblem {
    /// UTF-32.
    Utf32,
    /// Odd length or an unpaired surrogate.
    BrokenUtf16,
    /// Unknown bytes, and an argument that isn't ASCII.
    NotAscii,
    /// Unknown bytes, and an argument that holds U+FFFD.
    ReplacementCharacter,
    /// Unknown bytes, and a match may be half a character.
    HalfCharacter,
    /// Write over unknown bytes.
    Write,
}

/// Checked advice for programs; the shape of `Hint` in js/types.ts.
pub type Hint = crate::diagnose::Hint;

/// The negative answer.
#[derive(Debug, Clone, Serialize)]
pub struct Refusal {
    ok: bool,
    /// Code and data.
    #[serde(flatten)]
    pub why: Why,
    /// For the model.
    pub text: String,
    /// The first hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// The others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// Which checks passed.
    pub trace: Vec<TraceStep>,
}

impl Refusal {
    /// A refusal by the check `failed`.
    pub fn new(why: Why, failed: Check, names: &Names, locale: Locale) -> Box<Self> {
        let text = messages::refusal(&why, names, locale);
        Box::new(Refusal { ok: false, why, text, hint: None, hints: Vec::new(), trace: Trace::failed_at(failed) })
    }

    /// With what the diagnosis found.
    pub fn with_hints(mut self: Box<Self>, hints: Vec<Hint>) -> Box<Self> {
        let mut hints = hints.into_iter();
        self.hint = hints.next();
        self.hints = hints.collect();
        self
    }

    /// Adds a paragraph to the text.
    pub fn with_more(mut self: Box<Self>, more: &str) -> Box<Self> {
        if !more.is_empty() {
            self.text.push('\n');
            self.text.push_str(more);
        }
        self
    }
}
