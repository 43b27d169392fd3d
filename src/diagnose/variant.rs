//! The needle as given, and without what a reader's view adds to it: line numbers, notices. Each variant is searched for.

use super::kind::{Kind, Kinds};
use super::{line_number_prefix, reader_notice};
use std::borrow::Cow;

/// One form of the needle.
#[derive(Debug, Clone)]
pub struct Variant<'a> {
    /// Its text, line ends as LF.
    pub text: Cow<'a, [u8]>,
    /// The kinds that made it.
    pub base: Kinds,
    /// The line-number form that was taken off.
    pub prefix: Option<line_number_prefix::Form>,
}

/// The needle and its variants. O(needle).
pub fn variants<'a>(needle: &'a [u8]) -> Vec<Variant<'a>> {
    let needle = needle.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(needle);
    let mut all = vec![Variant { text: Cow::Borrowed(needle), base: Kinds::NONE, prefix: None }];
    if let Some(text) = reader_notice::without_notices(needle) {
        all.push(Variant { text: Cow::Owned(text), base: Kinds::of(&[Kind::ReaderNotice]), prefix: None });
    }
    for index in 0..all.len() {
        let base = all[index].base.with(Kind::LineNumberPrefix);
        for (mut text, form) in line_number_prefix::without_numbers(&all[index].text) {
            // The file's BOM isn't part of its first line.
            if text.starts_with("\u{FEFF}".as_bytes()) {
                text.drain(.."\u{FEFF}".len());
            }
            all.push(Variant { text: Cow::Owned(text), base, prefix: Some(form) });
        }
    }
    all
}
