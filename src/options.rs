//! What a caller may set, what the model has seen, and what the session knows besides: the inputs of a plan.

use crate::lines_seen::LineRange;
use crate::names::{Locale, Names};
use crate::request::Request;
use crate::stamp::Stamp;
use serde::Deserialize;
use serde_bytes::ByteBuf;

/// Largest file that Edit and Write handle, in bytes, unless the options say otherwise.
pub const FILE_BYTES: usize = 64 << 20;

/// When a file must have been read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReadBeforeEdit {
    /// Before each edit.
    #[default]
    Always,
    /// Unless each `old_string` stands exactly once.
    UnlessUnique,
    /// Never.
    Never,
}

/// What happens to an edit of a file that has changed since it was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StalePolicy {
    /// It goes on where each `old_string` still stands exactly once.
    #[default]
    Recover,
    /// It is refused.
    Refuse,
}

/// Whether the engine may mend a needle's layout itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// It only proposes.
    #[default]
    Off,
    /// Uniform indentation, trailing whitespace, line-number prefixes, at exactly one place.
    Layout,
}

/// Sizes in bytes.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Limits {
    /// Largest file for Edit and Write, and largest result.
    pub file_bytes: Option<f64>,
    /// Longest argument.
    pub argument_bytes: Option<f64>,
}

/// A session's settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs)]
pub struct Options {
    pub locale: Locale,
    pub read_before_edit: ReadBeforeEdit,
    pub stale: StalePolicy,
    pub repair: Repair,
    /// Text of the file may be quoted in a refusal.
    pub may_show: bool,
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            locale: Locale::En,
            read_before_edit: ReadBeforeEdit::Always,
            stale: StalePolicy::Recover,
            repair: Repair::Off,
            may_show: true,
            limits: Limits::default(),
        }
    }
}

impl Options {
    /// Largest file and largest result in bytes.
    pub fn file_bytes(&self) -> usize {
        self.limits.file_bytes.map_or(FILE_BYTES, |bytes| bytes as usize)
    }

    /// Longest argument in bytes.
    pub fn argument_bytes(&self) -> usize {
        self.limits.argument_bytes.map_or(crate::check::ARGUMENT_BYTES, |bytes| bytes as usize)
    }
}

/// What the model has seen of the file.
#[derive(Debug, Clone, Deserialize)]
pub struct Record {
    /// The version that it saw.
    pub stamp: Stamp,
    /// Lines shown in full.
    pub ranges: Vec<LineRange>,
    /// Only lines of a refusal: allows an edit inside them and nothing else.
    #[serde(default)]
    pub narrow: bool,
}

/// Another file that the model has read.
#[derive(Debug, Clone, Deserialize)]
#[allow(missing_docs)]
pub struct Other {
    pub path: String,
    pub bytes: ByteBuf,
}

/// What the session knows besides.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Context {
    /// The version that the model saw.
    pub seen: Option<ByteBuf>,
    /// Or its line hashes, 8 bytes a line, little endian.
    pub seen_hashes: Option<ByteBuf>,
    /// Files that might hold the text instead.
    pub others: Vec<Other>,
    /// Paths like the missing one.
    pub near_paths: Vec<String>,
    /// The same call was refused before.
    pub repeated: bool,
}

/// Everything that a plan is made from, but the file's bytes.
#[derive(Debug, Clone, Deserialize)]
pub struct PlanInput {
    /// Of the bytes.
    #[serde(default)]
    pub stamp: Option<Stamp>,
    /// What the model has seen.
    #[serde(default)]
    pub record: Option<Record>,
    /// The checked request.
    pub request: Request,
    /// Settings.
    #[serde(default)]
    pub options: Options,
    /// The dialect.
    #[serde(default)]
    pub names: Names,
    /// What else is known.
    #[serde(default)]
    pub context: Context,
}
