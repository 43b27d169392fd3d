//! Canonical decomposition (Unicode, UAX #15): `é` is `e` and an acute. Hangul by arithmetic, the rest of the basic plane by table.

use super::decompositions::{MARKS, PAIRS};

/// Marks of one letter that are sorted; a bound, so that a text of marks alone costs no square.
const MOST_MARKS: usize = 32;

/// Hands the full decomposition of `c` to `emit`, part by part.
pub fn decompose(c: char, emit: &mut dyn FnMut(char)) {
    const SYLLABLES: u32 = 0xAC00;
    let code = c as u32;
    if code < 0x80 {
        return emit(c);
    }
    if let syllable @ 0..=11_171 = code.wrapping_sub(SYLLABLES) {
        let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28, 0x11A7 + syllable % 28];
        let parts = if syllable % 28 == 0 { &parts[..2] } else { &parts[..] };
        return parts.iter().filter_map(|part| char::from_u32(*part)).for_each(emit);
    }
    let found = u16::try_from(code).ok().and_then(|code| PAIRS.binary_search_by_key(&code, |pair| pair[0]).ok());
    let Some([_, first, second]) = found.map(|index| PAIRS[index]) else { return emit(c) };
    if let Some(first) = char::from_u32(first.into()) {
        decompose(first, emit);
    }
    if let Some(second) = char::from_u32(second.into()).filter(|second| *second != '\0') {
        emit(second);
    }
}

/// Is it a combining mark?
pub fn is_mark(c: char) -> bool {
    let Ok(code) = u16::try_from(c as u32) else { return false };
    let index = MARKS.partition_point(|range| range[1] < code);
    MARKS.get(index).is_some_and(|range| range[0] <= code)
}

/// A text decomposed, with the marks of each letter sorted: composed and decomposed forms come out equal. (Sorted by code
/// instead of Unicode's combining class, which needs another table: marks that only differ in order come out equal too.)
pub fn decomposed(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        decompose(c, &mut |part| {
            let mut at = chars.len();
            if is_mark(part) {
                while at > 0 && chars.len() - at < MOST_MARKS && is_mark(chars[at - 1]) && chars[at - 1] > part {
                    at -= 1;
                }
            }
            chars.insert(at, part);
        });
    }
    chars
}
