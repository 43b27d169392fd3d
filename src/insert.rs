//! An insertion after a line: the place is named by a line's number, so the file must be the one that the model saw. Line
//! numbers are 1-based, 0 is the beginning; offsets are view offsets.

use crate::file::File;
use crate::locate::Located;
use crate::new_text;
use crate::plan_edit::Call;
use crate::refusal::{Problem, Refusal, Why};
use crate::request::Edit;
use crate::trace::Check;
use std::borrow::Cow;

/// The place behind line `line`: an empty span. Refused where the file has fewer lines.
pub fn located<'r>(call: &Call, file: &File, line: usize, edit: &'r Edit) -> Result<Located<'r>, Box<Refusal>> {
    let total = file.lines.count();
    if line > total {
        let why = Why::InvalidInput {
            problem: Problem::Offset,
            argument: Some("insertLine".into()),
            got: Some(total.to_string()),
            index: None,
            path: Some(call.path.to_owned()),
        };
        return Err(call.refuse(why, Check::View));
    }
    let at = file.lines.range(line + 1).start;
    Ok(Located {
        old: Cow::Borrowed(b""),
        new: file.without_bom(&edit.new_string).as_bytes(),
        final_cr: false,
        replace_all: false,
        count: 1,
        disjoint: 1,
        first: vec![at..at],
        places: vec![at..at],
    })
}

/// The text with the line ends that keep it apart from its neighbours: one before it where the line above has none, else one
/// behind it where it has none itself.
pub fn on_lines_of_its_own(file: &File, at: usize, mut text: Vec<u8>) -> Vec<u8> {
    let end_byte = if file.lines.cr_only() { b'\r' } else { b'\n' };
    let above = &file.text()[..at];
    let end = new_text::nearby(file, at).as_bytes();
    if !above.is_empty() && !above.ends_with(&[end_byte]) {
        return [end, &text].concat();
    }
    if !text.ends_with(&[end_byte]) {
        text.extend_from_slice(end);
    }
    text
}
