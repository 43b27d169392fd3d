//! `inner_whitespace`: blanks inside a line.

use super::explain::{Explain, Settings, indent_len, is_blank, lines_of, trimmed_len};
use super::kind::Kind;
use std::borrow::Cow;

/// The kind.
pub struct InnerWhitespace;

impl Explain for InnerWhitespace {
    fn kind(&self) -> Kind {
        Kind::InnerWhitespace
    }

    /// Blanks between two other characters of a line go, and those at the two ends of the text, which may stand inside a line.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        let mut folded = Vec::with_capacity(text.len());
        for (index, (line, ended)) in lines_of(&text).enumerate() {
            let (start, end) = (indent_len(line).min(trimmed_len(line)), trimmed_len(line));
            if index > 0 {
                folded.extend_from_slice(&line[..start]);
            }
            folded.extend(line[start..end].iter().filter(|byte| !is_blank(**byte)));
            if ended {
                folded.extend_from_slice(&line[end..]);
                folded.push(b'\n');
            }
        }
        Cow::Owned(folded)
    }
}
