//! A checked view of a file's bytes: what of them is text, and where each piece of it stands in the file.
//!
//! Offsets are bytes. *View offsets* index [`View::bytes`] (UTF-8, or bytes of an unknown encoding, without the BOM);
//! *file offsets* index the file as it is on disk. Only this module converts between the two.

use std::borrow::Cow;

/// How the bytes of a file encode text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// UTF-8 without a BOM; the empty file too.
    Utf8,
    /// UTF-8 after a BOM (EF BB BF).
    Utf8Bom,
    /// UTF-16, little endian, named by its BOM.
    Utf16Le,
    /// UTF-16, big endian, named by its BOM.
    Utf16Be,
    /// Bytes without NUL that are no UTF-8: Latin-1, GBK, Shift-JIS and others. ASCII in them can be edited.
    Unknown,
}

/// Why a file can't be viewed as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// A NUL byte, and no UTF-16 BOM that would explain it.
    #[error("NUL byte at offset {at}")]
    Binary {
        /// File offset of the first NUL byte.
        at: usize,
    },
    /// A UTF-32 BOM.
    #[error("UTF-32")]
    Utf32,
    /// A UTF-16 BOM, and then bytes that are no UTF-16.
    #[error("broken UTF-16 at offset {at}")]
    BrokenUtf16 {
        /// File offset of the odd byte or of the unpaired surrogate.
        at: usize,
    },
}

const BOM_UTF8: &[u8] = &[0xEF, 0xBB, 0xBF];

/// The text of a file. Costs one pass over the bytes; only UTF-16 is copied.
#[derive(Debug)]
pub struct View<'a> {
    /// What the file's bytes encode.
    pub encoding: Encoding,
    /// The text without its BOM: UTF-8, or the raw bytes where `encoding` is [`Encoding::Unknown`].
    pub bytes: Cow<'a, [u8]>,
    /// Length of the BOM in the file: 0, 2 or 3 bytes.
    pub bom_len: usize,
}

impl<'a> View<'a> {
    /// Looks at a whole file. Refuses binary files and encodings that can't be edited safely.
    pub fn open(file: &'a [u8]) -> Result<Self, ViewError> {
        if file.starts_with(&[0xFF, 0xFE, 0, 0]) || file.starts_with(&[0, 0, 0xFE, 0xFF]) {
            return Err(ViewError::Utf32);
        }
        if file.starts_with(&[0xFF, 0xFE]) {
            return Self::open_utf16(file, Encoding::Utf16Le, u16::from_le_bytes);
        }
        if file.starts_with(&[0xFE, 0xFF]) {
            return Self::open_utf16(file, Encoding::Utf16Be, u16::from_be_bytes);
        }
        if let Some(at) = memchr::memchr(0, file) {
            return Err(ViewError::Binary { at });
        }
        let (encoding, bom_len) = match file.strip_prefix(BOM_UTF8) {
            Some(rest) if std::str::from_utf8(rest).is_ok() => (Encoding::Utf8Bom, BOM_UTF8.len()),
            None if std::str::from_utf8(file).is_ok() => (Encoding::Utf8, 0),
            _ => (Encoding::Unknown, 0),
        };
        Ok(View { encoding, bytes: Cow::Borrowed(&file[bom_len..]), bom_len })
    }

    fn open_utf16(file: &'a [u8], encoding: Encoding, unit: fn([u8; 2]) -> u16) -> Result<Self, ViewError> {
        if file.len() % 2 != 0 {
            return Err(ViewError::BrokenUtf16 { at: file.len() - 1 });
        }
        let units = file[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let mut text = String::with_capacity(file.len() / 2);
        let mut at = 2;
        for decoded in char::decode_utf16(units) {
            let Ok(c) = decoded else { return Err(ViewError::BrokenUtf16 { at }) };
            if c == '\0' {
                return Err(ViewError::Binary { at });
            }
            text.push(c);
            at += 2 * c.len_utf16();
        }
        Ok(View { encoding, bytes: Cow::Owned(text.into_bytes()), bom_len: 2 })
    }

    /// True where the text is valid UTF-8 (in the view; a UTF-16 file is).
    pub fn is_unicode(&self) -> bool {
        self.encoding != Encoding::Unknown
    }

    /// File offsets of view offsets. `offsets` must be sorted and lie on character boundaries; O(view) for UTF-16, else O(offsets).
    pub fn to_file_offsets(&self, offsets: &mut [usize]) {
        match self.encoding {
            Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Unknown => {
                for offset in offsets {
                    *offset += self.bom_len;
                }
            }
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let (mut view_at, mut file_at) = (0, self.bom_len);
                for offset in offsets {
                    file_at += self.bytes[view_at..*offset].iter().map(|&byte| utf16_len_of_utf8_byte(byte)).sum::<usize>();
                    view_at = *offset;
                    *offset = file_at;
                }
            }
        }
    }

    /// Text as bytes of this file's encoding. For [`Encoding::Unknown`] the caller has made sure that `text` is ASCII.
    pub fn encode(&self, text: &[u8]) -> Vec<u8> {
        encode(self.encoding, text)
    }
}

/// UTF-8 text as bytes of `encoding`, without a BOM.
pub fn encode(encoding: Encoding, text: &[u8]) -> Vec<u8> {
    let to_bytes: fn(u16) -> [u8; 2] = match encoding {
        Encoding::Utf16Le => u16::to_le_bytes,
        Encoding::Utf16Be => u16::to_be_bytes,
        _ => return text.to_vec(),
    };
    String::from_utf8_lossy(text).encode_utf16().flat_map(to_bytes).collect()
}

/// Bytes that a character takes in UTF-16, charged to the first byte of its UTF-8 form.
fn utf16_len_of_utf8_byte(byte: u8) -> usize {
    match byte {
        0x80..=0xBF => 0,
        0xF0..=0xFF => 4,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_offsets_point_at_the_same_characters() {
        let text = "a\u{e9}\u{1F600}z";
        let file: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let view = View::open(&file).expect("well-formed UTF-16");
        let mut offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        view.to_file_offsets(&mut offsets);
        assert_eq!(offsets, [2, 4, 6, 10, 12]);
        assert_eq!(view.encode(text.as_bytes()), file[2..]);
    }

    #[test]
    fn broken_and_binary_files_are_told_apart() {
        assert_eq!(View::open(b"a\0b").unwrap_err(), ViewError::Binary { at: 1 });
        assert_eq!(View::open(&[0xFF, 0xFE, 0, 0, 1, 0, 0, 0]).unwrap_err(), ViewError::Utf32);
        assert_eq!(View::open(&[0xFF, 0xFE, b'a']).unwrap_err(), ViewError::BrokenUtf16 { at: 2 });
        assert_eq!(View::open(&[0xFF, 0xFE, 0x00, 0xD8]).unwrap_err(), ViewError::BrokenUtf16 { at: 2 });
        assert_eq!(View::open(b"\xE9").expect("unknown bytes").encoding, Encoding::Unknown);
        assert_eq!(View::open(b"\xEF\xBB\xBF").expect("a BOM alone").encoding, Encoding::Utf8Bom);
    }
}
