//! Which version of a file: the host's token, and the content's SHA-1. The content decides; the token only saves a hash.
//! SHA-1 detects change here and authenticates nothing: edits are always computed on bytes just read.

use crate::plain::{FromPlain, Plain, Read};
use serde::Serialize;
use sha1::{Digest, Sha1};

/// A version of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Stamp {
    /// The host's own opaque token.
    pub host: String,
    /// The content's SHA-1, 40 lower-case hex digits.
    pub sha1: String,
}

impl Stamp {
    /// True where both name the same content, whatever the clocks say.
    pub fn same_content(&self, other: &Stamp) -> bool {
        self.sha1 == other.sha1
    }
}

impl FromPlain for Stamp {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(Stamp { host: plain.field("host")?, sha1: plain.field("sha1")? })
    }
}

/// SHA-1 of `bytes` as 40 lower-case hex digits. O(bytes).
pub fn sha1_hex(bytes: &[u8]) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let digest = Sha1::digest(bytes);
    digest.iter().flat_map(|byte| [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]).map(char::from).collect()
}

/// 8 bytes for each line of a view (without its line end, which a model can't see): what is kept of a version when its bytes can't be.
pub fn line_hashes(text: &[u8], lines: &crate::eol::Lines) -> Vec<u64> {
    (1..=lines.count()).map(|line| line_hash(&text[lines.content(text, line)])).collect()
}

/// FNV-1a (Fowler, Noll, Vo), 64 bit.
fn line_hash(line: &[u8]) -> u64 {
    line.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
