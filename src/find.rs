//! Where `old_string` stands. Line ends never decide: needle and file are compared in a view in which every line end is LF.
//!
//! Offsets of [`Folded::bytes`] are *folded offsets*; [`Folded::to_view`] leads back to view offsets.

use std::borrow::Cow;

/// A text in which each line end is LF. Borrowed, and free, where it was so already.
#[derive(Debug)]
pub struct Folded<'a> {
    /// The folded text.
    pub bytes: Cow<'a, [u8]>,
    /// Folded offsets of the line ends that were CRLF, ascending.
    crlf_at: Vec<usize>,
    cr_only: bool,
}

impl<'a> Folded<'a> {
    /// Folds a file's view. `cr_only`: CR ends its lines ([`crate::eol::Lines::cr_only`]). O(text).
    pub fn file(text: &'a [u8], cr_only: bool) -> Self {
        let mut crlf_at = Vec::new();
        if cr_only {
            let bytes = text.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect();
            return Folded { bytes: Cow::Owned(bytes), crlf_at, cr_only };
        }
        let mut bytes = Vec::new();
        let mut kept_from = 0;
        for at in memchr::memchr_iter(b'\r', text) {
            if text.get(at + 1) == Some(&b'\n') {
                if kept_from == 0 {
                    bytes.reserve(text.len());
                }
                bytes.extend_from_slice(&text[kept_from..at]);
                crlf_at.push(bytes.len());
                kept_from = at + 1;
            }
        }
        if crlf_at.is_empty() {
            return Folded { bytes: Cow::Borrowed(text), crlf_at, cr_only };
        }
        bytes.extend_from_slice(&text[kept_from..]);
        Folded { bytes: Cow::Owned(bytes), crlf_at, cr_only }
    }

    /// Folds an argument for a search in this file. A CR at its very end stands for a line end (half of a CRLF was cut off).
    pub fn argument<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        fold_argument(text, self.cr_only)
    }

    /// The view offset of a folded offset. A folded LF that was CRLF begins at its CR. O(log line ends).
    pub fn to_view(&self, offset: usize) -> usize {
        offset + self.crlf_at.partition_point(|&at| at < offset)
    }

    /// True where the line end at a folded offset was CRLF. O(log line ends).
    pub fn is_crlf(&self, offset: usize) -> bool {
        self.crlf_at.binary_search(&offset).is_ok()
    }
}

/// An argument with each line end as LF; `cr_only`: of a file whose lines end in CR.
pub fn fold_argument(text: &[u8], cr_only: bool) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\r', text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut folded = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'\r' if text.get(at + 1) == Some(&b'\n') => {}
            b'\r' if cr_only || at + 1 == text.len() => folded.push(b'\n'),
            _ => folded.push(byte),
        }
    }
    Cow::Owned(folded)
}

/// Matches of a needle, overlapping ones too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How often it stands there; `aa` in `aaa` is 2.
    pub count: usize,
    /// Where the first of them begin, ascending, at most as many as asked for.
    pub starts: Vec<usize>,
}

/// Counts the matches of a needle that isn't empty. Linear in the haystack, whatever repeats in it: SIMD search
/// (memchr's memmem) leads to each match, and from there the Knuth-Morris-Pratt automaton follows overlaps as long as any can come.
pub fn find_overlapping(haystack: &[u8], needle: &[u8], keep: usize) -> Found {
    let mut found = Found { count: 0, starts: Vec::new() };
    if needle.is_empty() {
        return found;
    }
    let finder = memchr::memmem::Finder::new(needle);
    let borders = borders(needle);
    let mut from = 0;
    while let Some(at) = finder.find(&haystack[from..]) {
        let start = from + at;
        found.count += 1;
        if found.starts.len() < keep {
            found.starts.push(start);
        }
        // The automaton's state: how many bytes of the needle end here.
        let mut state = borders[needle.len() - 1];
        let mut next = start + needle.len();
        while state > 0 && next < haystack.len() {
            while state > 0 && needle[state] != haystack[next] {
                state = borders[state - 1];
            }
            if needle[state] == haystack[next] {
                state += 1;
            }
            next += 1;
            if state == needle.len() {
                found.count += 1;
                if found.starts.len() < keep {
                    found.starts.push(next - needle.len());
                }
                state = borders[state - 1];
            }
        }
        from = next;
    }
    found
}

/// Starts of the matches from left to right without overlap, and their count; at most `keep` starts are kept. Linear.
pub fn find_disjoint(haystack: &[u8], needle: &[u8], keep: usize) -> Found {
    let mut found = Found { count: 0, starts: Vec::new() };
    if needle.is_empty() {
        return found;
    }
    for start in memchr::memmem::find_iter(haystack, needle) {
        found.count += 1;
        if found.starts.len() < keep {
            found.starts.push(start);
        }
    }
    found
}

/// For each prefix of the needle the length of its longest border (a proper prefix that is a suffix too).
/// The failure function of Knuth, Morris and Pratt, "Fast pattern matching in strings" (1977).
fn borders(needle: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    let mut length = 0;
    for at in 1..needle.len() {
        while length > 0 && needle[at] != needle[length] {
            length = borders[length - 1];
        }
        if needle[at] == needle[length] {
            length += 1;
        }
        borders[at] = length;
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_count() {
        for (haystack, needle, starts) in [
            ("aaa", "aa", vec![0, 1]),
            ("ababa", "aba", vec![0, 2]),
            ("aabaabaaab", "aabaa", vec![0, 3]),
            ("abc", "x", vec![]),
            ("a", "aa", vec![]),
        ] {
            let found = find_overlapping(haystack.as_bytes(), needle.as_bytes(), 10);
            assert_eq!((found.count, &found.starts), (starts.len(), &starts), "{needle} in {haystack}");
        }
        assert_eq!(find_disjoint(b"aaaa", b"aa", 10).starts, [0, 2]);
    }

    #[test]
    fn folded_offsets_lead_back() {
        let text = b"a\r\nb\nc\r\n";
        let folded = Folded::file(text, false);
        assert_eq!(&*folded.bytes, b"a\nb\nc\n");
        assert_eq!((0..=6).map(|at| folded.to_view(at)).collect::<Vec<_>>(), [0, 1, 3, 4, 5, 6, 8]);
        assert_eq!(&*fold_argument(b"a\r\nb\rc\r", false), b"a\nb\rc\n");
    }
}
