//! The new text of one place: as given, but for its line ends, which follow the place where it goes.

use crate::eol::{LineEnd, line_ends};
use crate::file::File;
use std::ops::Range;

/// The bytes (in the view) that replace `span`. The i-th line end of `new` becomes the i-th of the span, further ones its
/// last; a span without one gives that of its line, else of the line above, else the file's most frequent, else LF.
/// `final_cr_ends`: the needle ended in a CR that stood for a line end, and then so does `new`'s last.
pub fn for_span(file: &File, span: Range<usize>, new: &[u8], final_cr_ends: bool) -> Vec<u8> {
    if memchr::memchr2(b'\n', b'\r', new).is_none() {
        return new.to_vec();
    }
    let cr_only = file.lines.cr_only();
    let mut span_ends = line_ends(&file.text()[span.clone()], cr_only).map(|(_, end)| end);
    let mut end = None;
    let mut text = Vec::with_capacity(new.len() + 8);
    let mut kept_from = 0;
    for (range, _) in ends_of_new(new, cr_only, final_cr_ends) {
        if let Some(next) = span_ends.next() {
            end = Some(next);
        }
        let this = *end.get_or_insert_with(|| nearby(file, span.start));
        text.extend_from_slice(&new[kept_from..range.start]);
        text.extend_from_slice(this.as_bytes());
        kept_from = range.end;
    }
    text.extend_from_slice(&new[kept_from..]);
    text
}

fn ends_of_new(new: &[u8], cr_only: bool, final_cr_ends: bool) -> impl Iterator<Item = (Range<usize>, LineEnd)> + '_ {
    let last = (final_cr_ends && !cr_only && new.ends_with(b"\r")).then(|| (new.len() - 1..new.len(), LineEnd::Cr));
    line_ends(new, cr_only).chain(last)
}

/// The line end for new lines at a place that holds none.
pub fn nearby(file: &File, offset: usize) -> LineEnd {
    let line = file.lines.line_of(offset);
    file.lines
        .end_at(file.text(), line)
        .or_else(|| line.checked_sub(1).filter(|&above| above >= 1).and_then(|above| file.lines.end_at(file.text(), above)))
        .unwrap_or_else(|| most_frequent(file))
}

/// The file's most frequent line end; LF where it has none, and where LF and CRLF are equally frequent.
pub fn most_frequent(file: &File) -> LineEnd {
    let tally = file.lines.tally(file.text());
    tally.iter().rev().max_by_key(|(_, count)| *count).map_or(LineEnd::Lf, |(end, count)| if *count == 0 { LineEnd::Lf } else { *end })
}

/// Its line end, where all its lines end alike (and at least one does).
pub fn uniform(file: &File) -> Option<LineEnd> {
    let mut used = file.lines.tally(file.text()).into_iter().filter(|(_, count)| *count > 0).map(|(end, _)| end);
    let first = used.next()?;
    used.next().is_none().then_some(first)
}
