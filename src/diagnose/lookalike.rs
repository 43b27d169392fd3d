//! `unicode_lookalike`: characters that look alike or can't be seen: quotes, dashes, the ellipsis, blanks, zero width,
//! fullwidth forms, ligatures, letters of other scripts, and composed against decomposed letters.
//!
//! The table of lookalikes is our own and small.

use super::decompose::{decompose, decomposed, is_mark};
use super::explain::{Explain, Settings};
use super::kind::Kind;
use super::lower::lower as lower_case;
use std::borrow::Cow;

/// The kind.
pub struct Lookalike;

impl Explain for Lookalike {
    fn kind(&self) -> Kind {
        Kind::UnicodeLookalike
    }

    fn fold<'t>(&self, text: Cow<'t, [u8]>, settings: &Settings) -> Cow<'t, [u8]> {
        if !settings.unicode {
            return text;
        }
        let Ok(chars) = std::str::from_utf8(&text) else { return text };
        let mut folded = String::with_capacity(chars.len());
        for c in decomposed(chars) {
            match plain(c) {
                Plain::Same if c == '-' && folded.ends_with('-') => {}
                Plain::Same => folded.push(c),
                Plain::Text("-") if folded.ends_with('-') => {}
                Plain::Text(plain) => folded.push_str(plain),
                Plain::Char(plain) => folded.push(plain),
            }
        }
        Cow::Owned(folded.into_bytes())
    }
}

/// What a character is a lookalike of.
enum Plain {
    Same,
    Char(char),
    Text(&'static str),
}

/// A character that nobody sees: zero width, direction marks, soft hyphen, variation selectors.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// A blank that isn't ASCII. U+0085, U+2028 and U+2029 are text, not line ends, and look like blanks.
pub fn is_odd_blank(c: char) -> bool {
    !c.is_ascii() && c.is_whitespace()
}

fn plain(c: char) -> Plain {
    if c.is_ascii() {
        return Plain::Same;
    }
    if is_invisible(c) {
        return Plain::Text("");
    }
    if is_odd_blank(c) {
        return Plain::Char(' ');
    }
    match c {
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{2035}' | '\u{2BC}' | '\u{B4}' | '\u{2B9}' => Plain::Char('\''),
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{2036}' | '\u{2BA}' | '\u{301D}'..='\u{301F}' => Plain::Char('"'),
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => Plain::Text("-"),
        '\u{2026}' => Plain::Text("..."),
        '\u{2024}' => Plain::Char('.'),
        '\u{2025}' => Plain::Text(".."),
        '\u{2044}' | '\u{2215}' => Plain::Char('/'),
        '\u{2217}' => Plain::Char('*'),
        '\u{2223}' => Plain::Char('|'),
        '\u{2236}' => Plain::Char(':'),
        '\u{223C}' | '\u{2DC}' => Plain::Char('~'),
        '\u{2039}' => Plain::Char('<'),
        '\u{203A}' => Plain::Char('>'),
        '\u{FB00}' => Plain::Text("ff"),
        '\u{FB01}' => Plain::Text("fi"),
        '\u{FB02}' => Plain::Text("fl"),
        '\u{FB03}' => Plain::Text("ffi"),
        '\u{FB04}' => Plain::Text("ffl"),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).map_or(Plain::Same, Plain::Char),
        '\u{B5}' => Plain::Char('\u{3BC}'),
        _ => latin_like(c).map_or(Plain::Same, Plain::Char),
    }
}

/// The Latin letter that a Cyrillic or Greek one can't be told from, in its case.
fn latin_like(c: char) -> Option<char> {
    const PAIRS: [(&str, &str); 2] =
        [("АВЕКМНОРСТУХІЈЅаеорсухіјѕһԁԛԝ", "ABEKMHOPCTYXIJSaeopcyxijshdqw"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲ", "ABEZHIKMNOPTYXoc")];
    if !matches!(c, '\u{370}'..='\u{52F}') {
        return None;
    }
    PAIRS.iter().find_map(|(like, latin)| latin.chars().nth(like.chars().position(|other| other == c)?))
}

/// The Latin letter for a lower-case Cyrillic or Greek one whose upper case looks like it: the coarse fold, which knows no
/// case, must bring all four together.
fn latin_like_lower(c: char) -> Option<char> {
    const LIKE: &str = "вкмнтαβεζηικμνρτυχ";
    const LATIN: &str = "bkmhtabezhikmnptyx";
    latin_like(c).or_else(|| LATIN.chars().nth(LIKE.chars().position(|other| other == c)?))
}

/// Coarse text of a character that isn't ASCII: without case, marks and lookalikes; nothing for what isn't seen.
/// The ASCII that comes out is still to be folded as ASCII.
pub fn coarse(c: char, emit: &mut impl FnMut(char)) {
    if matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{AC00}'..='\u{D7A3}') || !matches!(c, '\u{2E80}'..='\u{D7FF}') {
        decompose(c, &mut |part| {
            if !is_mark(part) {
                coarse_part(part, emit);
            }
        });
    } else if !is_odd_blank(c) {
        coarse_part(c, emit);
    }
}

fn coarse_part(c: char, emit: &mut impl FnMut(char)) {
    match plain(c) {
        Plain::Text(text) => text.chars().for_each(emit),
        Plain::Char(' ') => {}
        Plain::Char(plain) => lower(plain, emit),
        Plain::Same => lower(c, emit),
    }
}

fn lower(c: char, emit: &mut impl FnMut(char)) {
    let lowered = lower_case(c);
    emit(latin_like_lower(lowered).unwrap_or(lowered));
}
