//! `tabs_spaces`: tabs where the file has spaces, or the other way round, in the same columns by one tab width.

use super::explain::{Explain, Settings, Tabs, indent_len, lines_of};
use super::kind::Kind;
use std::borrow::Cow;

/// The kind.
pub struct TabsSpaces;

impl Explain for TabsSpaces {
    fn kind(&self) -> Kind {
        Kind::TabsSpaces
    }

    /// Tabs become spaces: at the beginning of a line by columns, inside by the width.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, settings: &Settings) -> Cow<'t, [u8]> {
        let Some(tabs) = settings.tabs else { return text };
        let mut folded = Vec::with_capacity(text.len());
        for (line, ended) in lines_of(&text) {
            let indent = indent_len(line);
            folded.resize(folded.len() + columns(&line[..indent], tabs), b' ');
            folded.extend_from_slice(&expand(&line[indent..], tabs.width));
            if ended {
                folded.push(b'\n');
            }
        }
        Cow::Owned(folded)
    }
}

/// How many columns an indentation takes.
pub fn columns(indent: &[u8], tabs: Tabs) -> usize {
    indent.iter().fold(0, |column, byte| match (byte, tabs.stops) {
        (b'\t', true) => (column / tabs.width + 1) * tabs.width,
        (b'\t', false) => column + tabs.width,
        _ => column + 1,
    })
}

/// Each tab as `width` spaces.
pub fn expand(blanks: &[u8], width: usize) -> Vec<u8> {
    let mut expanded = Vec::with_capacity(blanks.len());
    for byte in blanks {
        if *byte == b'\t' {
            expanded.resize(expanded.len() + width, b' ');
        } else {
            expanded.push(*byte);
        }
    }
    expanded
}
