//! The coarse fold of a whole text, and the way back from its offsets. *Coarse offsets* index [`Coarse::bytes`]; *raw
//! offsets* the text that was folded. A checkpoint every 512 bytes stands in for a map of offsets.

use super::unit::{CLASS, GAP, SPECIAL, unit};

const CHECKPOINT: usize = 512;

/// A folded text.
#[derive(Debug)]
pub struct Coarse {
    /// The fold.
    pub bytes: Vec<u8>,
    /// (raw, coarse) offsets at unit borders, ascending.
    checkpoints: Vec<(usize, usize)>,
    unicode: bool,
}

impl Coarse {
    /// Folds a text. O(text).
    pub fn new(text: &[u8], unicode: bool) -> Self {
        let mut bytes = Vec::with_capacity(text.len());
        let mut checkpoints = Vec::with_capacity(text.len() / CHECKPOINT + 2);
        let (mut at, mut next_checkpoint) = (0, 0);
        while at < text.len() {
            if at >= next_checkpoint {
                checkpoints.push((at, bytes.len()));
                next_checkpoint = at + CHECKPOINT;
            }
            match CLASS[text[at] as usize] {
                GAP => at += 1,
                SPECIAL => at = unit(text, at, unicode, &mut bytes),
                coarse => {
                    bytes.push(coarse);
                    at += 1;
                }
            }
        }
        Coarse { bytes, checkpoints, unicode }
    }

    /// The raw offset of the unit that gives the byte at `coarse`, and how many coarse bytes of that unit stand before it.
    /// O(512 bytes), and the gap that may lie there.
    pub fn raw_of(&self, text: &[u8], coarse: usize) -> (usize, usize) {
        let index = self.checkpoints.partition_point(|(_, at)| *at <= coarse);
        let (mut at, mut folded) = index.checked_sub(1).and_then(|index| self.checkpoints.get(index)).copied().unwrap_or((0, 0));
        let mut out = Vec::new();
        while at < text.len() {
            out.clear();
            let end = unit(text, at, self.unicode, &mut out);
            if folded + out.len() > coarse {
                return (at, coarse - folded);
            }
            folded += out.len();
            at = end;
        }
        (text.len(), 0)
    }
}
