//! The units of the coarse fold. A unit is the shortest piece of text that the fold treats as a whole: a character, a run of
//! backslashes with the letter that it escapes, an entity, a run of dashes. It gives coarse bytes, or nothing: then it's a
//! gap (a blank, a line end, something invisible, a backslash). Offsets are bytes of the text at hand.
//!
//! The coarse fold is coarser than every kind: texts that one kind makes equal are equal in it.

use super::lookalike;

/// What the fold makes of one ASCII byte: [`GAP`], [`SPECIAL`], or the byte that it gives.
pub const GAP: u8 = 0;
/// Needs a look at what follows.
pub const SPECIAL: u8 = 1;

/// [`GAP`], [`SPECIAL`] or the coarse byte, for each byte.
pub static CLASS: [u8; 256] = class();

const fn class() -> [u8; 256] {
    let mut table = [SPECIAL; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => GAP,
            b'\\' | b'&' | b'-' => SPECIAL,
            // The two control characters that name the classes stand for themselves, through the slow path.
            0 | 1 => SPECIAL,
            upper @ b'A'..=b'Z' => upper + 32,
            other => other,
        };
        byte += 1;
    }
    table
}

/// The entities that the fold knows, by what stands between `&` and `;`.
const ENTITIES: [(&[u8], &str); 9] = [
    (b"lt", "<"),
    (b"gt", ">"),
    (b"quot", "\""),
    (b"apos", "'"),
    (b"#39", "'"),
    (b"#x27", "'"),
    (b"#34", "\""),
    (b"nbsp", " "),
    (b"amp", "&"),
];

/// The entity at `at`, also one escaped several times (`&amp;lt;`): its end, and the character that it stands for.
pub fn entity(text: &[u8], at: usize) -> Option<(usize, &'static str)> {
    let mut end = at;
    let mut found = None;
    let mut name_at = at + 1;
    if text.get(at) != Some(&b'&') {
        return None;
    }
    loop {
        let rest = text.get(name_at..)?;
        let Some((name, character)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name) && rest.get(name.len()) == Some(&b';'))
        else {
            return found.map(|character| (end, character));
        };
        end = name_at + name.len() + 1;
        found = Some(*character);
        if *character != "&" {
            return Some((end, character));
        }
        name_at = end;
    }
}

/// A run of backslashes at `at`: its end with the escaped letter, and the blank that it stands for, if it does.
pub fn escape(text: &[u8], at: usize) -> (usize, Option<u8>) {
    let run = text[at..].iter().take_while(|byte| **byte == b'\\').count();
    match text.get(at + run) {
        Some(b'n') => (at + run + 1, Some(b'\n')),
        Some(b't') => (at + run + 1, Some(b'\t')),
        Some(b'r') => (at + run + 1, Some(b'\r')),
        _ => (at + run, None),
    }
}

/// The character at `at`, and its length; `None` where the bytes are no character, or aren't to be read as UTF-8.
pub fn char_at(text: &[u8], at: usize, unicode: bool) -> Option<(char, usize)> {
    let first = *text.get(at)?;
    if first < 0x80 {
        return Some((first as char, 1));
    }
    if !unicode {
        return None;
    }
    let len = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(text.get(at..at + len)?).ok()?.chars().next()?;
    Some((c, len))
}

fn is_dash(text: &[u8], at: usize, unicode: bool) -> Option<usize> {
    match text.get(at)? {
        b'-' => Some(1),
        0xE2 | 0xEF if unicode => {
            let (c, len) = char_at(text, at, unicode)?;
            matches!(c, '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}').then_some(len)
        }
        _ => None,
    }
}

/// Reads the unit at `at` (before the end of `text`): its coarse bytes go to `out`, its end is returned.
pub fn unit(text: &[u8], at: usize, unicode: bool, out: &mut Vec<u8>) -> usize {
    let byte = text[at];
    match CLASS[byte as usize] {
        GAP => return at + 1,
        SPECIAL => {}
        coarse => {
            out.push(coarse);
            return at + 1;
        }
    }
    if let Some(len) = is_dash(text, at, unicode) {
        let mut end = at + len;
        while let Some(len) = is_dash(text, end, unicode) {
            end += len;
        }
        out.push(b'-');
        return end;
    }
    match byte {
        b'\\' => escape(text, at).0,
        b'&' => match entity(text, at) {
            Some((end, character)) => {
                if character != " " {
                    out.extend_from_slice(character.as_bytes());
                }
                end
            }
            None => {
                out.push(b'&');
                at + 1
            }
        },
        _ => match char_at(text, at, unicode) {
            Some((c, len)) if !c.is_ascii() => {
                lookalike::coarse(c, &mut |part| {
                    let mut buffer = [0; 4];
                    if part.is_ascii() {
                        // A fullwidth backslash stands for itself: nobody escapes with it.
                        if CLASS[part as usize] != GAP {
                            out.push(part.to_ascii_lowercase() as u8);
                        }
                    } else {
                        out.extend_from_slice(part.encode_utf8(&mut buffer).as_bytes());
                    }
                });
                at + len
            }
            _ => {
                out.push(byte);
                at + 1
            }
        },
    }
}

/// True where the unit at `at` only marks the one before it (a combining mark, something invisible).
pub fn clings(text: &[u8], at: usize, unicode: bool) -> bool {
    unicode
        && text.get(at).is_some_and(|byte| *byte >= 0x80)
        && char_at(text, at, unicode).is_some_and(|(c, _)| super::decompose::is_mark(c))
}
