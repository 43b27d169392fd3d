//! English.

use super::en_details::{encoding, more_lines, too_large};
use super::{Head, Note, Texts, en_input, numbers, path as shown_path, quoted, span, spans};
use crate::changed::diff_text;
use crate::fence::fenced;
use crate::hunk::Hunk;
use crate::lines_seen::LineRange;
use crate::locate::NAMED_MATCHES;
use crate::names::{Form, Names};
use crate::plan::PlanKind;
use crate::refusal::{Hurdle, SameReason, Why};
use crate::request::Op;

/// The English texts.
pub struct English;

fn edit_number(index: Option<usize>, names: &Names) -> String {
    index.map_or(String::new(), |index| format!("{}[{index}]: ", names.args.of("edits")))
}

/// Inside a sentence: "old_string", "old_string of edits[1]".
fn old_of(index: Option<usize>, names: &Names) -> String {
    let old = names.args.old();
    index.map_or(old.to_owned(), |index| format!("{old} of {}[{index}]", names.args.of("edits")))
}

fn and_more(named: (String, usize)) -> String {
    if named.1 == 0 { named.0 } else { format!("{} and {} more", named.0, named.1) }
}

fn lines_word(count: usize) -> &'static str {
    if count == 1 { "line" } else { "lines" }
}

fn diff_of(hunks: &[Hunk]) -> String {
    let (diff, left_out) = diff_text(hunks);
    let more = if left_out > 0 { format!("\n{left_out} more lines of this difference are left out.") } else { String::new() };
    format!("{}{more}", fenced(&diff))
}

