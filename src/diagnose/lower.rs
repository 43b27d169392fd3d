//! Lower case of the letters that source text is written in: Latin, Greek, Cyrillic, Armenian, fullwidth, one to one.
//! The standard library's tables have all scripts and cost 5 kB gzipped; a fold on both sides needs no more than this.

/// The lower-case letter of an upper-case one; anything else as it is.
pub fn lower(c: char) -> char {
    let code = c as u32;
    let lowered = match code {
        0x41..=0x5A | 0xC0..=0xD6 | 0xD8..=0xDE | 0x391..=0x3A1 | 0x3A3..=0x3AB | 0x410..=0x42F | 0xFF21..=0xFF3A => code + 32,
        0x400..=0x40F => code + 80,
        0x531..=0x556 => code + 48,
        0x386 => 0x3AC,
        0x388..=0x38A => code + 37,
        0x38C => 0x3CC,
        0x38E | 0x38F => code + 63,
        0x178 => 0xFF,
        // Pairs of an upper-case letter and, after it, its lower-case one.
        0x100..=0x12F
        | 0x132..=0x137
        | 0x14A..=0x177
        | 0x1DE..=0x1EF
        | 0x1F8..=0x21F
        | 0x222..=0x233
        | 0x460..=0x481
        | 0x48A..=0x4BF
        | 0x4D0..=0x52F
        | 0x1E00..=0x1E95
        | 0x1EA0..=0x1EFF => pair(code, 0),
        0x139..=0x148 | 0x179..=0x17E | 0x1CD..=0x1DC | 0x4C1..=0x4CE => pair(code, 1),
        _ => return c,
    };
    char::from_u32(lowered).unwrap_or(c)
}

/// `upper`: the last bit of upper-case codes.
fn pair(code: u32, upper: u32) -> u32 {
    if code & 1 == upper { code + 1 } else { code }
}

/// A text in lower case.
pub fn lowered(text: &str) -> String {
    text.chars().map(lower).collect()
}

#[cfg(test)]
mod tests {
    use super::lower;

    #[test]
    fn it_is_the_standard_librarys_where_it_changes_a_letter() {
        // U+1E9E and U+0220 are alone; U+0130 has a lower case of two characters.
        for c in ('\0'..='\u{FFFF}').filter(|c| lower(*c) != *c && !matches!(c, '\u{220}')) {
            assert!(c.to_lowercase().eq([lower(c)]), "{c:?} {:x}", c as u32);
        }
        for c in ('\0'..='\u{52F}').filter(|c| c.to_lowercase().count() == 1 && !matches!(c, '\u{180}'..='\u{1CC}' | '\u{1F1}'..='\u{1F7}' | '\u{220}' | '\u{23A}'..='\u{390}' | '\u{3CF}'..='\u{3FF}' | '\u{4C0}')) {
            assert!(c.to_lowercase().eq([lower(c)]), "{c:?} {:x}", c as u32);
        }
    }
}
