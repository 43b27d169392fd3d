//! English: what is wrong with an argument, and what the tools say of themselves.

use super::path as shown_path;
use crate::names::Names;
use crate::refusal::Problem;
use crate::request::Op;

/// A sentence or two on an argument.
pub fn problem(problem: Problem, argument: Option<&str>, got: Option<&str>, path: Option<&str>, names: &Names) -> String {
    let name = argument.map_or("the arguments", |argument| names.args.of(argument));
    let got = got.unwrap_or("something else");
    match problem {
        Problem::Missing if got != "something else" => {
            format!("{name} is missing; {got} is not an argument of this tool. Send the value as {name}.")
        }
        Problem::Missing => format!("{name} is missing. Send the call again with it."),
        Problem::NotText => format!("{name} must be a string, but {got} came. Send it as a string."),
        Problem::NotBoolean => format!("{name} must be true or false, but {got} came."),
        Problem::NotWholeNumber => {
            let least = if argument == Some("insertLine") { 0 } else { 1 };
            format!("{name} must be a whole number of at least {least}, but {got} came.")
        }
        Problem::NotAList => format!("{name} must be a list of edits, but {got} came."),
        Problem::NotAnEdit => {
            format!("each entry must be an object with {} and {}, but {got} came.", names.args.old(), names.args.new_text())
        }
        Problem::NoEdits => format!("{name} is empty. Send at least one edit."),
        Problem::TooManyEdits => format!("{name} holds more than {got} edits. Send them in several calls."),
        Problem::BadChoice => format!("{name} must be \"keep\", \"lf\" or \"crlf\", but {got} came."),
        Problem::LoneSurrogate => {
            format!("{name} holds half of a character (a lone surrogate), which no file can hold. Send whole characters.")
        }
        Problem::Nul => format!("{name} holds a NUL character, which would make the file binary. Leave it out."),
        Problem::EditsBesideOldString => {
            format!("{name} came beside {} or {}. Send one or the other.", names.args.old(), names.args.new_text())
        }
        Problem::EmptyOldString => format!("{name} is empty. Give the text to replace."),
        Problem::NeedsReplaceAll => format!("{name} above 1 needs {} set to true.", names.args.of("replaceAll")),
        Problem::PathEmpty => format!("{name} is empty. Give the path of a file."),
        Problem::PathNul => format!("{name} holds a NUL character. Give the path of a file."),
        Problem::PathTooLong => format!("{name} is too long for a path, or one of its names is. Give a shorter one."),
        Problem::PathForm => format!(
            "{} is no path of this system ({got}). Write it with / and relative to the workspace.",
            shown_path(path.unwrap_or(name))
        ),
        Problem::PathControl => format!(
            "{} holds control or invisible characters, and no such file is created. Give a plain path.",
            shown_path(path.unwrap_or(name))
        ),
        Problem::Offset => format!(
            "{name} is past the end: {} has {got} {}.",
            shown_path(path.unwrap_or("the file")),
            if got == "1" { "line" } else { "lines" }
        ),
        Problem::BadRange => {
            format!("{name} must be a list of two line numbers, [first, last], counted from 1; a last one of -1 is the end.")
        }
        Problem::BadCommand => {
            format!("{name} must be {}, {}, {} or insert, but {got} came.", names.tools.read, names.tools.edit, names.tools.write)
        }
        Problem::NotAnObject => format!("the arguments must be an object, but {got} came."),
    }
}

/// A tool's description for the model.
pub fn description(op: Op, names: &Names) -> String {
    let (read, edit, write) = (&names.tools.read, &names.tools.edit, &names.tools.write);
    let (old, new) = (names.args.old(), names.args.new_text());
    match op {
        Op::Read => {
            let range = match (&names.args.offset, &names.args.limit) {
                (Some(offset), Some(limit)) => format!(" Longer files: a notice says how to go on with {offset} and {limit}."),
                _ => String::new(),
            };
            format!(
                "Shows a text file of the workspace with line numbers: right-aligned number, tab, line. The number and the tab aren't part of the file: never copy them into {old}.{range} Read a file before you change it."
            )
        }
        Op::Edit => {
            let all = names.args.replace_all.as_ref().map_or(String::new(), |argument| {
                format!(" To change every place, set {argument} to true; that replaces parts of longer names too.")
            });
            let edits = names.args.edits.as_ref().map_or(String::new(), |argument| {
                format!(
                    " Several changes of one file go into {argument}: all are matched against the file as it is, and all or none are made."
                )
            });
            format!(
                "Replaces an exact piece of text in a file. Use {read} on the file first. Copy {old} exactly as it stands there, with indentation and without line numbers, and take the fewest lines that are unique. {new} is written as given.{all}{edits} An empty {old} creates a new file with {new}. The answer shows the changed lines: no need to read the file again after an edit."
            )
        }
        Op::Write => format!(
            "Writes a whole file; folders are created. A file that exists must have been shown whole by {read} before, and all of it is replaced. To change parts of a file, use {edit}: it keeps every other byte. {write} is for new files and complete rewrites."
        ),
    }
}

/// The description of an argument in a tool's schema.
pub fn argument(op: Op, argument: &str, names: &Names) -> String {
    let old = names.args.old();
    match (op, argument) {
        (_, "filePath") => "Path of the file, absolute or relative to the workspace".into(),
        (_, "oldString") => "The text to replace, copied exactly from the file, without line numbers; empty to create a new file".into(),
        (_, "newString") => "The text to put in its place".into(),
        (_, "replaceAll") => format!("Replace every place where {old} stands (default false)"),
        (_, "expectedReplacements") => "How many places you expect to be replaced; another number is refused".into(),
        (_, "edits") => "Several edits of this file, all matched against it as it is now; all or none are made".into(),
        (_, "content") => "The whole new content".into(),
        (_, "lineEndings") => "Line endings of the written file: keep those of the existing file (default), or lf, or crlf".into(),
        (_, "offset") => "First line to show, counted from 1".into(),
        (_, "limit") => "Number of lines to show".into(),
        _ => String::new(),
    }
}