impl Texts for English {
    fn refusal(&self, why: &Why, names: &Names) -> String {
        let (read, edit, write) = (&names.tools.read, &names.tools.edit, &names.tools.write);
        let old = names.args.old();
        match why {
            Why::InvalidInput { problem, argument, got, index, path } => {
                let problem = en_input::problem(*problem, argument.as_deref(), got.as_deref(), path.as_deref(), names);
                format!("{}{problem}", edit_number(*index, names))
            }
            Why::NoChange { reason: SameReason::Identical, index } => {
                format!(
                    "{}{old} and {} are identical, so nothing was changed. Give the new text, or leave this edit out.",
                    edit_number(*index, names),
                    names.args.new_text()
                )
            }
            Why::NoChange { reason: SameReason::LineEnds, .. } => {
                let advice =
                    names.args.line_endings.as_ref().map_or(String::new(), |argument| format!(" {write} with {argument} changes them."));
                format!(
                    "Nothing was changed: {old} and {} differ only in their line endings, and those follow the file.{advice}",
                    names.args.new_text()
                )
            }
            Why::OutsideRoot { path } => {
                format!("{} is outside the workspace. Only files inside it can be used; give a path inside.", shown_path(path))
            }
            Why::Denied { path, .. } => {
                format!("{} is closed to this tool by a rule of the workspace. Go on without this file, or ask the user.", shown_path(path))
            }
            Why::UserRejected { path, reason } => {
                let reason = reason.as_ref().map_or(String::new(), |reason| format!(" They said: {}", quoted(reason)));
                format!(
                    "The user rejected this change of {}; nothing was written.{reason} Ask what they want before you try again.",
                    shown_path(path)
                )
            }
            Why::Missing { path, op, near } => {
                let near = if near.is_empty() {
                    String::new()
                } else {
                    format!(" Paths like it: {}.", near.iter().map(|path| shown_path(path)).collect::<Vec<_>>().join(", "))
                };
                let next = if *op == Op::Edit && names.form == Form::TextEditor {
                    format!(" Check the path; to create the file, use {write}.")
                } else if *op == Op::Edit {
                    format!(" Check the path; to create the file, send {old} empty and its content as {}.", names.args.new_text())
                } else {
                    " Check the path.".to_owned()
                };
                format!("There is no file {}.{near}{next}", shown_path(path))
            }
            Why::Exists { path, .. } => {
                format!(
                    "{} exists already and isn't empty; an empty {old} only creates files. {read} it, then use {edit} with the text to replace, or {write} to replace all of it.",
                    shown_path(path)
                )
            }
            Why::IsDirectory { path } => format!("{} is a directory. Give the path of a file in it.", shown_path(path)),
            Why::NotRegular { path } => {
                format!("{} is no regular file (a pipe, socket or device), and was not opened. Give the path of a file.", shown_path(path))
            }
            Why::Symlink { path, target: Some(target) } => format!(
                "{} is a symbolic link to {}, and links aren't changed. Use {} itself.",
                shown_path(path),
                shown_path(target),
                shown_path(target)
            ),
            Why::Symlink { path, target: None } => format!(
                "{} is a symbolic link that leads to no file inside the workspace; it was not followed. Give the path of a file.",
                shown_path(path)
            ),
            Why::TooLarge { what, path, argument, size: actual, limit } => {
                too_large(*what, path.as_deref(), argument.as_deref(), *actual, *limit, names)
            }
            Why::Binary { path, at } => format!(
                "{} is a binary file (a NUL byte at offset {at}), so it can't be handled as text. Use another tool for it.",
                shown_path(path)
            ),
            Why::Encoding { path, problem, argument, line } => encoding(path, *problem, argument.as_deref(), *line, names),
            Why::NotRead { path, op: Op::Edit, excerpt, matches, hurdle, .. } => {
                let path = shown_path(path);
                let (state, next) = match hurdle {
                    Hurdle::None => (
                        ", so nothing was changed.".to_owned(),
                        format!("If they are what you meant, send the same call again; else use {read} first."),
                    ),
                    Hurdle::Absent { index } => (
                        format!(", and {} doesn't stand in it; nothing was changed.", old_of(*index, names)),
                        format!("Use {read} to see the rest, then copy the text to replace."),
                    ),
                    Hurdle::Several { index, matches } => (
                        format!(", and {} stands in it {matches} times; nothing was changed.", old_of(*index, names)),
                        format!("To name one place, copy more text round it into {old}; use {read} to see the rest."),
                    ),
                    Hurdle::Unshown => (
                        ", and the places to change are more than can be shown here; nothing was changed.".to_owned(),
                        format!("Use {read} first, then send the same call again."),
                    ),
                };
                match excerpt {
                    Some(excerpt) => {
                        let lines = match (matches.unwrap_or(0), hurdle) {
                            (0, _) => "It begins:",
                            (_, Hurdle::Unshown) => "The first lines in question:",
                            _ => "These are the lines in question:",
                        };
                        format!("{path} has not been read yet{state} {lines}\n{}\n{next}", fenced(excerpt))
                    }
                    None => format!("{path} has not been read yet, so nothing was changed. Use {read} first, then send the edit again."),
                }
            }
            Why::NotRead { path, partial: true, unseen, unshowable, .. } => {
                let one = matches!(unseen[..], [LineRange { start_line, end_line }] if start_line == end_line);
                let named = and_more(spans(unseen));
                let missing = if one { format!("line {named} is missing") } else { format!("lines {named} are missing") };
                let next = if *unshowable {
                    format!("It has a line that is too long to be shown whole: use {edit} for single places.")
                } else {
                    format!("Use {read} for what is missing first, or {edit} for single places.")
                };
                format!(
                    "{} has not been seen whole: {missing}. Writing it would lose what stands there, so nothing was written. {next}",
                    shown_path(path)
                )
            }
            Why::NotRead { path, .. } => format!(
                "{} exists and has not been read yet, so nothing was written. Use {read} first, then send the call again.",
                shown_path(path)
            ),
            Why::Stale { path, op, matches, index, changed, refused, .. } => {
                let state = match (op, matches) {
                    (Op::Write, _) => String::new(),
                    _ if *refused => String::new(),
                    (_, Some(0)) => format!(" {}{old} doesn't stand in it any more.", edit_number(*index, names)),
                    (_, Some(matches)) => format!(
                        " {}{old} stands in it {matches} times now, and more than one place can't be trusted without a fresh read.",
                        edit_number(*index, names)
                    ),
                    _ => String::new(),
                };
                let changed = match changed.as_deref() {
                    Some([]) => " Only its line endings changed.".to_owned(),
                    Some(hunks) => format!(" What changed since:\n{}", diff_of(hunks)),
                    None => String::new(),
                };
                format!(
                    "{} has changed since you read it; nothing was written.{state}{changed}\nUse {read} again, then make the change on its present text.",
                    shown_path(path)
                )
            }
            Why::NotFound { path, index, diagnosis, stale, .. } => {
                let stale = if *stale { " (it has changed since you read it)" } else { "" };
                let diagnosis = if diagnosis.is_empty() {
                    format!("Use {read} again and copy the text exactly, without the line numbers.")
                } else {
                    diagnosis.clone()
                };
                format!(
                    "{}{old} was not found in {}{stale}; nothing was changed. {diagnosis}",
                    edit_number(*index, names),
                    shown_path(path)
                )
            }
            Why::Ambiguous { path, matches, disjoint, lines, context, all_seen, index, excerpt, .. } => {
                let overlap = disjoint.map_or(String::new(), |disjoint| format!(" (they overlap; without overlap {disjoint})"));
                let one_line = *matches == lines.len() && lines.windows(2).all(|pair| pair[0] == pair[1]);
                let more = if one_line { "more of the line" } else { "more lines round it" };
                let lines = match lines.first() {
                    Some(line) if one_line => format!("all on line {line}"),
                    _ if *matches > lines.len() => format!("lines {} and {} more", numbers(lines).0, matches - lines.len()),
                    _ => format!("lines {}", numbers(lines).0),
                };
                let all = match &names.args.replace_all {
                    Some(argument) if *all_seen => format!(" To change every place, set {argument} to true."),
                    _ => String::new(),
                };
                let context = more_lines(context);
                let excerpt = excerpt.as_ref().map_or(String::new(), |excerpt| format!("\n{excerpt}"));
                format!(
                    "{}{old} stands {matches} times in {}{overlap}: {lines}. Nothing was changed. To name one place, copy {more} into {old}.{context}{all}{excerpt}",
                    edit_number(*index, names),
                    shown_path(path)
                )
            }
            Why::CountMismatch { path, matches, expected, lines } => {
                let expected = *expected as u64;
                let more = if *matches > NAMED_MATCHES { " and more" } else { "" };
                let named = format!("{}{more}", numbers(lines).0);
                format!(
                    "{matches} {} of {} would be replaced, but {} says {expected}; nothing was changed. Where {old} stands: {} {named}. Correct the number, or copy more lines into {old}.",
                    if *matches == 1 { "place" } else { "places" },
                    shown_path(path),
                    names.args.of("expectedReplacements"),
                    lines_word(lines.len())
                )
            }
            Why::Overlap { path, first, second, line } => {
                let edits = names.args.of("edits");
                format!(
                    "{edits}[{first}] and {edits}[{second}] overlap at line {line} of {}; nothing was changed. All edits are matched against the file as it is now: join these two into one.",
                    shown_path(path)
                )
            }
            Why::Conflict { path, .. } => format!(
                "{} was changed by somebody else each time that this change was about to be written; nothing was written. Use {read} again, then send the call again.",
                shown_path(path)
            ),
            Why::Busy { path } => format!(
                "{} is being changed by another program and did not come to rest; nothing was written. Send the call again in a moment.",
                shown_path(path)
            ),
            Why::PermissionDenied { path, .. } => format!(
                "The system refuses to let {} be opened or written (no permission, or read-only); nothing was written. Ask the user to change its permissions, or go on without it.",
                shown_path(path)
            ),
            Why::ReadOnlyFs { path } => format!("{} lies on a read-only file system; nothing was written.", shown_path(path)),
            Why::NoSpace { path } => format!(
                "There is no space left to write {}; the old file is as it was. Free some space, then send the call again.",
                shown_path(path)
            ),
            Why::PartialWrite { path, kept } => {
                let kept = kept.as_ref().map_or(String::new(), |kept| format!(" Its earlier bytes are kept in {}.", shown_path(kept)));
                format!(
                    "Writing {} failed half-way, and it could not be put back.{kept} Tell the user before anything else is changed.",
                    shown_path(path)
                )
            }
            Why::IoError { path, errno, .. } => {
                let errno = errno.as_ref().map_or(String::new(), |errno| format!(" ({})", quoted(errno)));
                format!(
                    "{} could not be read or written{errno}; nothing was written. Check the path; if it's right, tell the user.",
                    shown_path(path)
                )
            }
            Why::Aborted { path, written: false } => {
                format!("The call was stopped before {} was written; the file is as it was.", shown_path(path))
            }
            Why::Aborted { path, written: true } => {
                format!("The call was stopped, but {} had been written already: the change is in the file.", shown_path(path))
            }
            Why::Internal { path, .. } => {
                let path = path.as_ref().map_or(String::new(), |path| format!(" on {}", shown_path(path)));
                format!(
                    "The tool failed by a fault of its own{path}; nothing was written. Send the call again; if it fails again, tell the user."
                )
            }
        }
    }

