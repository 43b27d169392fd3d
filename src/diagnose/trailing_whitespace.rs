//! `trailing_whitespace`: blanks at the end of lines (and on blank lines), and a final line end that the file hasn't.

use super::explain::{Explain, Settings, lines_of, trimmed_len};
use super::kind::Kind;
use std::borrow::Cow;

/// The kind.
pub struct TrailingWhitespace;

impl Explain for TrailingWhitespace {
    fn kind(&self) -> Kind {
        Kind::TrailingWhitespace
    }

    /// Blanks before line ends go, and the very last line end.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        let mut folded = Vec::with_capacity(text.len());
        for (line, ended) in lines_of(&text) {
            folded.extend_from_slice(&line[..trimmed_len(line)]);
            if ended {
                folded.push(b'\n');
            }
        }
        if folded.ends_with(b"\n") {
            folded.pop();
        }
        Cow::Owned(folded)
    }
}
