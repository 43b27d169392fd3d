//! The table of canonical decompositions (src/diagnose/decompositions.rs) says what the crate `unicode-normalization` says,
//! over the whole of its domain: the basic plane without Hangul (which is computed) and CJK compatibility ideographs.
//! `UPDATE_CASES=1 cargo test --test decompositions` writes it anew.

#![cfg(not(target_arch = "wasm32"))]

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

fn domain() -> impl Iterator<Item = char> {
    ('\u{80}'..='\u{FFFF}').filter(|c| !matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'))
}

fn full(c: char) -> String {
    let mut parts = String::new();
    decompose_canonical(c, |part| parts.push(part));
    parts
}

/// What a character decomposes into in one step: one or two characters.
fn pair(c: char) -> Option<[char; 2]> {
    let parts: Vec<char> = full(c).chars().collect();
    let (last, head) = parts.split_last()?;
    if head.is_empty() {
        return (*last != c).then_some([*last, '\0']);
    }
    // NFC doesn't compose all that decomposes: any character with this decomposition will do.
    let composed: Vec<char> = head.iter().copied().nfc().collect();
    let first = match composed[..] {
        [first] => first,
        _ => domain().find(|other| *other != c && full(*other).chars().eq(head.iter().copied())).expect("a pair"),
    };
    Some([first, *last])
}

#[test]
fn the_table_is_unicodes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/diagnose/decompositions.rs");
    let mut table = String::from(
        "//! Canonical decompositions of the basic plane, one step each: `[composed, first, second or 0]`, sorted. Hangul is computed,\n//! CJK compatibility ideographs are left out. Generated and held by tests/decompositions.rs: the crate that has all of\n//! Unicode's tables costs 58 kB gzipped, this one 4.\n\n/// The pairs.\n#[rustfmt::skip]\npub const PAIRS: &[[u16; 3]] = &[\n",
    );
    let mut row = String::new();
    for c in domain() {
        if let Some([first, second]) = pair(c) {
            row.push_str(&format!("[{},{},{}],", c as u32, first as u32, second as u32));
            if row.len() > 100 {
                table.push_str(&format!("    {row}\n"));
                row.clear();
            }
        }
    }
    table.push_str(&format!(
        "    {row}\n];\n\n/// Combining marks, as ranges with both ends.\n#[rustfmt::skip]\npub const MARKS: &[[u16; 2]] = &[\n"
    ));
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for c in domain().filter(|c| canonical_combining_class(*c) != 0).map(|c| c as u32) {
        match ranges.last_mut() {
            Some(last) if last[1] + 1 == c => last[1] = c,
            _ => ranges.push([c, c]),
        }
    }
    for chunk in ranges.chunks(10) {
        let row: Vec<String> = chunk.iter().map(|[first, last]| format!("[{first},{last}]")).collect();
        table.push_str(&format!("    {},\n", row.join(",")));
    }
    table.push_str("];\n");
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(path, &table).expect("the source is writable");
    }
    assert!(std::fs::read_to_string(path).expect("the table") == table, "run UPDATE_CASES=1 cargo test --test decompositions");
}

#[test]
fn the_engine_decomposes_as_unicode_does() {
    for c in domain().chain('\u{AC00}'..='\u{D7A3}') {
        let mut parts = String::new();
        stet::diagnose::decompose(c, &mut |part| parts.push(part));
        assert_eq!(parts, full(c), "{c:?}");
        assert_eq!(stet::diagnose::is_mark(c), canonical_combining_class(c) != 0, "{c:?}");
    }
}