    fn head(&self, head: &Head) -> String {
        match head {
            Head::Edited { path, lines: [one] } => {
                format!("Edited {}: 1 place, {} {}.", shown_path(path), lines_word(one.end_line + 1 - one.start_line), span(one))
            }
            Head::Edited { path, lines } => {
                let mut firsts: Vec<usize> = lines.iter().map(|range| range.start_line).collect();
                firsts.dedup();
                format!("Edited {}: {} places, {} {}.", shown_path(path), lines.len(), lines_word(firsts.len()), and_more(numbers(&firsts)))
            }
            Head::Whole { kind: PlanKind::Create, path, lines } => format!("Created {}: {lines} {}.", shown_path(path), lines_word(*lines)),
            Head::Whole { kind: PlanKind::Fill, path, lines } => {
                format!("Filled {}, which was empty: {lines} {}.", shown_path(path), lines_word(*lines))
            }
            Head::Whole { kind: PlanKind::Identical, path, .. } => {
                format!("{} has this content already; nothing was written.", shown_path(path))
            }
            Head::Whole { path, lines, .. } => format!("Wrote {}: {lines} {}.", shown_path(path), lines_word(*lines)),
        }
    }

    fn note(&self, note: &Note, names: &Names) -> String {
        match note {
            Note::NotAtomic { kept } => {
                let kept = kept.as_ref().map_or(String::new(), |kept| format!(" Its earlier bytes are kept in {}.", shown_path(kept)));
                format!("Note: the file was written in place, since it can't be replaced in one step.{kept}")
            }
            Note::NotLocked => "Note: other programs could not be locked out while this was written.".into(),
            Note::UserModified => "Note: the user changed this call before it was made; the lines above are what was written.".into(),
            Note::Reformatted { excerpt } if excerpt.is_empty() => {
                format!("Note: a formatter changed the file afterwards; use {} before you edit those lines.", names.tools.read)
            }
            Note::Reformatted { excerpt } => format!("Note: a formatter changed the file afterwards. It reads now:\n{}", fenced(excerpt)),
            Note::Preview => "Preview: nothing was written.".into(),
            Note::SetidDropped => "Note: the file's setuid or setgid bit was dropped by the write.".into(),
            Note::HardLinks => "Note: this file has other names (hard links); they show the change too.".into(),
            Note::Deleted { path } => format!("{} was deleted since you read it.", shown_path(path)),
            Note::Replaced { path } => format!("{} is no regular file any more.", shown_path(path)),
            Note::Touched { path } => format!("{} was touched; its content is the same.", shown_path(path)),
            Note::WrittenBeforeAbort => "Note: the call was stopped after the file had been written.".into(),
            Note::Undone { path } => format!("{} has its earlier content again.", shown_path(path)),
            Note::UndoneCreate { path } => format!("{}, which had been created, is gone again.", shown_path(path)),
            Note::Listing { path, entries, .. } if entries.is_empty() => format!("[{} has nothing to show.]", shown_path(path)),
            Note::Listing { path, entries, more } => {
                let more = if *more {
                    format!("\n[There is more than is shown here. To go on: {} with a folder in it.]", names.tools.read)
                } else {
                    String::new()
                };
                let head = format!("In {}, two levels deep, without hidden files and node_modules:", shown_path(path));
                format!("{head}\n{entries}{more}")
            }
        }
    }

