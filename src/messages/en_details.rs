//! English: the parts of refusals that have forms of their own.

use super::{path as shown_path, size};
use crate::names::Names;
use crate::refusal::{EncodingProblem, Large, MoreLines};

/// The fewest more lines that make each match unique.
pub fn more_lines(context: &[MoreLines]) -> String {
    let advice: Vec<String> = context
        .iter()
        .filter_map(|more| match (more.above, more.below) {
            (Some(above), Some(below)) if below <= above => Some(format!("line {}: {below} more below", more.line)),
            (Some(above), _) => Some(format!("line {}: {above} more above", more.line)),
            (None, Some(below)) => Some(format!("line {}: {below} more below", more.line)),
            (None, None) => None,
        })
        .collect();
    if advice.is_empty() { String::new() } else { format!(" Fewest lines that make it unique: {}.", advice.join("; ")) }
}

/// What is over its limit.
pub fn too_large(what: Large, path: Option<&str>, argument: Option<&str>, actual: f64, limit: f64, names: &Names) -> String {
    let path = shown_path(path.unwrap_or_default());
    let (count, most) = (actual as u64, limit as u64);
    match what {
        Large::Argument => format!(
            "{} is too long: {}, at most {}. Nothing was changed. Send it in smaller parts.",
            names.args.of(argument.unwrap_or("edits")),
            size(actual),
            size(limit)
        ),
        Large::File => format!("{path} is too large: {}, at most {}. Use another tool for it.", size(actual), size(limit)),
        Large::Result => format!("{path} would become too large: {}, at most {}. Nothing was written.", size(actual), size(limit)),
        Large::Replacements => format!(
            "{count} places of {path} would be replaced, at most {most}. Nothing was changed. Copy more text into {}.",
            names.args.old()
        ),
    }
}

/// Why the bytes can't be handled as text.
pub fn encoding(path: &str, problem: EncodingProblem, argument: Option<&str>, line: Option<usize>, names: &Names) -> String {
    let path = shown_path(path);
    let argument = names.args.of(argument.unwrap_or("oldString"));
    match problem {
        EncodingProblem::Utf32 => format!("{path} is UTF-32, which can't be edited. Convert it first, as with iconv -f UTF-32 -t UTF-8."),
        EncodingProblem::BrokenUtf16 => {
            format!("{path} begins as UTF-16 but isn't valid, so it can't be handled as text. Repair or convert it first.")
        }
        EncodingProblem::NotAscii => format!(
            "{path} isn't UTF-8, and its encoding isn't known, so only ASCII text can be edited in it; {argument} holds other characters. Nothing was changed. Name an ASCII part only, or convert the file with iconv first."
        ),
        EncodingProblem::ReplacementCharacter => format!(
            "{argument} holds U+FFFD, which stands for bytes of {path} that can't be shown; it isn't in the file. Nothing was changed. Name an ASCII part only, or convert the file with iconv first."
        ),
        EncodingProblem::HalfCharacter => format!(
            "{path} isn't UTF-8, and a match on line {} directly follows a byte that may be the first half of a character (GBK, Big5, Shift-JIS). Nothing was changed. Convert the file with iconv first, or begin {argument} at an earlier ASCII character.",
            line.unwrap_or(1)
        ),
        EncodingProblem::Write => format!(
            "{path} isn't UTF-8, and writing all of it would lose its other characters. Nothing was written. Use {} for ASCII parts, or convert the file with iconv first.",
            names.tools.edit
        ),
    }
}
