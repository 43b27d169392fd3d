//! Write: the whole content of a file. A new file goes in as given; an existing one must have been read whole, and keeps its
//! BOM, its encoding and its line ends.

use crate::edit_outcome::{join, whole};
use crate::eol::{LineEnd, Lines, line_ends};
use crate::file::File;
use crate::hunk;
use crate::lines_seen::{LineRange, LineSet};
use crate::messages::{self, Head};
use crate::miss;
use crate::new_text::uniform;
use crate::options::{PlanInput, ReadBeforeEdit};
use crate::plan::{Plan, PlanKind, Planned, Replacement};
use crate::refusal::{EncodingProblem, Hurdle, Large, Refusal, Why};
use crate::request::{LineEndings, Op};
use crate::splice::Splice;
use crate::trace::{Check, Trace};

/// Longest line that a read can show, in bytes.
const READ_BYTES: usize = crate::read::MAX_BYTES;

/// Plans a write; see [`crate::plan::plan`].
pub fn plan(bytes: Option<&[u8]>, input: &PlanInput, path: &str, content: &str, line_endings: LineEndings) -> Planned {
    let Some(raw) = bytes else {
        let text = with_line_ends(content, line_endings, None);
        input.check_size(path, text.len(), Large::Result, Check::Exists)?;
        return Ok(whole(path, PlanKind::Create, 0, 0, text.clone(), &text, input, &[]));
    };
    input.check_size(path, raw.len(), Large::File, Check::View)?;
    let file = File::open_or_refuse(raw, path, &input.names, input.options.locale)?;
    if file.is_unknown() {
        let why = Why::Encoding { path: path.to_owned(), problem: EncodingProblem::Write, argument: None, line: None };
        return Err(input.refuse(why, Check::View));
    }
    let given = file.without_bom(content);
    let text = with_line_ends(given, line_endings, uniform(&file));
    check_read(input, &file, path)?;
    let size = file.view.bom_len + file.view.encode(&text).len();
    input.check_size(path, size, Large::Result, Check::Exists)?;
    let followed_file = line_endings == LineEndings::Keep && text != given.as_bytes();
    Ok(written(input, &file, path, &text, followed_file))
}

/// The content with the line ends that it's to have.
fn with_line_ends(content: &str, line_endings: LineEndings, file: Option<LineEnd>) -> Vec<u8> {
    let end = match line_endings {
        LineEndings::Lf => LineEnd::Lf,
        LineEndings::Crlf => LineEnd::CrLf,
        LineEndings::Keep => match file {
            Some(end) if !content.contains('\r') => end,
            _ => return content.as_bytes().to_vec(),
        },
    };
    let bytes = content.as_bytes();
    let mut text = Vec::with_capacity(bytes.len());
    let mut kept_from = 0;
    for (range, _) in line_ends(bytes, !content.contains('\n')) {
        text.extend_from_slice(&bytes[kept_from..range.start]);
        text.extend_from_slice(end.as_bytes());
        kept_from = range.end;
    }
    text.extend_from_slice(&bytes[kept_from..]);
    text
}

/// The whole of the file must have been shown, in its present content. An empty file holds nothing that could be lost.
fn check_read(input: &PlanInput, file: &File, path: &str) -> Result<(), Box<Refusal>> {
    if input.options.read_before_edit == ReadBeforeEdit::Never || file.text().is_empty() {
        return Ok(());
    }
    let not_read = |partial: bool, unseen: Vec<LineRange>, unshowable: bool| Why::NotRead {
        path: path.to_owned(),
        op: Op::Write,
        partial,
        unshowable,
        unseen,
        shown: Vec::new(),
        excerpt: None,
        matches: None,
        hurdle: Hurdle::None,
    };
    let Some(record) = input.record.as_ref().filter(|record| !record.narrow) else {
        return Err(input.refuse(not_read(false, Vec::new(), false), Check::Read));
    };
    if !input.is_fresh() {
        return Err(miss::stale_write(input, file, path));
    }
    let unseen = unseen(&LineSet::new(record.ranges.clone()), file.lines.count());
    if unseen.is_empty() {
        return Ok(());
    }
    let unshowable = unseen.iter().any(|range| (range.start_line..=range.end_line).any(|line| file.line(line).len() > READ_BYTES));
    Err(input.refuse(not_read(true, unseen, unshowable), Check::Read))
}

fn unseen(seen: &LineSet, count: usize) -> Vec<LineRange> {
    let mut next = 1;
    let mut unseen = Vec::new();
    for range in seen.ranges().iter().copied().chain([LineRange { start_line: count + 1, end_line: count + 1 }]) {
        if range.start_line > next {
            unseen.push(LineRange { start_line: next, end_line: (range.start_line - 1).min(count) });
        }
        next = next.max(range.end_line.saturating_add(1));
    }
    unseen.retain(|range| range.start_line <= range.end_line);
    unseen
}

fn written(input: &PlanInput, file: &File, path: &str, text: &[u8], line_ends_kept: bool) -> Plan {
    let locale = input.options.locale;
    let lines = Lines::new(text);
    let identical = text == file.text();
    let kind = if identical { PlanKind::Identical } else { PlanKind::Write };
    let (structured_patch, _) = hunk::from_texts(file.text(), &file.lines, text, &lines);
    let bytes = file.view.encode(text);
    let base = &file.raw[file.view.bom_len..];
    // Unchanged bytes at both ends stay out of the splice.
    let same_head = base.iter().zip(&bytes).take_while(|(old, new)| old == new).count();
    let most = base.len().min(bytes.len()) - same_head;
    let same_tail = base.iter().rev().zip(bytes.iter().rev()).take(most).take_while(|(old, new)| old == new).count();
    let start = file.view.bom_len + same_head;
    let splice = Splice { start, end_exclusive: file.raw.len() - same_tail, text: bytes[same_head..bytes.len() - same_tail].to_vec() };
    let mut notes = Vec::new();
    if line_ends_kept {
        notes.push(messages::texts(locale).line_ends());
    }
    let head = messages::texts(locale).head(&Head::Whole { kind, path, lines: lines.count() });
    let end_exclusive = file.view.bom_len + bytes.len();
    let replacements = if identical {
        Vec::new()
    } else {
        vec![Replacement { line: 1, lines: lines.count().max(1), start: file.view.bom_len, end_exclusive }]
    };
    Plan {
        ok: true,
        kind,
        splices: if identical { Vec::new() } else { vec![splice] },
        text: join(&head, "", &notes),
        structured_patch,
        replacements,
        snippet: String::new(),
        notes,
        stale_recovered: false,
        content_not_in_model_context: false,
        repaired: None,
        ranges: LineSet::span(1, lines.count()).into_ranges(),
        narrow: false,
        total_lines: lines.count(),
        trace: Trace::planned(),
    }
}
