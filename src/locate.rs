//! Where each `old_string` of a call stands in a file. Offsets are view offsets.

use crate::file::File;
use crate::find::{Folded, Found, find_disjoint, find_overlapping};
use crate::request::Edit;
use std::borrow::Cow;
use std::ops::Range;

/// Most places that one call may replace.
pub const MAX_REPLACEMENTS: usize = 1_000_000;
/// Most matches whose lines a refusal names.
pub const NAMED_MATCHES: usize = 10;

/// One edit of a call, and where it stands.
#[derive(Debug)]
pub struct Located<'r> {
    /// `old_string`, folded for this file.
    pub old: Cow<'r, [u8]>,
    /// `new_string` as given, without a BOM that the file has already.
    pub new: &'r [u8],
    /// The needle ended in a lone CR, which stands for a line end.
    pub final_cr: bool,
    /// Asked to replace every match.
    pub replace_all: bool,
    /// Matches, overlapping ones too.
    pub count: usize,
    /// Matches from left to right without overlap.
    pub disjoint: usize,
    /// The first matches, overlapping ones too.
    pub first: Vec<Range<usize>>,
    /// What would be replaced; empty where `disjoint` is over [`MAX_REPLACEMENTS`].
    pub places: Vec<Range<usize>>,
}

/// Finds one edit. Linear in the file.
pub fn locate<'r>(file: &File, folded: &Folded, edit: &'r Edit) -> Located<'r> {
    let given = file.without_bom(&edit.old_string).as_bytes();
    let old = folded.argument(given);
    // Half of a CRLF was cut off the needle: where it meets a CRLF, that one is meant and no other line end; and where the new
    // text has no half of its own, the line end stays.
    let half = given.ends_with(b"\r") && !file.lines.cr_only();
    let kept = usize::from(half && !edit.new_string.ends_with('\r'));
    let span = |start: usize| folded.to_view(start)..folded.to_view(start + old.len() - kept);
    let mut found = find_overlapping(&folded.bytes, &old, if file.is_unknown() || half { usize::MAX } else { NAMED_MATCHES });
    let mut meets_crlf = found.starts.iter().copied().filter(|start| half && folded.is_crlf(start + old.len() - 1)).peekable();
    let only_crlf = meets_crlf.peek().is_some();
    if only_crlf {
        let starts: Vec<usize> = meets_crlf.collect();
        found = Found { count: starts.len(), starts };
    }
    let disjoint =
        |keep: usize| if only_crlf { without_overlap(&found.starts, old.len()) } else { find_disjoint(&folded.bytes, &old, keep) };
    let first: Vec<_> = found.starts.iter().map(|&start| span(start)).collect();
    let (disjoint, places) = if edit.replace_all && found.count > 1 {
        let disjoint = disjoint(MAX_REPLACEMENTS + 1);
        let fits = disjoint.count <= MAX_REPLACEMENTS;
        let places = if fits { disjoint.starts.iter().map(|&start| span(start)).collect() } else { Vec::new() };
        (disjoint.count, places)
    } else {
        let disjoint = if found.count > 1 { disjoint(0).count } else { found.count };
        (disjoint, first.first().cloned().into_iter().collect())
    };
    Located {
        final_cr: given.ends_with(b"\r"),
        new: file.without_bom(&edit.new_string).as_bytes(),
        replace_all: edit.replace_all,
        count: found.count,
        disjoint,
        first,
        places,
        old,
    }
}

/// Of ascending starts those from left to right without overlap.
fn without_overlap(starts: &[usize], len: usize) -> Found {
    let mut free_from = 0;
    let mut disjoint = Vec::new();
    for &start in starts {
        if start >= free_from {
            disjoint.push(start);
            free_from = start + len;
        }
    }
    Found { count: disjoint.len(), starts: disjoint }
}

impl Located<'_> {
    /// The lines of the first matches.
    pub fn lines(&self, file: &File) -> Vec<usize> {
        self.first.iter().take(NAMED_MATCHES).map(|range| file.lines.line_of(range.start)).collect()
    }
}

/// The lines (1-based, first and last) that a span touches; an empty one comes after the line of the byte before it.
pub fn lines_of(file: &File, span: &Range<usize>) -> (usize, usize) {
    if span.is_empty() {
        let line = file.lines.line_of(span.start.saturating_sub(1));
        return (line, line);
    }
    let last = span.end.saturating_sub(1).max(span.start);
    (file.lines.line_of(span.start), file.lines.line_of(last))
}
