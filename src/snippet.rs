//! Numbered lines round a place, for the model, in the form of its dialect. Bounded in lines and bytes; tells which lines it showed in full, since those count as seen.

use crate::fence::{char_start, cut};
use crate::lines_seen::LineRange;
use crate::names::Form;
use std::fmt::Write;

/// Lines shown either side of a place.
pub const CONTEXT: usize = 4;
/// Longest part of one line that a snippet shows, in bytes.
const LINE_BYTES: usize = 2_000;
/// A place of more lines shows only this many of its first and of its last.
const EDGE_LINES: usize = 12;

/// Numbered text, and which of its lines were shown in full.
#[derive(Debug, Default, Clone)]
pub struct Snippet {
    /// Lines as shown, each ending in LF.
    pub text: String,
    /// Lines shown in full, ascending.
    pub shown: Vec<LineRange>,
    /// The last line shown, in full or cut.
    last: usize,
    form: Form,
}

impl Snippet {
    /// One without lines.
    pub fn of(form: Form) -> Self {
        Snippet { form, ..Snippet::default() }
    }

    /// Adds line `number` without its line end. `focus`: the offset in it that must be seen where the line is too long.
    pub fn push(&mut self, number: usize, line: &[u8], focus: usize) {
        let content = strip_line_end(line);
        self.last = number;
        self.text.push_str(&self.form.line_number(number));
        if content.len() <= LINE_BYTES {
            let _ = writeln!(self.text, "{}", String::from_utf8_lossy(content));
            match self.shown.last_mut() {
                Some(last) if last.end_line + 1 == number => last.end_line = number,
                _ => self.shown.push(LineRange { start_line: number, end_line: number }),
            }
            return;
        }
        let start = char_start(content, focus.min(content.len()).saturating_sub(LINE_BYTES / 4));
        let part = cut(&content[start..], LINE_BYTES);
        let before = if start > 0 { format!("[+{start} B] … ") } else { String::new() };
        let behind = content.len() - start - part.len();
        let behind = if behind > 0 { format!(" … [+{behind} B]") } else { String::new() };
        let _ = writeln!(self.text, "{before}{}{behind}", String::from_utf8_lossy(part));
    }

    /// Its length in bytes now, to go back to by [`Snippet::truncate`].
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Takes line `number`, the last one pushed, back.
    pub fn truncate(&mut self, len: usize, number: usize) {
        self.text.truncate(len);
        if let Some(last) = self.shown.last_mut().filter(|last| last.end_line == number) {
            last.end_line -= 1;
            if last.end_line < last.start_line {
                self.shown.pop();
            }
        }
    }

    /// Says that lines were left out.
    pub fn gap(&mut self) {
        self.text.push_str("   ...\n");
    }
}

/// Adds the lines `first..=last` (1-based) with [`CONTEXT`] lines either side, out of `count`, to a snippet; lines that it
/// already shows aren't shown again. `focus`: the offset in line `first` where the place begins.
pub fn add_around<'a>(snippet: &mut Snippet, first: usize, last: usize, count: usize, focus: usize, line: impl Fn(usize) -> &'a [u8]) {
    let shown_to = snippet.last;
    let from = first.saturating_sub(CONTEXT).max(1);
    let to = (last + CONTEXT).min(count);
    if !snippet.text.is_empty() && from > shown_to + 1 {
        snippet.gap();
    }
    let long = last + 1 - first.min(last) > 2 * EDGE_LINES;
    let mut number = from.max(shown_to + 1);
    while number <= to {
        if long && number == first + EDGE_LINES {
            snippet.gap();
            number = last + 1 - EDGE_LINES;
        }
        snippet.push(number, line(number), if number == first { focus } else { 0 });
        number += 1;
    }
}

/// A line without its line end.
pub fn strip_line_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r\n").or_else(|| line.strip_suffix(b"\n")).or_else(|| line.strip_suffix(b"\r")).unwrap_or(line)
}
