//! What a dialect calls its tools and arguments, so that every advice can be followed to the letter.

use crate::plain::{FromPlain, Plain, Read};

/// The language of the texts for the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Locale {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

/// What answers look like, beside their names.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// stet's own.
    #[default]
    Plain,
    /// That of Anthropic's text editor tool: its line numbers, and the sentences that its documentation asks for.
    TextEditor,
}

impl Form {
    /// What stands before line `number` where lines are shown.
    pub fn line_number(self, number: usize) -> String {
        match self {
            Form::Plain => format!("{number:>6}\t"),
            Form::TextEditor => format!("{number}: "),
        }
    }
}

/// The names of one dialect.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// What answers look like.
    pub form: Form,
    /// Its tools.
    pub tools: ToolNames,
    /// Its arguments; one that the dialect lacks is absent.
    pub args: ArgNames,
}

/// The names of the three tools.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct ToolNames {
    pub read: String,
    pub edit: String,
    pub write: String,
}

impl Default for ToolNames {
    fn default() -> Self {
        ToolNames { read: "Read".into(), edit: "Edit".into(), write: "Write".into() }
    }
}

/// The names of the arguments.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct ArgNames {
    pub file_path: String,
    pub old_string: Option<String>,
    pub new_string: Option<String>,
    pub replace_all: Option<String>,
    pub expected_replacements: Option<String>,
    pub edits: Option<String>,
    pub content: Option<String>,
    pub line_endings: Option<String>,
    pub offset: Option<String>,
    pub limit: Option<String>,
}

impl Default for ArgNames {
    fn default() -> Self {
        let name = |name: &str| Some(name.to_owned());
        ArgNames {
            file_path: "file_path".into(),
            old_string: name("old_string"),
            new_string: name("new_string"),
            replace_all: name("replace_all"),
            expected_replacements: name("expected_replacements"),
            edits: name("edits"),
            content: name("content"),
            line_endings: name("line_endings"),
            offset: name("offset"),
            limit: name("limit"),
        }
    }
}

impl ArgNames {
    /// The dialect's name of the argument that stet calls `canonical` (camelCase); the canonical one where it has none.
    pub fn of<'a>(&'a self, canonical: &'a str) -> &'a str {
        match canonical {
            "filePath" => Some(self.file_path.as_str()),
            "oldString" => self.old_string.as_deref(),
            "newString" => self.new_string.as_deref(),
            "replaceAll" => self.replace_all.as_deref(),
            "expectedReplacements" => self.expected_replacements.as_deref(),
            "edits" => self.edits.as_deref(),
            "content" => self.content.as_deref(),
            "lineEndings" => self.line_endings.as_deref(),
            "offset" => self.offset.as_deref(),
            "limit" => self.limit.as_deref(),
            // Only the form `TextEditor` has these.
            "viewRange" => Some("view_range"),
            "insertLine" => Some("insert_line"),
            _ => None,
        }
        .unwrap_or(canonical)
    }

    /// `old_string` in this dialect.
    pub fn old(&self) -> &str {
        self.of("oldString")
    }

    /// `new_string` in this dialect.
    pub fn new_text(&self) -> &str {
        self.of("newString")
    }
}

/// The words of [`Locale`].
pub const LOCALES: [(&str, Locale); 2] = [("en", Locale::En), ("zh", Locale::Zh)];
/// The words of [`Form`].
const FORMS: [(&str, Form); 1] = [("text_editor", Form::TextEditor)];

impl FromPlain for Names {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let (tools, args) = (plain.get("tools").unwrap_or(&Plain::Null), plain.get("args").unwrap_or(&Plain::Null));
        Ok(Names {
            form: plain.choice("form", &FORMS)?.unwrap_or_default(),
            tools: ToolNames { read: tools.field("read")?, edit: tools.field("edit")?, write: tools.field("write")? },
            args: ArgNames {
                file_path: args.field("filePath")?,
                old_string: args.opt("oldString")?,
                new_string: args.opt("newString")?,
                replace_all: args.opt("replaceAll")?,
                expected_replacements: args.opt("expectedReplacements")?,
                edits: args.opt("edits")?,
                content: args.opt("content")?,
                line_endings: args.opt("lineEndings")?,
                offset: args.opt("offset")?,
                limit: args.opt("limit")?,
            },
        })
    }
}
