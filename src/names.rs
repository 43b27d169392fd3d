//! What a dialect calls its tools and arguments, so that every advice can be followed to the letter.

use serde::{Deserialize, Serialize};

/// The language of the texts for the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Locale {
    /// English
    #[default]
    En,
    /// Chinese
    Zh,
}

/// The names of one dialect.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Names {
    /// Its tools.
    pub tools: ToolNames,
    /// Its arguments; one that the dialect lacks is absent.
    pub args: ArgNames,
}

/// The names of the three tools.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct ArgNames {
    pub file_path: String,
    #[serde(default)]
    pub old_string: Option<String>,
    #[serde(default)]
    pub new_string: Option<String>,
    #[serde(default)]
    pub replace_all: Option<String>,
    #[serde(default)]
    pub expected_replacements: Option<String>,
    #[serde(default)]
    pub edits: Option<String>,
    #[serde(default)]
    pub content: Option<String>,
    #[serde(default)]
    pub line_endings: Option<String>,
    #[serde(default)]
    pub offset: Option<String>,
    #[serde(default)]
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
