//! `blank_line`: a blank line that only one side has.

use super::explain::{Explain, Settings, lines_of, trimmed_len};
use super::kind::Kind;
use std::borrow::Cow;

/// The kind.
pub struct BlankLine;

impl Explain for BlankLine {
    fn kind(&self) -> Kind {
        Kind::BlankLine
    }

    /// Blank lines go.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        let mut folded = Vec::with_capacity(text.len());
        for (line, ended) in lines_of(&text).filter(|(line, _)| trimmed_len(line) > 0) {
            folded.extend_from_slice(line);
            if ended {
                folded.push(b'\n');
            }
        }
        Cow::Owned(folded)
    }
}
