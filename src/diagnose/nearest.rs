//! `nearest`: the most similar lines. Rare q-grams lead to a few windows of the coarse fold, there lines are aligned with
//! lines by the likeness of their trigrams. Integers only; nothing is named below 500 of 1,000.

use super::Hint;
use super::align::{Lined, align};
use super::explain::Explain;
use super::grams::{Window, windows};
use super::kind::{Kind, Kinds};
use super::order::order;
use super::search::Search;
use std::ops::Range;

/// The kind.
pub struct Nearest;

/// Below this, of 1,000, nothing is named.
pub const LEAST: u32 = 500;
/// A needle whose fold is shorter resembles too much.
const SHORTEST: usize = 4;
/// Needles of more lines aren't aligned.
const MOST_LINES: usize = 50_000;
/// A line this much longer than the needle isn't named whole.
const LONG_LINE: usize = 4_000;

impl Explain for Nearest {
    fn kind(&self) -> Kind {
        Kind::Nearest
    }

    fn find(&self, search: &mut Search) -> Vec<Hint> {
        if !search.fitting.is_empty() {
            return Vec::new();
        }
        let old = search.miss.old;
        let Some(coarse) = search.coarse.take() else { return Vec::new() };
        let found = {
            let needle = super::coarse::Coarse::new(old, search.miss.unicode).bytes;
            if needle.len() < SHORTEST || !search.work.take(old.len()) {
                Vec::new()
            } else {
                windows(&needle, &coarse.bytes, &mut search.work)
            }
        };
        let raw: Vec<(Window, Range<usize>)> = found
            .into_iter()
            .map(|window| {
                let start = coarse.raw_of(search.miss.file, window.start).0;
                let end = coarse.raw_of(search.miss.file, window.end.saturating_sub(1)).0 + 1;
                (window, start..end.min(search.miss.file.len()))
            })
            .collect();
        search.coarse = Some(coarse);
        let mut best: Vec<(u32, Range<usize>)> = Vec::new();
        let lined = Lined::new(old, search.miss.unicode);
        if lined.count() > MOST_LINES {
            search.work.cut = true;
            return Vec::new();
        }
        for (window, place) in raw {
            if let Some((similarity, places)) = self.places(search, &lined, &window, place) {
                best.extend(places.into_iter().map(|place| (similarity, place)));
            }
        }
        let Some(most) = best.iter().map(|(similarity, _)| *similarity).max().filter(|most| *most >= LEAST) else { return Vec::new() };
        let places: Vec<Range<usize>> = best.into_iter().filter(|(similarity, _)| *similarity == most).map(|(_, place)| place).collect();
        let key = |at: usize| (places[at].start, places[at].end);
        let mut places: Vec<Range<usize>> = order(places.len(), &|a, b| key(a) < key(b)).into_iter().map(|at| places[at].clone()).collect();
        places.dedup();
        let mut hint = search.hint(Kind::Nearest, Kinds::of(&[Kind::Nearest]), &places, false);
        // Equal to the likeness of lines isn't equal.
        hint.similarity = Some(most.min(999));
        vec![hint]
    }
}

impl Nearest {
    /// The most similar lines in and round a window; several places where they are equally similar.
    fn places(&self, search: &mut Search, needle: &Lined, window: &Window, place: Range<usize>) -> Option<(u32, Vec<Range<usize>>)> {
        let (file, lines) = (search.miss.file, search.miss.lines);
        let long = search.miss.old.len() * 4 + LONG_LINE;
        let (first, last) = (lines.line_of(place.start), lines.line_of(place.end.saturating_sub(1).max(place.start)));
        if lines.range(first).len() > long || lines.range(last).len() > long {
            let start = crate::fence::char_start(file, place.start);
            let end = crate::fence::char_start(file, place.end).min(file.len());
            return (start < end).then_some((window.similarity, vec![start..end]));
        }
        let pad = needle.count() / 4 + 3;
        let (from, to) = (first.saturating_sub(pad).max(1), (last + pad).min(lines.count()));
        let too_long = (from..=to).any(|line| lines.range(line).len() > long);
        let (from, to) = if too_long { (first, last) } else { (from, to) };
        let bytes = lines.range(from).start..lines.range(to).end;
        if !search.work.take(bytes.len()) {
            return None;
        }
        let region: Vec<&[u8]> = (from..=to).map(|line| &file[lines.content(file, line)]).collect();
        let region = Lined::of(&region, search.miss.unicode);
        let (similarity, aligned) = align(needle, &region, &mut search.work)?;
        let ends_line = search.miss.old.ends_with(b"\n");
        let place = |aligned: Range<usize>| {
            let (start_line, end_line) = (from + aligned.start, from + aligned.end - 1);
            let end = if ends_line { lines.range(end_line).end } else { lines.content(file, end_line).end };
            lines.range(start_line).start..end
        };
        let places: Vec<Range<usize>> = aligned.into_iter().map(place).filter(|place| !place.is_empty()).collect();
        Some((similarity, places))
    }
}
