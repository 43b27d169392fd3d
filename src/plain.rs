//! Plain data of any shape, as a caller hands it over, and how the engine reads it. One small reader instead of derived
//! deserializers, which cost 200 kB of wasm here (85 kB gzipped).

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A value. What isn't plain data comes tagged by the wrapper: `{ $type: "undefined" | "lone_surrogate" | "too_large" | ..., bytes? }`.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Plain {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Plain>),
    Object(Vec<(String, Plain)>),
}

/// A field that isn't what it must be: the caller's bug, never the model's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is missing or of the wrong type")]
pub struct Wrong(pub String);

/// What reading a field answers.
pub type Read<T> = Result<T, Wrong>;

/// A type that is read from plain data.
pub trait FromPlain: Sized {
    /// Reads it; `Wrong` names the field.
    fn from_plain(plain: &Plain) -> Read<Self>;
}

impl Plain {
    /// An object's key; null counts as absent, the last one counts where it stands twice.
    pub fn get(&self, key: &str) -> Option<&Plain> {
        match self {
            Plain::Object(entries) => {
                entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value).filter(|value| **value != Plain::Null)
            }
            _ => None,
        }
    }

    /// The same, but null is a value.
    pub fn get_or_null(&self, key: &str) -> Option<&Plain> {
        match self {
            Plain::Object(entries) => entries.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value as text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Plain::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as bytes; a list of numbers too, as JSON has it.
    pub fn as_bytes(&self) -> Option<Vec<u8>> {
        match self {
            Plain::Bytes(bytes) => Some(bytes.clone()),
            Plain::List(list) => list.iter().map(|item| if let Plain::Number(byte) = item { Some(*byte as u8) } else { None }).collect(),
            _ => None,
        }
    }

    /// A field by the reader that its type has; absent is `None`.
    pub fn opt<T: FromPlain>(&self, key: &str) -> Read<Option<T>> {
        self.get(key).map(|value| T::from_plain(value).map_err(|_| Wrong(key.to_owned()))).transpose()
    }

    /// A field that must be there.
    pub fn field<T: FromPlain>(&self, key: &str) -> Read<T> {
        self.opt(key)?.ok_or_else(|| Wrong(key.to_owned()))
    }

    /// A field, or the type's default.
    pub fn or_default<T: FromPlain + Default>(&self, key: &str) -> Read<T> {
        Ok(self.opt(key)?.unwrap_or_default())
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Read<Option<T>> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let chosen = value.as_text().and_then(|text| choices.iter().find(|(name, _)| *name == text));
        chosen.map(|(_, choice)| Some(*choice)).ok_or_else(|| Wrong(key.to_owned()))
    }
}

impl FromPlain for String {
    fn from_plain(plain: &Plain) -> Read<Self> {
        plain.as_text().map(str::to_owned).ok_or_else(|| Wrong("text".into()))
    }
}

impl FromPlain for bool {
    fn from_plain(plain: &Plain) -> Read<Self> {
        if let Plain::Bool(value) = plain { Ok(*value) } else { Err(Wrong("boolean".into())) }
    }
}

impl FromPlain for f64 {
    fn from_plain(plain: &Plain) -> Read<Self> {
        if let Plain::Number(value) = plain { Ok(*value) } else { Err(Wrong("number".into())) }
    }
}

impl FromPlain for usize {
    fn from_plain(plain: &Plain) -> Read<Self> {
        match plain {
            Plain::Number(value) if *value >= 0.0 && value.fract() == 0.0 => Ok(*value as usize),
            _ => Err(Wrong("number".into())),
        }
    }
}

impl<T: FromPlain> FromPlain for Vec<T> {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let Plain::List(list) = plain else { return Err(Wrong("list".into())) };
        list.iter().map(T::from_plain).collect()
    }
}

/// Bytes, as a type of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl FromPlain for Bytes {
    fn from_plain(plain: &Plain) -> Read<Self> {
        plain.as_bytes().map(Bytes).ok_or_else(|| Wrong("bytes".into()))
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("plain data")
    }
    fn visit_unit<E>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }
    fn visit_none<E>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Plain, D::Error> {
        Plain::deserialize(deserializer)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain::Bool(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Plain, E> {
        Ok(Plain::Number(value as f64))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Plain, E> {
        Ok(Plain::Number(value as f64))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Plain, E> {
        Ok(Plain::Number(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Plain, E> {
        Ok(Plain::Text(value.to_owned()))
    }
    fn visit_string<E>(self, value: String) -> Result<Plain, E> {
        Ok(Plain::Text(value))
    }
    fn visit_bytes<E>(self, value: &[u8]) -> Result<Plain, E> {
        Ok(Plain::Bytes(value.to_vec()))
    }
    fn visit_byte_buf<E>(self, value: Vec<u8>) -> Result<Plain, E> {
        Ok(Plain::Bytes(value))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Plain, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = seq.next_element()? {
            list.push(item);
        }
        Ok(Plain::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Plain, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Plain::Object(entries))
    }
}
