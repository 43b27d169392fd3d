//! Checks 1 and 2: are the arguments what they must be, and do they ask for a change. O(arguments).

use crate::names::{Locale, Names};
use crate::plain::Plain;
use crate::refusal::{Large, Problem, Refusal, SameReason, Why};
use crate::request::{Edit, LINE_ENDINGS, LineEndings, Op, RawRequest, Request};
use crate::trace::Check;

/// Most edits that one call may hold.
const MAX_EDITS: usize = 10_000;
/// Longest text that one argument may be, in bytes, unless the options say otherwise.
pub const ARGUMENT_BYTES: usize = 8 << 20;
/// Longest path, in bytes (PATH_MAX of Linux).
const PATH_BYTES: usize = 4_096;

/// Names that other tools give to an argument.
const OTHER_NAMES: [(&str, &[&str]); 4] = [
    ("filePath", &["path", "file", "filename", "file_name", "filepath", "file_path", "filePath", "target_file"]),
    ("oldString", &["old_str", "oldText", "old_text", "old", "search", "oldStr", "old_string", "oldString", "target", "find"]),
    ("newString", &["new_str", "newText", "new_text", "new", "replace", "newStr", "new_string", "newString", "replacement"]),
    ("content", &["contents", "text", "file_text", "data", "body", "content"]),
];

struct Args<'a> {
    raw: &'a RawRequest,
    names: &'a Names,
    locale: Locale,
    max: usize,
}

type Checked<T> = Result<T, Box<Refusal>>;

/// Proves the arguments of a call. `max_argument`: longest text in bytes.
pub fn check(raw: &RawRequest, names: &Names, locale: Locale, max_argument: usize) -> Checked<Request> {
    let args = Args { raw, names, locale, max: max_argument };
    if !matches!(raw.args, Plain::Object(_)) {
        return Err(args.wrong(Problem::NotAnObject, None, Some(kind_of(&raw.args)), None));
    }
    let file_path = args.path()?;
    match raw.op {
        // A range that is one came as offset and limit.
        Op::Read if args.get("viewRange").is_some() => Err(args.wrong(Problem::BadRange, Some("viewRange"), None, None)),
        Op::Read => Ok(Request::Read { file_path, offset: args.number("offset", 1.0)?, limit: args.number("limit", 1.0)? }),
        Op::Write => {
            let content = args.required_text("content")?;
            Ok(Request::Write { file_path, content, line_endings: args.line_endings()? })
        }
        Op::Edit => args.edit(file_path),
    }
}