    fn description(&self, op: Op, names: &Names) -> String {
        en_input::description(op, names)
    }

    fn argument(&self, op: Op, argument: &str, names: &Names) -> String {
        en_input::argument(op, argument, names)
    }

    fn stale_recovered(&self, names: &Names, changed: Option<&[Hunk]>) -> String {
        let what = match changed {
            Some([]) => " Only its line endings had changed.".to_owned(),
            Some(hunks) => format!(" What had changed before this edit:\n{}", diff_of(hunks)),
            None => format!(" It carries other changes too: use {} before you rely on other lines.", names.tools.read),
        };
        format!(
            "Note: the file had changed since you read it. The text to replace still stood there exactly once, so the edit was made on the present content.{what}"
        )
    }
    fn repaired(&self, kind: &str, names: &Names) -> String {
        let what = match kind {
            "indentation" => "the indentation differed",
            "trailing_whitespace" => "trailing whitespace differed",
            _ => "it carried line numbers",
        };
        format!(
            "Note: {} did not stand in the file as given ({what}). Exactly one place fits; the edit was made there, and {} got the same correction.",
            names.args.old(),
            names.args.new_text()
        )
    }
    fn inside_identifier(&self, lines: &[usize]) -> String {
        let named = and_more(numbers(lines));
        if lines.len() == 1 {
            format!("Note: a part of a longer name was replaced on line {named}. Look at it.")
        } else {
            format!("Note: parts of longer names were replaced on lines {named}. Look at them.")
        }
    }
    fn unseen(&self, lines: &[usize]) -> String {
        let named = and_more(numbers(lines));
        if lines.len() == 1 {
            format!("Note: a line that you haven't been shown was changed ({named}).")
        } else {
            format!("Note: lines that you haven't been shown were changed ({named}).")
        }
    }
    fn unknown_bytes(&self) -> String {
        "Note: the file isn't UTF-8. Its other bytes stay as they are; the snippet shows what can't be decoded as U+FFFD.".into()
    }
    fn line_ends(&self) -> String {
        "Note: the line endings of the new text were made those of the file.".into()
    }
    fn twice(&self, line: usize) -> String {
        format!("Note: the text added at line {line} now stands twice in a row. If the edit had been made before, take one of them out.")
    }
    fn placeholder(&self, line: &str) -> String {
        format!(
            "Note: the new text holds the line `{}`, written to the file as it is. If it stands for code that you left out, that code is gone.",
            quoted(line)
        )
    }
    fn same_call_again(&self, excerpt: &str) -> String {
        let lines = if excerpt.is_empty() { String::new() } else { format!(" The lines in question are:\n{}", fenced(excerpt)) };
        format!("This is the same call as before, and it fails in the same way: change it before you send it again.{lines}")
    }

