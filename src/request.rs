//! What may be asked: raw arguments as the wrapper hands them over, and requests whose arguments are proven.

use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One operation of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Op {
    Read,
    Edit,
    Write,
}

/// An argument of any shape. The wrapper tags what isn't plain data: `{ $type: "undefined" | "lone_surrogate" | "too_large" | ..., bytes? }`.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Arg {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Arg>),
    Object(Vec<(String, Arg)>),
}

impl Arg {
    /// The value of an object's key; the last one where it stands twice.
    pub fn get(&self, key: &str) -> Option<&Arg> {
        match self {
            Arg::Object(entries) => entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ArgVisitor)
    }
}

struct ArgVisitor;

impl<'de> Visitor<'de> for ArgVisitor {
    type Value = Arg;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("plain data")
    }
    fn visit_unit<E>(self) -> Result<Arg, E> {
        Ok(Arg::Null)
    }
    fn visit_none<E>(self) -> Result<Arg, E> {
        Ok(Arg::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Arg, D::Error> {
        Arg::deserialize(deserializer)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Arg, E> {
        Ok(Arg::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Arg, E> {
        Ok(Arg::Number(value as f64))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Arg, E> {
        Ok(Arg::Number(value as f64))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Arg, E> {
        Ok(Arg::Number(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Arg, E> {
        Ok(Arg::Text(value.to_owned()))
    }
    fn visit_string<E>(self, value: String) -> Result<Arg, E> {
        Ok(Arg::Text(value))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Arg, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = seq.next_element()? {
            list.push(item);
        }
        Ok(Arg::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Arg, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Arg::Object(entries))
    }
}

/// A call before its arguments are checked: names are canonical (camelCase).
#[derive(Debug, Clone, Deserialize)]
pub struct RawRequest {
    /// The operation.
    pub op: Op,
    /// The arguments that the dialect knows.
    pub args: Arg,
    /// Names of the others, as the model gave them.
    #[serde(default)]
    pub unknown: Vec<String>,
}

/// A call whose arguments are proven.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[allow(missing_docs)]
pub enum Request {
    Read {
        file_path: String,
        /// First line, 1-based.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<f64>,
        /// Number of lines.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<f64>,
    },
    Edit {
        file_path: String,
        edits: Vec<Edit>,
        /// True where the model sent a list.
        several: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expected_replacements: Option<f64>,
    },
    Write {
        file_path: String,
        content: String,
        line_endings: LineEndings,
    },
}

/// One replacement of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Edit {
    pub old_string: String,
    pub new_string: String,
    #[serde(default)]
    pub replace_all: bool,
}

/// What Write does with the line ends of its content.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEndings {
    /// Those of the file that is there.
    #[default]
    Keep,
    /// All LF.
    Lf,
    /// All CRLF.
    Crlf,
}