impl Args<'_> {
    fn refuse(&self, why: Why, check: Check) -> Box<Refusal> {
        Refusal::new(why, check, self.names, self.locale)
    }

    fn wrong(&self, problem: Problem, argument: Option<&str>, got: Option<String>, index: Option<usize>) -> Box<Refusal> {
        let why = Why::InvalidInput { problem, argument: argument.map(str::to_owned), got, index, path: None };
        self.refuse(why, Check::Input)
    }

    fn get(&self, name: &str) -> Option<&Plain> {
        self.raw.args.get_or_null(name).filter(|arg| tag(arg) != Some("undefined"))
    }

    fn path(&self) -> Checked<String> {
        let path = self.required_text("filePath")?;
        let problem = if path.is_empty() {
            Problem::PathEmpty
        } else if path.len() > PATH_BYTES {
            Problem::PathTooLong
        } else {
            return Ok(path);
        };
        Err(self.wrong(problem, Some("filePath"), None, None))
    }

    fn required_text(&self, name: &str) -> Checked<String> {
        match self.get(name) {
            None | Some(Plain::Null) => Err(self.missing(name)),
            Some(arg) => self.text(arg, name, None),
        }
    }

    fn missing(&self, name: &str) -> Box<Refusal> {
        let known = OTHER_NAMES.iter().find(|(canonical, _)| *canonical == name).map_or(&[][..], |(_, others)| others);
        let got = self.raw.unknown.iter().find(|given| known.contains(&given.as_str())).cloned();
        self.wrong(Problem::Missing, Some(name), got, None)
    }

    /// A text without NUL and lone surrogates, not too long.
    fn text(&self, arg: &Plain, name: &str, index: Option<usize>) -> Checked<String> {
        let nul = if name == "filePath" { Problem::PathNul } else { Problem::Nul };
        match arg {
            Plain::Text(text) if text.len() > self.max => Err(self.too_large(name, text.len() as f64)),
            Plain::Text(text) if text.contains('\0') => Err(self.wrong(nul, Some(name), None, index)),
            Plain::Text(text) => Ok(text.clone()),
            arg => match tag(arg) {
                Some("lone_surrogate") => Err(self.wrong(Problem::LoneSurrogate, Some(name), None, index)),
                Some("too_large") => {
                    let size = match arg.get("bytes") {
                        Some(Plain::Number(bytes)) => *bytes,
                        _ => self.max as f64 + 1.0,
                    };
                    Err(self.too_large(name, size))
                }
                _ => Err(self.wrong(Problem::NotText, Some(name), Some(kind_of(arg)), index)),
            },
        }
    }

    fn too_large(&self, name: &str, size: f64) -> Box<Refusal> {
        let why = Why::TooLarge { what: Large::Argument, path: None, argument: Some(name.to_owned()), size, limit: self.max as f64 };
        self.refuse(why, Check::Input)
    }

    fn boolean(&self, arg: Option<&Plain>, name: &str, index: Option<usize>) -> Checked<bool> {
        match arg {
            None => Ok(false),
            Some(Plain::Bool(value)) => Ok(*value),
            Some(Plain::Text(text)) if text == "true" => Ok(true),
            Some(Plain::Text(text)) if text == "false" => Ok(false),
            Some(arg) => Err(self.wrong(Problem::NotBoolean, Some(name), Some(shown(arg)), index)),
        }
    }

    /// A whole number of at least `min`, or its digits.
    fn number(&self, name: &str, min: f64) -> Checked<Option<f64>> {
        let number = match self.get(name) {
            None | Some(Plain::Null) if name == "insertLine" => return Ok(None),
            None => return Ok(None),
            Some(Plain::Number(number)) => Some(*number),
            Some(Plain::Text(text)) if !text.is_empty() && text.len() <= 16 && text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse::<u64>().ok().map(|number| number as f64)
            }
            Some(_) => None,
        };
        match number {
            Some(number) if number.fract() == 0.0 && number >= min && number <= 9_007_199_254_740_991.0 => Ok(Some(number)),
            _ => Err(self.wrong(Problem::NotWholeNumber, Some(name), self.get(name).map(shown), None)),
        }
    }

    fn line_endings(&self) -> Checked<LineEndings> {
        match self.get("lineEndings") {
            None => Ok(LineEndings::Keep),
            Some(Plain::Text(text)) if LINE_ENDINGS.iter().any(|(name, _)| name == text) => {
                Ok(LINE_ENDINGS.iter().find(|(name, _)| name == text).map(|(_, choice)| *choice).unwrap_or_default())
            }
            Some(arg) => Err(self.wrong(Problem::BadChoice, Some("lineEndings"), Some(shown(arg)), None)),
        }
    }

    fn edit(&self, file_path: String) -> Checked<Request> {
        if self.raw.args.get_or_null("insertLine").is_some() {
            let Some(line) = self.number("insertLine", 0.0)? else { return Err(self.missing("insertLine")) };
            let new_string = self.required_text("newString")?;
            let edits = vec![Edit { old_string: String::new(), new_string, replace_all: false }];
            return Ok(Request::Edit { file_path, edits, several: false, expected_replacements: None, insert_line: Some(line) });
        }
        let several = self.get("edits").is_some();
        let edits = if several {
            if self.get("oldString").is_some() || self.get("newString").is_some() {
                return Err(self.wrong(Problem::EditsBesideOldString, Some("edits"), None, None));
            }
            self.edits()?
        } else {
            vec![Edit {
                old_string: self.required_text("oldString")?,
                new_string: self.required_text("newString")?,
                replace_all: self.boolean(self.get("replaceAll"), "replaceAll", None)?,
            }]
        };
        let expected_replacements = self.number("expectedReplacements", 1.0)?;
        if expected_replacements.is_some_and(|expected| expected > 1.0) && !edits.iter().any(|edit| edit.replace_all) {
            return Err(self.wrong(Problem::NeedsReplaceAll, Some("expectedReplacements"), None, None));
        }
        for (index, edit) in edits.iter().enumerate() {
            let both_empty = edit.old_string.is_empty() && edit.new_string.is_empty();
            if edit.old_string == edit.new_string && !(both_empty && !several) {
                let index = several.then_some(index);
                return Err(self.refuse(Why::NoChange { reason: SameReason::Identical, index }, Check::Change));
            }
        }
        Ok(Request::Edit { file_path, edits, several, expected_replacements, insert_line: None })
    }

    fn edits(&self) -> Checked<Vec<Edit>> {
        let Some(Plain::List(list)) = self.get("edits") else {
            return Err(match self.get("edits") {
                Some(arg) if tag(arg) == Some("too_many") => {
                    self.wrong(Problem::TooManyEdits, Some("edits"), Some(MAX_EDITS.to_string()), None)
                }
                Some(arg) => self.wrong(Problem::NotAList, Some("edits"), Some(kind_of(arg)), None),
                None => self.missing("edits"),
            });
        };
        if list.is_empty() {
            return Err(self.wrong(Problem::NoEdits, Some("edits"), None, None));
        }
        if list.len() > MAX_EDITS {
            return Err(self.wrong(Problem::TooManyEdits, Some("edits"), Some(MAX_EDITS.to_string()), None));
        }
        let mut total = 0;
        list.iter()
            .enumerate()
            .map(|(index, item)| {
                if !matches!(item, Plain::Object(_)) || tag(item).is_some() {
                    return Err(self.wrong(Problem::NotAnEdit, Some("edits"), Some(kind_of(item)), Some(index)));
                }
                let text = |name: &str| match item.get_or_null(name) {
                    None | Some(Plain::Null) => Err(self.wrong(Problem::Missing, Some(name), None, Some(index))),
                    Some(arg) => self.text(arg, name, Some(index)),
                };
                let old_string = text("oldString")?;
                let new_string = text("newString")?;
                total += old_string.len() + new_string.len();
                if total > self.max {
                    return Err(self.too_large("edits", total as f64));
                }
                if old_string.is_empty() {
                    return Err(self.wrong(Problem::EmptyOldString, Some("oldString"), None, Some(index)));
                }
                let replace_all = self.boolean(item.get_or_null("replaceAll"), "replaceAll", Some(index))?;
                Ok(Edit { old_string, new_string, replace_all })
            })
            .collect()
    }
}