    fn changed_to_binary(&self, path: &str) -> String {
        format!("{} has changed since you read it and can't be shown as text any more.", shown_path(path))
    }
    fn changed(&self, path: &str, hunks: Option<&[Hunk]>) -> String {
        let path = shown_path(path);
        match hunks {
            Some([]) => format!("{path} has changed since you read it: only its line endings."),
            Some(hunks) => format!("{path} has changed since you read it:\n{}", diff_of(hunks)),
            None => format!("{path} has changed since you read it. The version that you saw isn't kept; read it again."),
        }
    }

    fn read_empty(&self, path: &str) -> String {
        format!("[{} is empty: 0 lines.]", shown_path(path))
    }
    fn read_cut(&self, lines: &[usize], unshowable: bool, names: &Names) -> String {
        let lines_are = if lines.len() == 1 { "Line" } else { "Lines" };
        let next = match (unshowable, &names.args.offset, &names.args.limit) {
            (false, ..) if names.form == Form::TextEditor => format!(" {} with view_range shows them whole.", names.tools.read),
            (false, Some(offset), Some(limit)) => format!(" {} with {offset} and {limit} shows them whole.", names.tools.read),
            _ => String::new(),
        };
        format!("[{lines_are} {} cut: too long.{next}]", and_more(numbers(lines)))
    }
    fn read_more(&self, last: usize, total: usize, names: &Names) -> String {
        let (read, from) = (&names.tools.read, last + 1);
        let next = match (&names.args.offset, names.form) {
            (Some(offset), _) => format!(" To go on: {read} with {offset} {from}."),
            (_, Form::TextEditor) => format!(" To go on: {read} with view_range [{from}, -1]."),
            _ => String::new(),
        };
        format!("[Shown up to line {last} of {total}.{next}]")
    }
    fn read_unknown(&self) -> String {
        "[This file isn't UTF-8: bytes that can't be decoded are shown as U+FFFD. ASCII text in it can be edited; the other bytes stay.]"
            .into()
    }
}
