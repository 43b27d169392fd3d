//! Lines of a file that a refusal shows, so that the next call can be right without a read: at most 40 lines and 8 KiB.

use crate::file::File;
use crate::lines_seen::{LineRange, LineSet};
use crate::names::Form;
use crate::snippet::{CONTEXT, Snippet};

const MAX_LINES: usize = 40;
const MAX_BYTES: usize = 8 << 10;

/// Lines round the places (first and last line of each, 1-based, ascending); the file's head where there is none.
pub fn around(file: &File, places: &[(usize, usize)], form: Form) -> Snippet {
    let count = file.lines.count();
    let mut wanted: Vec<LineRange> = Vec::new();
    if places.is_empty() {
        wanted.push(LineRange { start_line: 1, end_line: count.min(MAX_LINES) });
    }
    for &(first, last) in places {
        let (from, to) = (first.saturating_sub(CONTEXT).max(1), (last + CONTEXT).min(count));
        if to - from < MAX_LINES {
            wanted.push(LineRange { start_line: from, end_line: to });
        } else {
            // Too long to be shown whole: its edges, where what isn't quoted by the needle itself can stand.
            wanted.push(LineRange { start_line: from, end_line: from + MAX_LINES / 2 - 1 });
            wanted.push(LineRange { start_line: to + 1 - MAX_LINES / 2, end_line: to });
        }
    }
    let wanted = LineSet::new(wanted);
    let mut snippet = Snippet::of(form);
    let mut left = MAX_LINES;
    let mut last_shown = None;
    for range in wanted.ranges() {
        for number in range.start_line..=range.end_line {
            let before = snippet.len();
            if left == 0 {
                return snippet;
            }
            if last_shown.is_some_and(|last: usize| last + 1 < number) {
                snippet.gap();
            }
            snippet.push(number, file.line(number), 0);
            if snippet.text.len() > MAX_BYTES {
                snippet.truncate(before, number);
                return snippet;
            }
            last_shown = Some(number);
            left -= 1;
        }
    }
    snippet
}
