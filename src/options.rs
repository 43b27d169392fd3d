//! What a caller may set, what the model has seen, and what the session knows besides: the inputs of a plan.

use crate::lines_seen::LineRange;
use crate::names::{LOCALES, Locale, Names};
use crate::plain::{Bytes, FromPlain, Plain, Read};
use crate::request::Request;
use crate::stamp::Stamp;

/// Largest file that Edit and Write handle, in bytes, unless the options say otherwise.
pub const FILE_BYTES: usize = 64 << 20;

/// When a file must have been read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StalePolicy {
    /// It goes on where each `old_string` still stands exactly once.
    #[default]
    Recover,
    /// It is refused.
    Refuse,
}

/// Whether the engine may mend a needle's layout itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Repair {
    /// It only proposes.
    #[default]
    Off,
    /// Uniform indentation, trailing whitespace, line-number prefixes, at exactly one place.
    Layout,
}

/// Sizes in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// Largest file for Edit and Write, and largest result.
    pub file_bytes: Option<f64>,
    /// Longest argument.
    pub argument_bytes: Option<f64>,
}

/// A session's settings.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone)]
pub struct Record {
    /// The version that it saw.
    pub stamp: Stamp,
    /// Lines shown in full.
    pub ranges: Vec<LineRange>,
    /// Only lines of a refusal: allows an edit inside them and nothing else.
    pub narrow: bool,
}

/// Another file that the model has read.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Other {
    pub path: String,
    pub bytes: Bytes,
}

/// What the session knows besides.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The version that the model saw.
    pub seen: Option<Bytes>,
    /// Or its line hashes, 8 bytes a line, little endian.
    pub seen_hashes: Option<Bytes>,
    /// Files that might hold the text instead.
    pub others: Vec<Other>,
    /// Paths like the missing one.
    pub near_paths: Vec<String>,
    /// The same call was refused before.
    pub repeated: bool,
}

/// Everything that a plan is made from, but the file's bytes.
#[derive(Debug, Clone)]
pub struct PlanInput {
    /// Of the bytes.
    pub stamp: Option<Stamp>,
    /// What the model has seen.
    pub record: Option<Record>,
    /// The checked request.
    pub request: Request,
    /// Settings.
    pub options: Options,
    /// The dialect.
    pub names: Names,
    /// What else is known.
    pub context: Context,
}

impl FromPlain for Options {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let limits = plain.get("limits").unwrap_or(&Plain::Null);
        Ok(Options {
            locale: plain.choice("locale", &LOCALES)?.unwrap_or_default(),
            read_before_edit: plain
                .choice(
                    "readBeforeEdit",
                    &[("always", ReadBeforeEdit::Always), ("unlessUnique", ReadBeforeEdit::UnlessUnique), ("never", ReadBeforeEdit::Never)],
                )?
                .unwrap_or_default(),
            stale: plain.choice("stale", &[("recover", StalePolicy::Recover), ("refuse", StalePolicy::Refuse)])?.unwrap_or_default(),
            repair: plain.choice("repair", &[("off", Repair::Off), ("layout", Repair::Layout)])?.unwrap_or_default(),
            may_show: plain.opt("mayShow")?.unwrap_or(true),
            limits: Limits { file_bytes: limits.opt("fileBytes")?, argument_bytes: limits.opt("argumentBytes")? },
        })
    }
}

impl FromPlain for Record {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(Record { stamp: plain.field("stamp")?, ranges: plain.field("ranges")?, narrow: plain.or_default("narrow")? })
    }
}

impl FromPlain for Other {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(Other { path: plain.field("path")?, bytes: plain.field("bytes")? })
    }
}

impl FromPlain for Context {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(Context {
            seen: plain.opt("seen")?,
            seen_hashes: plain.opt("seenHashes")?,
            others: plain.or_default("others")?,
            near_paths: plain.or_default("nearPaths")?,
            repeated: plain.or_default("repeated")?,
        })
    }
}

impl FromPlain for PlanInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(PlanInput {
            stamp: plain.opt("stamp")?,
            record: plain.opt("record")?,
            request: plain.field("request")?,
            options: plain.or_default("options")?,
            names: plain.or_default("names")?,
            context: plain.or_default("context")?,
        })
    }
}
