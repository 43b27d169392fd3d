//! An edit as a value: replacements over one base, applied at once. Offsets are bytes of the base.
//!
//! Laws, each held by a property test (`tests/laws.rs`):
//! - apply: bytes of the base outside the splices stand in the result, in their order, and nothing else but the texts does;
//! - invert: `list.invert(base)` applied to `list.apply(base)` is `base`;
//! - map: an offset outside every splice points at the same byte before and after; the place of an insertion counts as
//!   inside and maps to the start of the inserted text.

use crate::plain::{Bytes, FromPlain, Plain, Read};
use serde::Serialize;

/// One replacement: bytes `start..end_exclusive` of the base become `text`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Splice {
    /// First byte replaced.
    pub start: usize,
    /// The byte after the last one replaced; equal to `start` for an insertion.
    pub end_exclusive: usize,
    /// The new bytes.
    #[serde(with = "serde_bytes")]
    pub text: Vec<u8>,
}

impl FromPlain for Splice {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let Bytes(text) = plain.field("text")?;
        Ok(Splice { start: plain.field("start")?, end_exclusive: plain.field("endExclusive")?, text })
    }
}

/// Sorted, disjoint splices over a base of a known length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpliceList {
    base_len: usize,
    splices: Vec<Splice>,
}

/// A list that isn't one: the caller's bug, not the model's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpliceError {
    /// Unsorted, overlapping, reversed or past the end.
    #[error("splice {index} ({start}..{end_exclusive}) doesn't follow the one before it inside a base of {base_len} bytes")]
    NotInOrder {
        /// Which splice, 0-based.
        index: usize,
        /// Its start.
        start: usize,
        /// Its end.
        end_exclusive: usize,
        /// Length of the base.
        base_len: usize,
    },
    /// Applied to bytes of another length.
    #[error("made for a base of {expected} bytes, applied to {actual}")]
    WrongBase {
        /// Length of the base that the list was made for.
        expected: usize,
        /// Length of the bytes given.
        actual: usize,
    },
}

impl SpliceList {
    /// Takes splices in the order of their starts. Two may touch, none may overlap.
    pub fn new(base_len: usize, splices: Vec<Splice>) -> Result<Self, SpliceError> {
        let mut free_from = 0;
        for (index, splice) in splices.iter().enumerate() {
            let Splice { start, end_exclusive, .. } = *splice;
            if start < free_from || end_exclusive < start || end_exclusive > base_len {
                return Err(SpliceError::NotInOrder { index, start, end_exclusive, base_len });
            }
            free_from = end_exclusive;
        }
        Ok(SpliceList { base_len, splices })
    }

    /// The splices in their order.
    pub fn as_slice(&self) -> &[Splice] {
        &self.splices
    }

    /// The splices in their order, as a vector.
    pub fn into_vec(self) -> Vec<Splice> {
        self.splices
    }

    /// Length of the result in bytes.
    pub fn result_len(&self) -> usize {
        self.splices.iter().fold(self.base_len, |len, splice| len - (splice.end_exclusive - splice.start) + splice.text.len())
    }

    /// The result. O(base + texts).
    pub fn apply(&self, base: &[u8]) -> Result<Vec<u8>, SpliceError> {
        self.check_base(base)?;
        let mut result = Vec::with_capacity(self.result_len());
        let mut kept_from = 0;
        for splice in &self.splices {
            result.extend_from_slice(&base[kept_from..splice.start]);
            result.extend_from_slice(&splice.text);
            kept_from = splice.end_exclusive;
        }
        result.extend_from_slice(&base[kept_from..]);
        Ok(result)
    }

    /// The list that leads from the result back to `base`. O(replaced bytes).
    pub fn invert(&self, base: &[u8]) -> Result<SpliceList, SpliceError> {
        self.check_base(base)?;
        let mut result_at = 0;
        let mut base_at = 0;
        let splices = self
            .splices
            .iter()
            .map(|splice| {
                let start = result_at + (splice.start - base_at);
                let end_exclusive = start + splice.text.len();
                (result_at, base_at) = (end_exclusive, splice.end_exclusive);
                Splice { start, end_exclusive, text: base[splice.start..splice.end_exclusive].to_vec() }
            })
            .collect();
        Ok(SpliceList { base_len: self.result_len(), splices })
    }

    /// Where a base offset stands in the result; inside a replaced span it's the start of the new text. O(splices).
    pub fn map(&self, offset: usize) -> usize {
        let (mut grown, mut shrunk) = (0, 0);
        for splice in &self.splices {
            if offset < splice.end_exclusive || (offset == splice.start && splice.start == splice.end_exclusive) {
                return offset.min(splice.start) + grown - shrunk;
            }
            grown += splice.text.len();
            shrunk += splice.end_exclusive - splice.start;
        }
        offset + grown - shrunk
    }

    fn check_base(&self, base: &[u8]) -> Result<(), SpliceError> {
        if base.len() == self.base_len { Ok(()) } else { Err(SpliceError::WrongBase { expected: self.base_len, actual: base.len() }) }
    }
}
