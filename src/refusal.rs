//! The closed list of refusals: each code with the data that its text is made of. A refusal is a value: nothing was
//! changed, it names the check that failed and what to do next. The texts are in `messages`.

use crate::hunk::Hunk;
use crate::lines_seen::LineRange;
use crate::messages;
use crate::names::{Locale, Names};
use crate::request::Op;
use crate::trace::{Check, Trace, TraceStep};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// Every code, in the order of DESIGN section 11.
pub const CODES: [&str; 28] = [
    "invalid_input",
    "no_change",
    "outside_root",
    "denied",
    "user_rejected",
    "missing",
    "exists",
    "is_directory",
    "not_regular",
    "symlink",
    "too_large",
    "binary",
    "encoding",
    "not_read",
    "stale",
    "not_found",
    "ambiguous",
    "count_mismatch",
    "overlap",
    "conflict",
    "busy",
    "permission_denied",
    "read_only_fs",
    "no_space",
    "partial_write",
    "io_error",
    "aborted",
    "internal",
];

/// Why stet refuses. The code is the name of the variant in snake_case; `data` are its fields.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Why {
    InvalidInput {
        problem: Problem,
        /// Canonical name.
        #[serde(skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        /// What came instead: a type, a value cut short, or the other name that was used.
        #[serde(skip_serializing_if = "Option::is_none")]
        got: Option<String>,
        /// Which of several edits, 0-based.
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    NoChange {
        reason: SameReason,
        #[serde(skip_serializing_if = "Option::is_none")]
        index: Option<usize>,
    },
    OutsideRoot {
        path: String,
    },
    Denied {
        path: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    UserRejected {
        path: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Missing {
        path: String,
        op: Op,
        near: Vec<String>,
    },
    Exists {
        path: String,
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
        target: Option<String>,
    },
    TooLarge {
        what: Large,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        /// Bytes, or replacements.
        size: f64,
        limit: f64,
    },
    Binary {
        path: String,
        at: usize,
    },
    Encoding {
        path: String,
        problem: EncodingProblem,
        #[serde(skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
    },
    NotRead {
        path: String,
        op: Op,
        /// Some of it was shown.
        partial: bool,
        /// A line is longer than what a read shows: the whole can't be shown.
        unshowable: bool,
        /// Lines not shown yet.
        unseen: Vec<LineRange>,
        /// Lines that this refusal shows.
        shown: Vec<LineRange>,
        /// Numbered lines.
        excerpt: Option<String>,
        /// How often the texts stand in the file (edits only).
        matches: Option<usize>,
        /// What stands in the way of the same call, once these lines have been shown (edits only).
        #[serde(skip)]
        hurdle: Hurdle,
    },
    Stale {
        path: String,
        op: Op,
        matches: Option<usize>,
        index: Option<usize>,
        /// Hunks from the model's version to the present one; absent where that isn't kept or may not be shown.
        changed: Option<Vec<Hunk>>,
        refused: bool,
        shown: Vec<LineRange>,
    },
    NotFound {
        path: String,
        index: Option<usize>,
        /// What the diagnosis says, in the text's language.
        diagnosis: String,
        shown: Vec<LineRange>,
        stale: bool,
    },
    Ambiguous {
        path: String,
        matches: usize,
        /// What `replace_all` would replace, where that is fewer.
        disjoint: Option<usize>,
        /// Of the first 10.
        lines: Vec<usize>,
        context: Vec<MoreLines>,
        /// Every match lies in lines that the model has seen.
        all_seen: bool,
        index: Option<usize>,
        excerpt: Option<String>,
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
        tries: usize,
    },
    Busy {
        path: String,
    },
    PermissionDenied {
        path: String,
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
        kept: Option<String>,
    },
    IoError {
        path: String,
        errno: Option<String>,
        syscall: Option<String>,
    },
    Aborted {
        path: String,
        /// The new content is in place.
        written: bool,
    },
    Internal {
        path: Option<String>,
        what: Option<String>,
    },
}

impl Why {
    /// The stable name.
    pub fn code(&self) -> &'static str {
        match self {
            Why::InvalidInput { .. } => "invalid_input",
            Why::NoChange { .. } => "no_change",
            Why::OutsideRoot { .. } => "outside_root",
            Why::Denied { .. } => "denied",
            Why::UserRejected { .. } => "user_rejected",
            Why::Missing { .. } => "missing",
            Why::Exists { .. } => "exists",
            Why::IsDirectory { .. } => "is_directory",
            Why::NotRegular { .. } => "not_regular",
            Why::Symlink { .. } => "symlink",
            Why::TooLarge { .. } => "too_large",
            Why::Binary { .. } => "binary",
            Why::Encoding { .. } => "encoding",
            Why::NotRead { .. } => "not_read",
            Why::Stale { .. } => "stale",
            Why::NotFound { .. } => "not_found",
            Why::Ambiguous { .. } => "ambiguous",
            Why::CountMismatch { .. } => "count_mismatch",
            Why::Overlap { .. } => "overlap",
            Why::Conflict { .. } => "conflict",
            Why::Busy { .. } => "busy",
            Why::PermissionDenied { .. } => "permission_denied",
            Why::ReadOnlyFs { .. } => "read_only_fs",
            Why::NoSpace { .. } => "no_space",
            Why::PartialWrite { .. } => "partial_write",
            Why::IoError { .. } => "io_error",
            Why::Aborted { .. } => "aborted",
            Why::Internal { .. } => "internal",
        }
    }
}

/// Why the very same call would be refused again after the lines in question were shown. `index`: which of several edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Hurdle {
    /// Nothing: it would be made.
    None,
    /// The text doesn't stand in the file.
    Absent { index: Option<usize> },
    /// The text stands there more than once, and not all places are to be replaced.
    Several { index: Option<usize>, matches: usize },
    /// Not all places could be shown.
    Unshown,
}

