//! What may be asked: raw arguments as the wrapper hands them over, and requests whose arguments are proven.

use crate::plain::{FromPlain, Plain, Read, Wrong};
use serde::Serialize;

/// One operation of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Op {
    Read,
    Edit,
    Write,
}

/// A call before its arguments are checked: names are canonical (camelCase).
#[derive(Debug, Clone)]
pub struct RawRequest {
    /// The operation.
    pub op: Op,
    /// The arguments that the dialect knows.
    pub args: Plain,
    /// Names of the others, as the model gave them.
    pub unknown: Vec<String>,
}

/// A call whose arguments are proven.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Request {
    Read {
        file_path: String,
        /// First line, 1-based.
        #[serde(skip_serializing_if = "Option::is_none")]
        offset: Option<f64>,
        /// Number of lines.
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<f64>,
    },
    Edit {
        file_path: String,
        edits: Vec<Edit>,
        /// True where the model sent a list.
        several: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        expected_replacements: Option<f64>,
        /// Instead of a text to replace: `new_string` goes on lines of its own after this one; 0 is the beginning.
        #[serde(skip_serializing_if = "Option::is_none")]
        insert_line: Option<f64>,
    },
    Write {
        file_path: String,
        content: String,
        line_endings: LineEndings,
    },
}

/// One replacement of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Edit {
    pub old_string: String,
    pub new_string: String,
    pub replace_all: bool,
}

/// What Write does with the line ends of its content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEndings {
    /// Those of the file that is there.
    #[default]
    Keep,
    /// All LF.
    Lf,
    /// All CRLF.
    Crlf,
}

/// The names of the operations.
pub const OPS: [(&str, Op); 3] = [("read", Op::Read), ("edit", Op::Edit), ("write", Op::Write)];
/// The words of [`LineEndings`].
pub const LINE_ENDINGS: [(&str, LineEndings); 3] = [("keep", LineEndings::Keep), ("lf", LineEndings::Lf), ("crlf", LineEndings::Crlf)];

impl FromPlain for RawRequest {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(RawRequest {
            op: plain.choice("op", &OPS)?.ok_or_else(|| Wrong("op".into()))?,
            args: plain.get("args").cloned().unwrap_or(Plain::Null),
            unknown: plain.or_default("unknown")?,
        })
    }
}

impl FromPlain for Edit {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(Edit {
            old_string: plain.field("oldString")?,
            new_string: plain.field("newString")?,
            replace_all: plain.or_default("replaceAll")?,
        })
    }
}

impl FromPlain for Request {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let file_path = plain.field("filePath")?;
        Ok(match plain.choice("op", &OPS)?.ok_or_else(|| Wrong("op".into()))? {
            Op::Read => Request::Read { file_path, offset: plain.opt("offset")?, limit: plain.opt("limit")? },
            Op::Write => Request::Write {
                file_path,
                content: plain.field("content")?,
                line_endings: plain.choice("lineEndings", &LINE_ENDINGS)?.unwrap_or_default(),
            },
            Op::Edit => Request::Edit {
                file_path,
                edits: plain.field("edits")?,
                several: plain.or_default("several")?,
                expected_replacements: plain.opt("expectedReplacements")?,
                insert_line: plain.opt("insertLine")?,
            },
        })
    }
}
