//! The two ends of a place: how much of the blanks and line ends round its tokens belong to it. A line end at the needle's
//! edge must meet a real one; only the end of the file stands in for the last.

use super::gap::{Gap, Piece, Reading, blanks, odd_kinds, parts};
use super::kind::{Kind, Kinds};
use super::layout::Pair;
use std::ops::Range;

/// One way to end (or begin) a place.
#[derive(Debug, Clone, Default)]
pub struct Edge {
    /// View offset of the end (or of the beginning).
    pub at: usize,
    /// With `pair`: the end of the last line end instead.
    pub at_line_end: usize,
    /// Kinds that this edge proves.
    pub kinds: Kinds,
    /// Indentations that are to be judged with the others.
    pub pair: Option<Pair>,
    /// Whitespace on a blank line differs.
    pub blank_differs: bool,
    /// The first line keeps a part of its indentation out of the place.
    pub apart: bool,
}

fn scan_limit(needle_gap: &[Piece]) -> usize {
    let line_ends = needle_gap.iter().filter(|piece| piece.byte == b'\n').count();
    needle_gap.len() * 2 + 64 * line_ends + 1024
}

/// The end of a place whose last token ends at `token_end`; `tail` is the needle's range behind its last token.
pub fn tail(needle: &Reading, tail: Range<usize>, file: &Reading, token_end: usize) -> Option<Edge> {
    if tail.is_empty() {
        return Some(Edge { at: token_end, ..Edge::default() });
    }
    if let Some(end) = same_text(&needle.text[tail.clone()], file, token_end) {
        return Some(Edge { at: end, ..Edge::default() });
    }
    let ours = needle.gap(tail);
    let gap_end = file.gap_after(token_end, scan_limit(&ours.pieces));
    let theirs = file.gap(token_end..gap_end);
    let mut edge = shape_tail(&ours, &theirs, token_end, gap_end == file.text.len())?;
    // What can't be seen and directly follows belongs to the place, as the needle's own does.
    let inside = Gap { pieces: Vec::new(), odd: theirs.odd.iter().filter(|(_, range)| range.end <= edge.at).cloned().collect() };
    edge.kinds = edge.kinds.and(odd_kinds(&ours, needle.text, &inside, file.text));
    Some(edge)
}

/// The end of `text` (line ends are LF) where it stands at `at` of the file.
fn same_text(text: &[u8], file: &Reading, at: usize) -> Option<usize> {
    let mut end = at;
    for byte in text {
        let rest = file.text.get(end..)?;
        end += match byte {
            b'\n' if rest.starts_with(b"\r\n") && !file.cr_only => 2,
            b'\n' if rest.first() == Some(&b'\r') && file.cr_only => 1,
            _ if rest.first() == Some(byte) => 1,
            _ => return None,
        };
    }
    Some(end)
}

fn shape_tail(ours: &Gap, theirs: &Gap, token_end: usize, eof: bool) -> Option<Edge> {
    let line_end_pieces: Vec<&Piece> = theirs.pieces.iter().filter(|piece| piece.byte == b'\n').collect();
    let (ours, theirs) = (parts(&ours.pieces), parts(&theirs.pieces));
    let mut edge = Edge { at: token_end, ..Edge::default() };
    let end_of = |part: &[Piece], before: usize| part.last().map_or(before, |piece| piece.end);
    let first_end = end_of(theirs[0], token_end);
    let (line_ends, their_line_ends) = (ours.len() - 1, theirs.len() - 1);
    if line_ends == 0 {
        let (one, other) = (blanks(ours[0]), blanks(theirs[0]));
        if other.starts_with(&one) {
            edge.at = if one.is_empty() { token_end } else { theirs[0][one.len() - 1].end };
        } else {
            edge.at = first_end;
            edge.kinds = edge.kinds.with(if their_line_ends > 0 || eof { Kind::TrailingWhitespace } else { Kind::InnerWhitespace });
        }
        return Some(edge);
    }
    if their_line_ends == 0 {
        if !eof {
            return None;
        }
        edge.at = first_end;
        edge.kinds = edge.kinds.with(Kind::TrailingWhitespace);
        if line_ends > 1 {
            edge.kinds = edge.kinds.with(Kind::BlankLine);
        }
        return Some(edge);
    }
    if blanks(ours[0]) != blanks(theirs[0]) {
        edge.kinds = edge.kinds.with(Kind::TrailingWhitespace);
    }
    let met = line_ends.min(their_line_ends);
    edge.blank_differs = (1..met).any(|index| blanks(ours[index]) != blanks(theirs[index]));
    let line_end_at = line_end_pieces[met - 1].end;
    edge.at = line_end_at;
    if line_ends > their_line_ends {
        edge.kinds = edge.kinds.with(Kind::BlankLine);
        return Some(edge);
    }
    let (one, other) = (blanks(ours[met]), blanks(theirs[met]));
    if one.is_empty() {
    } else if other.starts_with(&one) {
        edge.at = theirs[met][one.len() - 1].end;
    } else {
        edge.at = end_of(theirs[met], line_end_at);
        edge.pair = Some((one, other));
        edge.at_line_end = line_end_at;
    }
    Some(edge)
}

