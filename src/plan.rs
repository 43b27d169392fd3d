//! The engine's one entry for changes: `plan` answers with splices over the file's bytes, or with a refusal. It does no
//! I/O, reads no clock, and gives the same answer on every runtime. This file has what Edit and Write share.

use crate::file::File;
use crate::hunk::Hunk;
use crate::lines_seen::LineRange;
use crate::messages;
use crate::options::PlanInput;
use crate::plan_edit::Call;
use crate::refusal::{Large, Refusal, Why};
use crate::request::Request;
use crate::splice::{Splice, SpliceList};
use crate::trace::{Check, TraceStep};
use serde::Serialize;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanKind {
    /// Places of the file were replaced.
    Edit,
    /// The file wasn't there.
    Create,
    /// The file was empty.
    Fill,
    /// The whole file was replaced.
    Write,
    /// The content was there already; nothing is to be written.
    Identical,
}

/// A replaced place of the result: `line` is 1-based, `lines` how many the new text stands on, the offsets are file offsets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Replacement {
    pub line: usize,
    pub lines: usize,
    pub start: usize,
    pub end_exclusive: usize,
}

/// What is to be committed, and all that is to be said of it. Plain data; the new file's bytes aren't in it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Always true.
    pub ok: bool,
    /// What is done.
    pub kind: PlanKind,
    /// Over the file's bytes.
    pub splices: Vec<Splice>,
    /// For the model.
    pub text: String,
    /// Changed lines.
    pub structured_patch: Vec<Hunk>,
    /// Replaced places.
    pub replacements: Vec<Replacement>,
    /// Numbered lines of the result.
    pub snippet: String,
    /// Sentences for the model, also in `text`.
    pub notes: Vec<String>,
    /// The file had changed since it was read.
    pub stale_recovered: bool,
    /// Lines were changed that the model hasn't seen.
    pub content_not_in_model_context: bool,
    /// The layout repair that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repaired: Option<String>,
    /// Lines of the result that the model has seen.
    pub ranges: Vec<LineRange>,
    /// These allow an edit inside them and nothing else: the file itself was never read.
    pub narrow: bool,
    /// Lines of the result.
    pub total_lines: usize,
    /// How far the checks came.
    pub trace: Vec<TraceStep>,
}

/// An answer of the engine.
pub type Planned = Result<Plan, Box<Refusal>>;

/// Checks 4 to 9 of a call whose arguments are proven, and the edit or write itself. `bytes`: the file as it is now, `None`
/// where there is none. Costs O(file + arguments); after a miss the diagnosis' budget besides.
pub fn plan(bytes: Option<&[u8]>, input: &PlanInput) -> Planned {
    let planned = dispatch(bytes, input);
    match planned {
        // The brake: these two show the lines in question themselves.
        Err(refusal) if input.context.repeated && !matches!(refusal.why, Why::NotFound { .. } | Why::Ambiguous { .. }) => {
            Err(refusal.with_more(&messages::texts(input.options.locale).same_call_again("")))
        }
        planned => planned,
    }
}

fn dispatch(bytes: Option<&[u8]>, input: &PlanInput) -> Planned {
    match &input.request {
        Request::Edit { file_path: path, edits, several, expected_replacements: expected, insert_line } => {
            let insert = insert_line.map(|line| line.max(0.0) as usize);
            crate::plan_edit::plan(bytes, &Call { input, path, edits, several: *several, expected: *expected, insert })
        }
        Request::Write { file_path, content, line_endings } => crate::plan_write::plan(bytes, input, file_path, content, *line_endings),
        Request::Read { file_path, .. } => {
            let what = Some("plan takes no read".to_owned());
            Err(input.refuse(Why::Internal { path: Some(file_path.clone()), what }, Check::Input))
        }
    }
}

impl PlanInput {
    /// A refusal in this call's language.
    pub fn refuse(&self, why: Why, failed: Check) -> Box<Refusal> {
        Refusal::new(why, failed, &self.names, self.options.locale)
    }

    /// Refuses a file that is larger than the limit.
    pub fn check_size(&self, path: &str, size: usize, what: Large, failed: Check) -> Result<(), Box<Refusal>> {
        let limit = self.options.file_bytes();
        if size <= limit {
            return Ok(());
        }
        let why = Why::TooLarge { what, path: Some(path.to_owned()), argument: None, size: size as f64, limit: limit as f64 };
        Err(self.refuse(why, failed))
    }

    /// True where the record names the same content as the file has now.
    pub fn is_fresh(&self) -> bool {
        match (&self.record, &self.stamp) {
            (Some(record), Some(stamp)) => record.stamp.same_content(stamp),
            _ => false,
        }
    }

    /// A real record: the model read the file, or its host says so.
    pub fn has_record(&self) -> bool {
        self.record.as_ref().is_some_and(|record| !record.narrow)
    }
}

/// Splices in view offsets as splices in file offsets and in the file's encoding.
pub fn to_file_splices(file: &File, splices: &SpliceList) -> Vec<Splice> {
    let mut offsets: Vec<usize> = splices.as_slice().iter().flat_map(|splice| [splice.start, splice.end_exclusive]).collect();
    file.view.to_file_offsets(&mut offsets);
    let pairs = offsets.chunks_exact(2);
    pairs
        .zip(splices.as_slice())
        .map(|(pair, splice)| Splice { start: pair[0], end_exclusive: pair[1], text: file.view.encode(&splice.text) })
        .collect()
}
