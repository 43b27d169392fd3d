//! A file as the engine works on it: its bytes, their view, its lines, and the view with each line end as LF.

use crate::eol::Lines;
use crate::find::Folded;
use crate::names::{Locale, Names};
use crate::refusal::{EncodingProblem, Refusal, Why};
use crate::text::{Encoding, View, ViewError};
use crate::trace::Check;

/// A viewed file. Built in a few passes, O(file).
#[derive(Debug)]
pub struct File<'a> {
    /// As it is on disk.
    pub raw: &'a [u8],
    /// Its text.
    pub view: View<'a>,
    /// Its lines.
    pub lines: Lines,
}

impl<'a> File<'a> {
    /// Views a file, or says why it can't be.
    pub fn open(raw: &'a [u8]) -> Result<Self, ViewError> {
        let view = View::open(raw)?;
        let lines = Lines::new(&view.bytes);
        Ok(File { raw, view, lines })
    }

    /// Views a file, or refuses it.
    pub fn open_or_refuse(raw: &'a [u8], path: &str, names: &Names, locale: Locale) -> Result<Self, Box<Refusal>> {
        Self::open(raw).map_err(|error| {
            let path = path.to_owned();
            let encoding = |problem| Why::Encoding { path: path.clone(), problem, argument: None, line: None };
            let why = match error {
                ViewError::Binary { at } => Why::Binary { path: path.clone(), at },
                ViewError::Utf32 => encoding(EncodingProblem::Utf32),
                ViewError::BrokenUtf16 { .. } => encoding(EncodingProblem::BrokenUtf16),
            };
            Refusal::new(why, Check::View, names, locale)
        })
    }

    /// Its text, without the BOM.
    pub fn text(&self) -> &[u8] {
        &self.view.bytes
    }

    /// Its text with each line end as LF.
    pub fn folded(&self) -> Folded<'_> {
        Folded::file(&self.view.bytes, self.lines.cr_only())
    }

    /// True where it begins with a BOM.
    pub fn has_bom(&self) -> bool {
        self.view.bom_len > 0
    }

    /// An argument as it's meant for this file: a leading U+FEFF is ignored where the file has a BOM.
    pub fn without_bom<'t>(&self, argument: &'t str) -> &'t str {
        if self.has_bom() { argument.strip_prefix('\u{FEFF}').unwrap_or(argument) } else { argument }
    }

    /// Bytes of no known encoding.
    pub fn is_unknown(&self) -> bool {
        self.view.encoding == Encoding::Unknown
    }

    /// Line `line` (1-based) with its line end.
    pub fn line(&self, line: usize) -> &[u8] {
        &self.text()[self.lines.range(line)]
    }
}