/// The ways to begin a place whose first token begins at `token_start`; `head` is the needle's range before its first token.
pub fn head(needle: &Reading, head: Range<usize>, file: &Reading, token_start: usize) -> Vec<Edge> {
    let ours = needle.gap(head.clone());
    // A backslash before the first token is looked for as it is: going back, nobody knows what it escapes.
    if ours.odd.iter().any(|(kind, _)| *kind == Kind::Escape)
        && let Some(at) = token_start.checked_sub(head.len())
        && needle.text[head] == file.text[at..token_start]
    {
        return vec![Edge { at, ..Edge::default() }];
    }
    let gap_start = file.gap_before(token_start, scan_limit(&ours.pieces));
    let theirs = file.gap(gap_start..token_start);
    let bof = gap_start == 0;
    let (our_parts, their_parts) = (parts(&ours.pieces), parts(&theirs.pieces));
    let (line_ends, their_line_ends) = (our_parts.len() - 1, their_parts.len() - 1);
    let one = our_parts.last().map_or(Vec::new(), |part| blanks(part));
    let last = their_parts.last().copied().unwrap_or_default();
    let other = blanks(last);
    let start_of = |part: &[Piece], behind: usize| part.first().map_or(behind, |piece| piece.start);
    let line_start = start_of(last, token_start);
    let suffix_at = |len: usize| start_of(&last[last.len() - len..], token_start);
    let mut edges = Vec::new();
    if line_ends == 0 {
        if their_line_ends == 0 && !bof {
            if other.ends_with(&one) {
                edges.push(Edge { at: suffix_at(one.len()), ..Edge::default() });
            } else {
                edges.push(Edge { at: line_start, kinds: Kinds::of(&[Kind::InnerWhitespace]), ..Edge::default() });
            }
        } else {
            if one != other && other.ends_with(&one) {
                edges.push(Edge { at: suffix_at(one.len()), apart: true, ..Edge::default() });
            }
            edges.push(Edge { at: line_start, pair: Some((one, other)), ..Edge::default() });
        }
    } else if their_line_ends == 0 {
        if bof {
            edges.push(Edge { at: 0, kinds: Kinds::of(&[Kind::BlankLine]), pair: Some((one, other)), ..Edge::default() });
        }
    } else {
        let met = line_ends.min(their_line_ends);
        let mut edge = Edge { pair: Some((one, other)), ..Edge::default() };
        edge.blank_differs = (1..met).any(|back| blanks(our_parts[line_ends - back]) != blanks(their_parts[their_line_ends - back]));
        let line_end_pieces: Vec<&Piece> = theirs.pieces.iter().filter(|piece| piece.byte == b'\n').collect();
        edge.at = line_end_pieces[their_line_ends - met].start;
        if line_ends > their_line_ends {
            edge.kinds = edge.kinds.with(Kind::BlankLine);
        } else {
            let (one, before) = (blanks(our_parts[0]), their_parts[their_line_ends - met]);
            // An empty first line of the needle may be a whole line of blanks.
            let whole_line = met < their_line_ends || bof;
            if one.is_empty() && !before.is_empty() && whole_line {
                edges.push(Edge { at: start_of(before, edge.at), blank_differs: true, ..edge.clone() });
            }
            if blanks(before).ends_with(&one) {
                edge.at = start_of(&before[before.len() - one.len()..], edge.at);
            } else {
                edge.kinds = edge.kinds.with(Kind::TrailingWhitespace);
            }
        }
        edges.push(edge);
    }
    for edge in &mut edges {
        let inside = Gap { pieces: Vec::new(), odd: theirs.odd.iter().filter(|(_, range)| range.start >= edge.at).cloned().collect() };
        edge.kinds = edge.kinds.and(odd_kinds(&ours, needle.text, &inside, file.text));
    }
    edges
}