fn tag(arg: &Plain) -> Option<&str> {
    match arg.get("$type") {
        Some(Plain::Text(tag)) => Some(tag),
        _ => None,
    }
}

/// A JavaScript word for what an argument is.
fn kind_of(arg: &Plain) -> String {
    match arg {
        Plain::Null => "null".into(),
        Plain::Bool(_) => "a boolean".into(),
        Plain::Number(_) => "a number".into(),
        Plain::Text(_) => "a string".into(),
        Plain::Bytes(_) => "bytes".into(),
        Plain::List(_) => "an array".into(),
        Plain::Object(_) => match tag(arg) {
            // What isn't good as a text is no better where no text is wanted.
            Some("lone_surrogate") => "a broken string".into(),
            Some("too_large") => "a very long string".into(),
            Some(tag) => tag.to_owned(),
            None => "an object".into(),
        },
    }
}

/// An argument's value, cut short.
fn shown(arg: &Plain) -> String {
    match arg {
        Plain::Bool(value) => value.to_string(),
        Plain::Number(value) if value.fract() == 0.0 && value.abs() < 1e15 => (*value as i64).to_string(),
        Plain::Number(_) => "a number with a fraction, or out of range".into(),
        Plain::Text(text) => {
            format!("\"{}\"", text.chars().take(40).map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect::<String>())
        }
        arg => match arg.get("$value") {
            Some(Plain::Text(value)) => value.clone(),
            _ => kind_of(arg),
        },
    }
}
