//! `escape`: backslashes and entities that one side has and the other hasn't: `\n` for a line end, `\"`, `\\`, `&lt;`,
//! in both directions, and escaped more than once.

use super::explain::{Explain, Settings};
use super::kind::Kind;
use super::unit;
use std::borrow::Cow;

/// The kind.
pub struct Escape;

impl Explain for Escape {
    fn kind(&self) -> Kind {
        Kind::Escape
    }

    /// Runs of backslashes go, an escaped `n` becomes a line end, `t` a tab, `r` nothing; entities become their character.
    fn fold<'t>(&self, text: Cow<'t, [u8]>, _: &Settings) -> Cow<'t, [u8]> {
        if memchr::memchr2(b'\\', b'&', &text).is_none() {
            return text;
        }
        let mut folded = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            match text[at] {
                b'\\' => {
                    let (end, blank) = unit::escape(&text, at);
                    folded.extend(blank.filter(|blank| *blank != b'\r'));
                    at = end;
                }
                b'&' => match unit::entity(&text, at) {
                    Some((end, character)) => {
                        folded.extend_from_slice(character.as_bytes());
                        at = end;
                    }
                    None => {
                        folded.push(b'&');
                        at += 1;
                    }
                },
                byte => {
                    folded.push(byte);
                    at += 1;
                }
            }
        }
        Cow::Owned(folded)
    }
}
