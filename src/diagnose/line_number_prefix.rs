//! `line_number_prefix`: the line numbers of a read view were copied along: `     4\t`, `4→`, `4| `, `4:` and their like.

use super::explain::{Explain, is_blank, lines_of};
use super::kind::Kind;

/// The kind. Its fold isn't one of texts in general: the needle without its numbers is a variant that is searched for.
pub struct LineNumberPrefix;

impl Explain for LineNumberPrefix {
    fn kind(&self) -> Kind {
        Kind::LineNumberPrefix
    }
}

/// What stands between number and text. Blanks: tabs that became spaces.
const SEPARATORS: [&str; 11] = ["\t", "→", ":", "|", "│", ".", ")", "-", "    ", "  ", "        "];
/// Separators that ordinary text has behind numbers too: they need two numbered lines.
const WEAK: [&str; 6] = [".", ")", "-", "    ", "  ", "        "];

/// How the numbers of a text look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    separator: &'static str,
    /// A blank behind the separator belongs to it.
    spaced: bool,
}

fn is_blanks(separator: &str) -> bool {
    separator.bytes().all(is_blank)
}

struct Numbered<'a> {
    number: u64,
    rest: &'a [u8],
}

/// A line's number, and what follows the separator.
fn parse<'a>(line: &'a [u8], separator: &str) -> Option<Numbered<'a>> {
    let digits_at = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let digits = line[digits_at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=8).contains(&digits) {
        return None;
    }
    let number = line[digits_at..digits_at + digits].iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
    let behind = &line[digits_at + digits..];
    if behind.iter().all(|byte| is_blank(*byte)) && !behind.starts_with(separator.as_bytes()) {
        // The separator of an empty line was cut off with its blanks.
        return (is_blanks(separator) || digits_at > 0).then_some(Numbered { number, rest: b"" });
    }
    let blanks = if is_blanks(separator) { 0 } else { behind.iter().take_while(|byte| **byte == b' ').count() };
    let rest = behind[blanks..].strip_prefix(separator.as_bytes())?;
    Some(Numbered { number, rest })
}

/// A text without its line numbers, if each line has one and they follow one another: with and without the blank behind the
/// separator. The first line may lack its number (it was copied from behind it), and so may blank lines.
pub fn without_numbers(text: &[u8]) -> Vec<(Vec<u8>, Form)> {
    SEPARATORS.iter().flat_map(|separator| strip(text, separator, true)).collect()
}

fn strip(text: &[u8], separator: &'static str, consecutive: bool) -> Vec<(Vec<u8>, Form)> {
    let (mut plain, mut spaced) = (Vec::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let (mut expected, mut numbered, mut all_spaced, mut any_spaced) = (None, 0, true, false);
    for (index, (line, ended)) in lines_of(text).enumerate() {
        let (mut rest, mut shorter) = (line, line);
        match parse(line, separator) {
            Some(found) => {
                if consecutive && expected.is_some_and(|expected| expected != found.number) {
                    return Vec::new();
                }
                expected = Some(found.number + 1);
                numbered += 1;
                rest = found.rest;
                shorter = rest.strip_prefix(b" ").unwrap_or(rest);
                any_spaced |= shorter.len() < rest.len();
                all_spaced &= shorter.len() < rest.len() || rest.is_empty();
            }
            None if line.iter().all(|byte| is_blank(*byte)) => expected = expected.map(|expected| expected + 1),
            None if index == 0 => {}
            None => return Vec::new(),
        }
        for (folded, rest) in [(&mut plain, rest), (&mut spaced, shorter)] {
            folded.extend_from_slice(rest);
            if ended {
                folded.push(b'\n');
            }
        }
    }
    // A number that is right-aligned as in a read view is one even before blanks.
    let aligned = text.starts_with(b"  ");
    let fewest = if WEAK.contains(&separator) && !aligned { 2 } else { 1 };
    if numbered < fewest {
        return Vec::new();
    }
    let mut found = Vec::new();
    if all_spaced && any_spaced && !is_blanks(separator) {
        found.push((spaced, Form { separator, spaced: true }));
    }
    found.push((plain, Form { separator, spaced: false }));
    found
}

/// A new text without line numbers of this form; `None` where only some of its lines have one. A text without any stays as it is.
pub fn without_form(text: &[u8], form: Form) -> Option<Vec<u8>> {
    let has_number = |line: &[u8]| parse(line, form.separator).is_some_and(|found| !found.rest.is_empty() || line.len() > found.rest.len());
    let lines: Vec<(&[u8], bool)> = lines_of(text).collect();
    let filled = lines.iter().filter(|(line, _)| !line.iter().all(|byte| is_blank(*byte)));
    let (numbered, others) =
        filled.fold((0, 0), |(numbered, others), (line, _)| if has_number(line) { (numbered + 1, others) } else { (numbered, others + 1) });
    if numbered == 0 {
        return Some(text.to_vec());
    }
    if others > 0 {
        return None;
    }
    let mut stripped = Vec::with_capacity(text.len());
    for (line, ended) in lines {
        let rest = parse(line, form.separator).map_or(line, |found| found.rest);
        stripped.extend_from_slice(if form.spaced { rest.strip_prefix(b" ").unwrap_or(rest) } else { rest });
        if ended {
            stripped.push(b'\n');
        }
    }
    Some(stripped)
}
