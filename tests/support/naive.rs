//! The slow and obvious way: what an edit must do, written from DESIGN sections 4 and 5 alone and without the engine's
//! code. Offsets are bytes of the file.

#![allow(dead_code)]

/// A piece of text: a byte, or a line end of any kind with its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Byte(u8),
    End(&'static str),
}

/// One edit of a call.
#[derive(Debug, Clone)]
pub struct Edit {
    pub old: String,
    pub new: String,
    pub all: bool,
}

/// What must be answered: the code of a refusal (with the number of matches), or the new bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Expected {
    Refused(&'static str, usize),
    File(Vec<u8>),
}

const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// True where CR ends the lines of a text.
pub fn cr_only(text: &[u8]) -> bool {
    !text.contains(&b'\n') && text.contains(&b'\r')
}

/// `cr_ends`: a lone CR ends a line; `last_cr_ends`: it does at the very end.
pub fn pieces(text: &[u8], cr_ends: bool, last_cr_ends: bool) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let end = if rest.starts_with(b"\r\n") {
            Some("\r\n")
        } else if rest[0] == b'\n' {
            Some("\n")
        } else if rest[0] == b'\r' && (cr_ends || (last_cr_ends && rest.len() == 1)) {
            Some("\r")
        } else {
            None
        };
        pieces.push(end.map_or(Piece::Byte(rest[0]), Piece::End));
        at += end.map_or(1, str::len);
    }
    pieces
}

fn same(one: &Piece, other: &Piece) -> bool {
    matches!((one, other), (Piece::End(_), Piece::End(_))) || one == other
}

fn to_bytes(pieces: &[Piece]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Byte(byte) => bytes.push(*byte),
            Piece::End(end) => bytes.extend_from_slice(end.as_bytes()),
        }
    }
    bytes
}

fn ends(pieces: &[Piece]) -> Vec<&'static str> {
    pieces.iter().filter_map(|piece| if let Piece::End(end) = piece { Some(*end) } else { None }).collect()
}

/// Does the edit of a file that was read whole. Files hold no NUL, UTF-16 or UTF-32 here.
pub fn edit(file: &[u8], edits: &[Edit]) -> Expected {
    if edits.iter().any(|edit| edit.old == edit.new) {
        return Expected::Refused("no_change", 0);
    }
    let bom = if file.starts_with(BOM) && std::str::from_utf8(file).is_ok() { BOM } else { b"" };
    let unknown = std::str::from_utf8(file).is_err();
    let text = &file[bom.len()..];
    let cr = cr_only(text);
    let view = pieces(text, cr, false);
    let strip = |argument: &str| argument.strip_prefix(if bom.is_empty() { "\0" } else { "\u{FEFF}" }).unwrap_or(argument).to_owned();
    let edits: Vec<Edit> = edits.iter().map(|edit| Edit { old: strip(&edit.old), new: strip(&edit.new), all: edit.all }).collect();
    // Arguments first, each for itself.
    for edit in &edits {
        if edit.old.is_empty() {
            return Expected::Refused("invalid_input", 0);
        }
        if unknown && !(edit.old.is_ascii() && edit.new.is_ascii()) {
            return Expected::Refused("encoding", 0);
        }
    }
    let mut starts: Vec<(usize, Vec<usize>)> = edits.iter().map(|edit| find(&view, &pieces(edit.old.as_bytes(), cr, true))).collect();
    for (edit, (len, starts)) in edits.iter().zip(&mut starts) {
        // Half of a CRLF was cut off: where the needle meets a CRLF, that one is meant and no other line end.
        let crlf = |start: &usize| view[start + *len - 1] == Piece::End("\r\n");
        if !cr && edit.old.ends_with('\r') && starts.iter().any(crlf) {
            starts.retain(crlf);
        }
    }
    // Half a character of GBK, Big5, Shift-JIS?
    let half = |&start: &usize| {
        let byte = |piece: Option<&Piece>| if let Some(Piece::Byte(byte)) = piece { *byte } else { 0 };
        start > 0 && byte(view.get(start - 1)) >= 0x80 && matches!(byte(view.get(start)), 0x30..=0x39 | 0x40..=0x7E)
    };
    if unknown && starts.iter().flat_map(|(_, starts)| starts).any(half) {
        return Expected::Refused("encoding", 0);
    }
    let mut places = Vec::new();
    for (edit, (len, starts)) in edits.iter().zip(&starts) {
        match starts.len() {
            0 => return Expected::Refused("not_found", 0),
            1 => {}
            many if !edit.all => return Expected::Refused("ambiguous", many),
            _ => {}
        }
        let mut free = 0;
        for &start in starts {
            if start >= free {
                // Half of a CRLF was cut off the needle, and the new text has no half of its own: the line end stays.
                let cut = !cr && edit.old.ends_with('\r') && !edit.new.ends_with('\r');
                let end = start + len - usize::from(cut);
                places.push((start, end, new_text(&view, start..end, edit, cr)));
                free = start + len;
            }
        }
    }
    places.sort_by_key(|place| place.0);
    if places.windows(2).any(|pair| pair[1].0 < pair[0].1) {
        return Expected::Refused("overlap", 0);
    }
    if places.iter().all(|(start, end, new)| to_bytes(&view[*start..*end]) == *new) {
        return Expected::Refused("no_change", 0);
    }
    let mut result = bom.to_vec();
    let mut at = 0;
    for (start, end, new) in places {
        result.extend(to_bytes(&view[at..start]));
        result.extend(new);
        at = end;
    }
    result.extend(to_bytes(&view[at..]));
    Expected::File(result)
}

/// The needle's length in pieces, and every place where it begins.
fn find(view: &[Piece], needle: &[Piece]) -> (usize, Vec<usize>) {
    let begins = |start: &usize| view[*start..].iter().zip(needle).filter(|(one, other)| same(one, other)).count() == needle.len();
    (needle.len(), (0..view.len()).filter(begins).collect())
}

/// The new text with its line ends made those of the place.
fn new_text(view: &[Piece], span: std::ops::Range<usize>, edit: &Edit, cr: bool) -> Vec<u8> {
    let of_span = ends(&view[span.clone()]);
    let near = ends(&view[span.start..]).first().or(ends(&view[..span.start]).last()).copied().unwrap_or("\n");
    let mut new = pieces(edit.new.as_bytes(), cr, edit.old.ends_with('\r'));
    for (index, end) in new.iter_mut().filter(|piece| matches!(piece, Piece::End(_))).enumerate() {
        *end = Piece::End(of_span.get(index).or(of_span.last()).copied().unwrap_or(near));
    }
    to_bytes(&new)
}

/// How often a needle stands in a haystack, overlaps included.
pub fn count(haystack: &[u8], needle: &[u8]) -> Vec<usize> {
    (0..haystack.len()).filter(|&start| haystack[start..].starts_with(needle)).collect()
}
