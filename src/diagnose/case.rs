//! `case`: upper against lower case.

use super::explain::{Explain, Settings};
use super::kind::Kind;
use super::lower::lowered;
use std::borrow::Cow;

/// The kind.
pub struct Case;

impl Explain for Case {
    fn kind(&self) -> Kind {
        Kind::Case
    }

    fn fold<'t>(&self, text: Cow<'t, [u8]>, settings: &Settings) -> Cow<'t, [u8]> {
        match std::str::from_utf8(&text) {
            Ok(chars) if settings.unicode => Cow::Owned(lowered(chars).into_bytes()),
            _ => Cow::Owned(text.to_ascii_lowercase()),
        }
    }
}