/// The fewest more lines that make one match unique.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoreLines {
    /// Line of the match.
    pub line: usize,
    /// Lines to add above; absent where no number does.
    pub above: Option<usize>,
    /// Lines to add below; absent where no number does.
    pub below: Option<usize>,
}

/// What is wrong with an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    BadRange,
    BadCommand,
}

/// Why old and new are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SameReason {
    /// The two arguments are identical.
    Identical,
    /// Only their line ends differ.
    LineEnds,
}

/// What is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Large {
    File,
    Argument,
    Result,
    Replacements,
}

/// Why the bytes can't be handled as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone)]
pub struct Refusal {
    /// Code and data.
    pub why: Why,
    /// For the model.
    pub text: String,
    /// The first hint.
    pub hint: Option<Hint>,
    /// The others.
    pub hints: Vec<Hint>,
    /// Which checks passed.
    pub trace: Vec<TraceStep>,
}

impl Serialize for Refusal {
    // By hand: serde's `flatten` costs 60 kB of wasm.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Refusal", 7)?;
        fields.serialize_field("ok", &false)?;
        fields.serialize_field("code", self.why.code())?;
        fields.serialize_field("data", &self.why)?;
        fields.serialize_field("text", &self.text)?;
        match &self.hint {
            Some(hint) => fields.serialize_field("hint", hint)?,
            None => fields.skip_field("hint")?,
        }
        if self.hints.is_empty() {
            fields.skip_field("hints")?;
        } else {
            fields.serialize_field("hints", &self.hints)?;
        }
        fields.serialize_field("trace", &self.trace)?;
        fields.end()
    }
}

impl Refusal {
    /// A refusal by the check `failed`.
    pub fn new(why: Why, failed: Check, names: &Names, locale: Locale) -> Box<Self> {
        let text = messages::refusal(&why, names, locale);
        Box::new(Refusal { why, text, hint: None, hints: Vec::new(), trace: Trace::failed_at(failed) })
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
