//! The English sentences.

use super::{Sentences, shift};
use crate::diagnose::{Hint, Kind};
use crate::names::Names;

pub struct English;

fn times(matches: usize) -> String {
    if matches > 1 { format!(" It stands there {matches} times: add neighbouring lines until it is unique.") } else { String::new() }
}

fn blanks(tabs: usize, spaces: usize) -> String {
    let count = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        more => Some(format!("{more} {one}s")),
    };
    [count(tabs, "tab"), count(spaces, "space")].into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

impl Sentences for English {
    fn differs(&self, kind: Kind, hint: &Hint) -> String {
        match kind {
            Kind::ReaderNotice => "a notice of the reader was copied along".into(),
            Kind::LineNumberPrefix => "the line numbers of the read view aren't part of the file".into(),
            Kind::TabsSpaces => "tabs and spaces differ".into(),
            Kind::Indentation => match shift(hint) {
                Some((true, tabs, spaces)) => format!("the file's lines are indented by {} more", blanks(tabs, spaces)),
                Some((false, tabs, spaces)) => format!("the file's lines are indented by {} less", blanks(tabs, spaces)),
                None => "the indentation differs".into(),
            },
            Kind::BlankLine => "a blank line is missing or one too many".into(),
            Kind::TrailingWhitespace => "whitespace at the end of a line differs".into(),
            Kind::UnicodeLookalike => "characters that look alike or can't be seen differ".into(),
            Kind::Escape => "backslashes or entities differ (escaped once too often or too little)".into(),
            Kind::InnerWhitespace => "whitespace inside a line differs".into(),
            Kind::Case => "upper and lower case differ".into(),
            Kind::LineBreak => "a line break stands elsewhere".into(),
            Kind::Elision => "a placeholder stands for lines of the file".into(),
            other => other.name().into(),
        }
    }
    fn odd_characters(&self, old: &str, in_old: &str, in_file: &str) -> String {
        match (in_old, in_file) {
            ("", "") => "the same characters in other places".into(),
            ("", in_file) => format!("only the file has {in_file}"),
            (in_old, "") => format!("only {old} has {in_old}"),
            (in_old, in_file) => format!("{old} has {in_old} where the file has {in_file}"),
        }
    }
    fn join(&self, parts: &[String]) -> String {
        parts.join("; ")
    }
    fn one_place(&self, lines: &str, differs: &str) -> String {
        format!("It fits {lines}, but for this: {differs}.")
    }
    fn places(&self, count: usize, at_least: bool, lines: &str, differs: &str) -> String {
        let at_least = if at_least { "at least " } else { "" };
        format!("It fits {at_least}{count} places (lines {lines}), but for this: {differs}.")
    }
    fn lines(&self, start: usize, end: usize) -> String {
        if start == end { format!("line {start}") } else { format!("lines {start}-{end}") }
    }
    fn copy(&self, old: &str, matches: usize) -> String {
        format!("Use this as {old}, exactly as it stands in the file.{}", times(matches))
    }
    fn copy_if_meant(&self, old: &str, matches: usize) -> String {
        format!("If this is the text you mean, use it as {old}, exactly as it stands in the file.{}", times(matches))
    }
    fn copy_json(&self, old: &str, matches: usize) -> String {
        format!("Use this as {old}; it is given as a JSON string, since it holds control characters.{}", times(matches))
    }
    fn diff(&self) -> String {
        "The difference (- your text, + the file):".into()
    }
    fn correct_lines(&self, old: &str) -> String {
        format!("Correct these lines in {old} and send the edit again.")
    }
    fn corrected(&self, new: &str) -> String {
        format!("With the same correction {new} is:")
    }
    fn choose(&self, names: &Names) -> String {
        format!("Use {} there and copy the text of the place you mean, with enough lines to be unique.", names.tools.read)
    }
    fn already_applied(&self, lines: &str, count: usize, names: &Names) -> String {
        let new = names.args.new_text();
        if count > 1 {
            format!(
                "{new} stands in the file already ({count} places, lines {lines}): the edit seems to have been made. Go on, or use {} to check.",
                names.tools.read
            )
        } else {
            format!(
                "{new} stands in the file already ({lines}): the edit seems to have been made. Go on, or use {} to check.",
                names.tools.read
            )
        }
    }
    fn wrong_file(&self, path: &str, line: usize) -> String {
        format!("{path} has this text, at line {line}. If that is the file you meant, send the edit for it.")
    }
    fn changed_since(&self, line: usize, names: &Names) -> String {
        format!("It stood at line {line} of the version that you saw; the file has changed since. Use {} again.", names.tools.read)
    }
    fn depends_on_edit(&self, index: usize, names: &Names) -> String {
        format!(
            "It stands only in {} of an earlier edit of this call ({}[{index}]); all edits are matched against the file as it is now. Put both into one edit, or send this one in a later call.",
            names.args.new_text(),
            names.args.of("edits")
        )
    }
    fn reader_notice(&self, names: &Names) -> String {
        format!("It holds a notice of {}, which is not part of the file. Leave it out.", names.tools.read)
    }
    fn nearest(&self, lines: &str, similarity: u32) -> String {
        format!("The most similar text ({}.{} %) is at {lines}.", similarity / 10, similarity % 10)
    }
    fn nearest_places(&self, lines: &str) -> String {
        format!("Several places are equally similar: lines {lines}.")
    }
    fn nothing(&self, names: &Names) -> String {
        format!("Nothing similar stands in the file. Use {} again and copy the text from there.", names.tools.read)
    }
    fn only_blanks(&self, names: &Names) -> String {
        format!(
            "{} is nothing but whitespace, and this whitespace doesn't stand in the file. Copy lines with text round it.",
            names.args.old()
        )
    }
    fn cut(&self) -> String {
        "The search was cut at its budget, so there may be more.".into()
    }
}
