//! Line ends and lines. LF and CRLF end a line; CR does in a file that has no LF at all. U+2028, NEL, FF and VT are text.
//!
//! Offsets are view offsets in bytes; line numbers are 1-based. A text of n line ends has n lines, and one more where
//! text follows the last line end. The empty text has none.

use std::ops::Range;

/// One line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// `\n`
    Lf,
    /// `\r\n`
    CrLf,
    /// `\r`, in a text without any `\n`
    Cr,
}

impl LineEnd {
    /// Its bytes.
    pub fn as_bytes(self) -> &'static [u8] {
        match self {
            LineEnd::Lf => b"\n",
            LineEnd::CrLf => b"\r\n",
            LineEnd::Cr => b"\r",
        }
    }
}

/// Where the lines of a text begin. Built in one pass, O(text); lookups are O(log lines).
#[derive(Debug, Clone)]
pub struct Lines {
    starts: Vec<usize>,
    len: usize,
    cr_only: bool,
}

impl Lines {
    /// Finds the lines of `text`.
    pub fn new(text: &[u8]) -> Self {
        Self::ended_by(text, memchr::memchr(b'\n', text).is_none() && memchr::memchr(b'\r', text).is_some())
    }

    /// Finds the lines of a piece of the text that `whole` are the lines of: the same bytes end them.
    pub fn like(whole: &Lines, text: &[u8]) -> Self {
        Self::ended_by(text, whole.cr_only)
    }

    fn ended_by(text: &[u8], cr_only: bool) -> Self {
        let end_byte = if cr_only { b'\r' } else { b'\n' };
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        starts.push(0);
        starts.extend(memchr::memchr_iter(end_byte, text).map(|at| at + 1));
        if starts.last() == Some(&text.len()) {
            starts.pop();
        }
        Lines { starts, len: text.len(), cr_only }
    }

    /// Number of lines.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// True where CR ends the lines.
    pub fn cr_only(&self) -> bool {
        self.cr_only
    }

    /// The line (1-based) that `offset` stands in; an offset at the end of the text belongs to its last line.
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset).max(1)
    }

    /// The line `line` (1-based) with its line end; empty past the last one.
    pub fn range(&self, line: usize) -> Range<usize> {
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or(self.len);
        let end = self.starts.get(line).copied().unwrap_or(self.len);
        start..end
    }

    /// The line `line` (1-based) without its line end.
    pub fn content(&self, text: &[u8], line: usize) -> Range<usize> {
        let range = self.range(line);
        let end_len = self.end_at(text, line).map_or(0, |end| end.as_bytes().len());
        range.start..range.end - end_len
    }

    /// The line end of line `line` (1-based), if it has one.
    pub fn end_at(&self, text: &[u8], line: usize) -> Option<LineEnd> {
        let bytes = &text[self.range(line)];
        if self.cr_only {
            return bytes.ends_with(b"\r").then_some(LineEnd::Cr);
        }
        if bytes.ends_with(b"\r\n") { Some(LineEnd::CrLf) } else { bytes.ends_with(b"\n").then_some(LineEnd::Lf) }
    }

    /// How many lines end in LF, CRLF and CR.
    pub fn tally(&self, text: &[u8]) -> [(LineEnd, usize); 3] {
        let mut tally = [(LineEnd::Lf, 0), (LineEnd::CrLf, 0), (LineEnd::Cr, 0)];
        if self.cr_only {
            tally[2].1 = memchr::memchr_iter(b'\r', text).count();
            return tally;
        }
        for at in memchr::memchr_iter(b'\n', text) {
            let crlf = at > 0 && text[at - 1] == b'\r';
            tally[usize::from(crlf)].1 += 1;
        }
        tally
    }
}

/// The line ends in a piece of text, in order, as (range, kind). `cr_only` is the file's [`Lines::cr_only`].
pub fn line_ends(text: &[u8], cr_only: bool) -> impl Iterator<Item = (Range<usize>, LineEnd)> + '_ {
    memchr::memchr2_iter(b'\n', b'\r', text).filter_map(move |at| match text[at] {
        b'\n' if at > 0 && text[at - 1] == b'\r' => Some((at - 1..at + 1, LineEnd::CrLf)),
        b'\n' => Some((at..at + 1, LineEnd::Lf)),
        _ if cr_only && text.get(at + 1) != Some(&b'\n') => Some((at..at + 1, LineEnd::Cr)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_their_ends() {
        for (text, count) in
            [("", 0), ("\n", 1), ("a", 1), ("a\nb", 2), ("a\r\nb\r\n", 2), ("a\rb\r", 2), ("a\rb\n", 1), ("\u{2028}\u{85}\x0c\n", 1)]
        {
            assert_eq!(Lines::new(text.as_bytes()).count(), count, "{text:?}");
        }
    }

    #[test]
    fn content_leaves_the_line_end_out() {
        let text = b"one\r\ntwo\nthree";
        let lines = Lines::new(text);
        let contents: Vec<&[u8]> = (1..=4).map(|line| &text[lines.content(text, line)]).collect();
        assert_eq!(contents, [b"one".as_slice(), b"two", b"three", b""]);
        assert_eq!([0, 4, 5, 9, 14].map(|offset| lines.line_of(offset)), [1, 1, 2, 3, 3]);
    }
}
