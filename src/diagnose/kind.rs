//! The names of what can be wrong with a needle, sets of them, and what each weighs.

use serde::{Serialize, Serializer};

/// What is wrong with a needle. The order is the one in which kinds are named where several combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A reader's notice was copied along.
    ReaderNotice,
    /// Line numbers of the read view were copied along.
    LineNumberPrefix,
    /// Tabs and spaces stand for each other, in the same columns.
    TabsSpaces,
    /// Lines are indented otherwise.
    Indentation,
    /// A blank line is missing, or one too many.
    BlankLine,
    /// Blanks at line ends, or the file's missing final line end.
    TrailingWhitespace,
    /// Characters that look alike or aren't visible.
    UnicodeLookalike,
    /// Escaped once too often, or once too little.
    Escape,
    /// Blanks inside a line.
    InnerWhitespace,
    /// Upper and lower case.
    Case,
    /// A line break stands elsewhere.
    LineBreak,
    /// A placeholder stands for lines of the file.
    Elision,
    /// The new text stands there already.
    AlreadyApplied,
    /// Only another edit of the same call writes the text.
    DependsOnEdit,
    /// Another file has the text.
    WrongFile,
    /// The text stood in the version that the model saw.
    ChangedSince,
    /// The most similar lines.
    Nearest,
}

/// Every kind with its stable name and its weight: of several sets of kinds that explain a miss, the lightest is named.
const KINDS: [(Kind, &str, u32); 17] = [
    (Kind::ReaderNotice, "reader_notice", 1),
    (Kind::LineNumberPrefix, "line_number_prefix", 1),
    (Kind::TabsSpaces, "tabs_spaces", 2),
    (Kind::Indentation, "indentation", 2),
    (Kind::BlankLine, "blank_line", 2),
    (Kind::TrailingWhitespace, "trailing_whitespace", 1),
    (Kind::UnicodeLookalike, "unicode_lookalike", 2),
    (Kind::Escape, "escape", 3),
    (Kind::InnerWhitespace, "inner_whitespace", 3),
    (Kind::Case, "case", 4),
    (Kind::LineBreak, "line_break", 5),
    (Kind::Elision, "elision", 1),
    (Kind::AlreadyApplied, "already_applied", 0),
    (Kind::DependsOnEdit, "depends_on_edit", 0),
    (Kind::WrongFile, "wrong_file", 0),
    (Kind::ChangedSince, "changed_since", 0),
    (Kind::Nearest, "nearest", 0),
];

impl Kind {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// Every kind, in naming order.
    pub fn all() -> impl Iterator<Item = Kind> {
        KINDS.iter().map(|(kind, _, _)| *kind)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds(u32);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// What is nothing but layout: blanks, and line numbers beside them.
    pub const fn layout() -> Self {
        Kinds(
            1 << Kind::LineNumberPrefix as u32
                | 1 << Kind::TabsSpaces as u32
                | 1 << Kind::Indentation as u32
                | 1 << Kind::TrailingWhitespace as u32,
        )
    }

    /// A set of these.
    pub fn of(kinds: &[Kind]) -> Self {
        kinds.iter().fold(Self::NONE, |set, kind| set.with(*kind))
    }

    /// The set with `kind` in it.
    pub fn with(self, kind: Kind) -> Self {
        Kinds(self.0 | 1 << kind as u32)
    }

    /// The set without `kind`.
    pub fn without(self, kind: Kind) -> Self {
        Kinds(self.0 & !(1 << kind as u32))
    }

    /// Both sets.
    pub fn and(self, other: Kinds) -> Self {
        Kinds(self.0 | other.0)
    }

    /// Is `kind` in it?
    pub fn has(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }

    /// Is everything in `other` too?
    pub fn within(self, other: Kinds) -> bool {
        self.0 & !other.0 == 0
    }

    /// Is nothing in it?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, in naming order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |kind| self.has(*kind))
    }

    /// The sum of the weights.
    pub fn weight(self) -> u32 {
        KINDS.iter().filter(|(kind, _, _)| self.has(*kind)).map(|(_, _, weight)| weight).sum()
    }
}
