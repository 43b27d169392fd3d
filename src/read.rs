//! The read view: numbered lines (`cat -n`: number right-aligned in 6, tab, text; or as the dialect has it), within limits that it always names. It
//! says which lines were shown in full: only those count as seen.

use crate::file::File;
use crate::lines_seen::LineRange;
use crate::messages;
use crate::names::{Form, Locale, Names};
use crate::plain::{FromPlain, Plain, Read};
use crate::refusal::{Problem, Refusal, Why};
use crate::text::Encoding;
use crate::trace::Check;
use serde::Serialize;
use std::fmt::Write;

/// Most bytes that one read shows.
pub const MAX_BYTES: usize = 256 << 10;
/// Most lines of a read that doesn't say how many.
const MAX_LINES: usize = 2_000;
/// Most characters of a line in a read that names no range.
const MAX_CHARS: usize = 2_000;

/// What is to be shown, of a file whose bytes come beside it.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct ReadInput {
    pub file_path: String,
    /// First line, 1-based.
    pub offset: Option<f64>,
    /// Number of lines.
    pub limit: Option<f64>,
    /// Most characters of the file that are shown.
    pub max_characters: Option<f64>,
    pub names: Names,
    pub options: crate::options::Options,
}

impl FromPlain for ReadInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(ReadInput {
            file_path: plain.field("filePath")?,
            offset: plain.opt("offset")?,
            limit: plain.opt("limit")?,
            max_characters: plain.opt("maxCharacters")?,
            names: plain.or_default("names")?,
            options: plain.or_default("options")?,
        })
    }
}

/// What was shown.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rendered {
    /// Always true.
    pub ok: bool,
    /// For the model.
    pub text: String,
    /// Lines of the file.
    pub total_lines: usize,
    /// Lines shown in full.
    pub shown: Vec<LineRange>,
    /// All of the file was shown.
    pub whole: bool,
    /// What its bytes encode.
    pub encoding: Encoding,
    /// Notices, also in `text`.
    pub notes: Vec<String>,
}

/// Shows a file. O(file).
pub fn render(raw: &[u8], input: &ReadInput) -> Result<Rendered, Box<Refusal>> {
    let locale = input.options.locale;
    let file = File::open_or_refuse(raw, &input.file_path, &input.names, locale)?;
    let total = file.lines.count();
    let first = input.offset.map_or(1, |offset| offset.max(1.0) as usize);
    if first > total.max(1) {
        let why = Why::InvalidInput {
            problem: Problem::Offset,
            argument: Some(if input.names.form == Form::TextEditor { "viewRange" } else { "offset" }.into()),
            got: Some(total.to_string()),
            index: None,
            path: Some(input.file_path.clone()),
        };
        return Err(Refusal::new(why, Check::View, &input.names, locale));
    }
    let characters = input.max_characters.map_or(usize::MAX, |most| most as usize);
    let mut page = Page { form: input.names.form, characters, ..Page::default() };
    let ranged = input.offset.is_some() || input.limit.is_some();
    let last = input.limit.map_or(first.saturating_add(MAX_LINES - 1), |limit| first.saturating_add(limit as usize - 1)).min(total);
    for number in first..=last {
        if !page.push(number, &file.text()[file.lines.content(file.text(), number)], ranged) {
            break;
        }
    }
    let notes = notices(&file, &page, input, locale, total);
    let mut text = page.text;
    for note in &notes {
        text.push_str(note);
        text.push('\n');
    }
    let whole = total == 0 || page.shown == [LineRange { start_line: 1, end_line: total }];
    Ok(Rendered {
        ok: true,
        text: text.strip_suffix('\n').unwrap_or(&text).to_owned(),
        total_lines: total,
        shown: page.shown,
        whole,
        encoding: file.view.encoding,
        notes,
    })
}

/// Lines shown so far.
#[derive(Default)]
struct Page {
    text: String,
    shown: Vec<LineRange>,
    /// Lines shown in part.
    cut: Vec<usize>,
    /// The last line shown, in full or in part.
    last: usize,
    form: Form,
    /// How many more may be shown.
    characters: usize,
}

impl Page {
    /// Shows a line; false where it doesn't fit any more.
    fn push(&mut self, number: usize, line: &[u8], ranged: bool) -> bool {
        let room = MAX_BYTES - self.text.len().min(MAX_BYTES);
        let line_text = String::from_utf8_lossy(line);
        let mut part: &str = &line_text;
        if !ranged && part.len() > MAX_CHARS {
            let end = part.char_indices().nth(MAX_CHARS).map_or(part.len(), |(at, _)| at);
            part = &part[..end];
        }
        let characters = part.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
        if part.len() + 8 > room || characters > self.characters {
            if self.last > 0 {
                return false;
            }
            // The very first line is longer than a whole read.
            let ends = part.char_indices().map(|(at, _)| at).take(self.characters.saturating_add(1));
            let end = ends.take_while(|&at| at + 8 <= room).last().unwrap_or(0);
            part = &part[..end];
        }
        // The line's end counts as one.
        self.characters = self.characters.saturating_sub(characters + 1);
        let _ = writeln!(self.text, "{}{part}", self.form.line_number(number));
        self.last = number;
        if part.len() < line_text.len() {
            self.cut.push(number);
            return true;
        }
        match self.shown.last_mut() {
            Some(range) if range.end_line + 1 == number => range.end_line = number,
            _ => self.shown.push(LineRange { start_line: number, end_line: number }),
        }
        true
    }
}

fn notices(file: &File, page: &Page, input: &ReadInput, locale: Locale, total: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if total == 0 {
        notes.push(messages::texts(locale).read_empty(&input.file_path));
    }
    if !page.cut.is_empty() {
        let longest = page.cut.iter().map(|&line| file.lines.content(file.text(), line).len()).max().unwrap_or(0);
        let unshowable = longest > input.max_characters.map_or(MAX_BYTES, |most| MAX_BYTES.min(most as usize));
        notes.push(messages::texts(locale).read_cut(&page.cut, unshowable, &input.names));
    }
    if page.last < total {
        notes.push(messages::texts(locale).read_more(page.last, total, &input.names));
    }
    if file.is_unknown() {
        notes.push(messages::texts(locale).read_unknown());
    }
    notes
}
