//! `line_break`: a line break that stands elsewhere, or that one side hasn't. Never repaired.

use super::explain::{Explain, Settings, is_blank};
use super::kind::Kind;
use std::borrow::Cow;

/// The kind.
pub struct LineBreak;

impl Explain for LineBreak {
    fn kind(&self) -> Kind {
        Kind::LineBreak
    }

    /// All blanks and line ends go.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        Cow::Owned(text.iter().copied().filter(|byte| *byte != b'\n' && !is_blank(*byte)).collect())
    }
}
