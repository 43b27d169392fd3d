//! Lines against lines: a semi-global alignment in which a needle's lines may be missing and a region's lines may be extra.
//! Likeness is of 1,000: the trigrams that two lines share, in 512-bit sketches.

use super::order::{order, sort_numbers};
use super::unit::unit;
use super::work::Work;
use std::ops::Range;

/// Cells of one alignment before it is banded.
const MOST_CELLS: usize = 160_000;
/// Lines less alike don't match.
const UNLIKE: u64 = 350;
/// A line counts by its length, up to this.
const HEAVIEST: usize = 120;

/// Equally good places of one region.
const MOST_PLACES: usize = 20;
/// Bytes of a line that are kept to see whether it begins like another.
const HEAD: usize = 24;
/// What a line counts that begins like the other and was cut.
const CUT: u64 = 600;

type Sketch = [u64; 8];

struct Line {
    sketch: Sketch,
    bits: u32,
    hash: u64,
    weight: u64,
    /// The fold's first bytes: a line that was cut begins like the whole one.
    head: Vec<u8>,
}

/// Folded lines.
pub struct Lined {
    lines: Vec<Line>,
}

impl Lined {
    /// The lines of a needle.
    pub fn new(text: &[u8], unicode: bool) -> Self {
        let lines: Vec<&[u8]> = super::explain::lines_of(text).map(|(line, _)| line).collect();
        Self::of(&lines, unicode)
    }

    /// These lines.
    pub fn of(lines: &[&[u8]], unicode: bool) -> Self {
        Lined { lines: lines.iter().map(|line| Line::new(line, unicode)).collect() }
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.lines.len()
    }
}

impl Line {
    fn new(text: &[u8], unicode: bool) -> Self {
        let mut folded = Vec::with_capacity(text.len());
        let mut at = 0;
        while at < text.len() {
            at = unit(text, at, unicode, &mut folded);
        }
        let mut sketch = [0; 8];
        let mut add = |gram: u64| {
            let bit = (gram.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize;
            sketch[bit / 64] |= 1 << (bit % 64);
        };
        if folded.len() < 3 {
            folded.iter().for_each(|byte| add(u64::from(*byte) | 1 << 32));
        }
        folded.windows(3).for_each(|gram| add(u64::from(gram[0]) << 16 | u64::from(gram[1]) << 8 | u64::from(gram[2])));
        let hash = folded.iter().fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3));
        let bits = sketch.iter().map(|word: &u64| word.count_ones()).sum();
        Line { sketch, bits, hash, weight: folded.len().min(HEAVIEST) as u64 + 1, head: folded[..folded.len().min(HEAD)].to_vec() }
    }

    /// Of 1,000. A line that is wholly inside the other (it was cut) counts for 7 tenths at least.
    fn likeness(&self, other: &Line) -> u64 {
        if self.hash == other.hash && self.bits == other.bits {
            return 1_000;
        }
        let common: u32 = self.sketch.iter().zip(&other.sketch).map(|(a, b)| (a & b).count_ones()).sum();
        let dice = 2_000 * u64::from(common) / u64::from((self.bits + other.bits).max(1));
        let fewer = self.bits.min(other.bits);
        let inside = if fewer >= 6 { 700 * u64::from(common) / u64::from(fewer) } else { 0 };
        let likeness = dice.max(if inside >= 630 { inside } else { 0 }).min(990);
        let shorter = self.head.len().min(other.head.len());
        let begins = (3..HEAD).contains(&shorter) && self.head[..shorter] == other.head[..shorter];
        let likeness = if begins { likeness.max(CUT) } else { likeness };
        if likeness < UNLIKE { 0 } else { likeness }
    }
}

#[derive(Clone, Copy, Default)]
struct Cell {
    score: u64,
    start: u32,
}

/// The best places so far: equally good ones that don't overlap.
#[derive(Default)]
struct Best {
    score: u64,
    places: Vec<Range<usize>>,
}

impl Best {
    fn offer(&mut self, score: u64, place: Range<usize>) {
        if score > self.score {
            self.score = score;
            self.places.clear();
        }
        if score < self.score {
            return;
        }
        let has_room = self.places.len() < MOST_PLACES;
        match self.places.iter_mut().find(|other| other.start < place.end && place.start < other.end) {
            // The shorter one; of equally long ones the first.
            Some(other) if place.len() < other.len() => *other = place,
            Some(_) => {}
            None if has_room => self.places.push(place),
            None => {}
        }
    }
}

/// The lines of the region (0-based, end exclusive) that are most like the needle, and how much, of 1,000: several places where
/// they are equally good.
pub fn align(needle: &Lined, region: &Lined, work: &mut Work) -> Option<(u32, Vec<Range<usize>>)> {
    let (rows, columns) = (needle.lines.len(), region.lines.len());
    if rows == 0 || columns == 0 {
        return None;
    }
    let banded = rows * columns > MOST_CELLS;
    let half = (MOST_CELLS / rows / 2).max(8);
    let offset = if banded { median_offset(needle, region) } else { 0 };
    let band = |row: usize| {
        if !banded {
            return 0..columns;
        }
        let middle = (row as i64 + offset).clamp(0, columns as i64) as usize;
        middle.saturating_sub(half)..(middle + half + 1).min(columns)
    };
    // `before[column + 1]` is the row above; only cells of the two bands are ever read or cleared.
    let mut before = vec![Cell::default(); columns + 1];
    let mut row_cells = vec![Cell::default(); columns + 1];
    let mut best = Best::default();
    let mut band_before = 0..0;
    for (row, line) in needle.lines.iter().enumerate() {
        let columns = band(row);
        if !work.take(2 * columns.len() + 1) {
            return None;
        }
        let mut left = Cell::default();
        for column in columns.clone() {
            let other = &region.lines[column];
            let read = |at: usize| if band_before.contains(&at) { before[at + 1] } else { Cell::default() };
            let diagonal = column.checked_sub(1).map_or(Cell::default(), read);
            let likeness = line.likeness(other);
            let mut cell = read(column);
            let extra = Cell { score: left.score.saturating_sub(other.weight.min(60) * 30), ..left };
            if extra.score > cell.score {
                cell = extra;
            }
            if likeness > 0 {
                let start = if diagonal.score == 0 { column as u32 } else { diagonal.start };
                let matched = Cell { score: diagonal.score + line.weight * likeness, start };
                if matched.score >= cell.score {
                    cell = matched;
                    best.offer(matched.score, start as usize..column + 1);
                }
            }
            row_cells[column + 1] = cell;
            left = cell;
        }
        std::mem::swap(&mut before, &mut row_cells);
        band_before = columns;
    }
    let total: u64 = needle.lines.iter().map(|line| line.weight).sum();
    (!best.places.is_empty()).then(|| ((best.score / total.max(1)).min(1_000) as u32, best.places))
}

/// The median of (region line - needle line) over lines that are equal and stand once on either side.
fn median_offset(needle: &Lined, region: &Lined) -> i64 {
    let once = |lines: &[Line]| {
        let lines_with_text: Vec<(u64, usize)> =
            lines.iter().enumerate().filter(|(_, line)| line.bits > 0).map(|(index, line)| (line.hash, index)).collect();
        let by_hash = order(lines_with_text.len(), &|a, b| lines_with_text[a] < lines_with_text[b]);
        let sorted: Vec<(u64, usize)> = by_hash.into_iter().map(|at| lines_with_text[at]).collect();
        let unique: Vec<(u64, usize)> = sorted
            .iter()
            .enumerate()
            .filter(|(at, (hash, _))| (*at == 0 || sorted[at - 1].0 != *hash) && sorted.get(at + 1).is_none_or(|(next, _)| next != hash))
            .map(|(_, pair)| *pair)
            .collect();
        unique
    };
    let (ours, theirs) = (once(&needle.lines), once(&region.lines));
    // Shifted so that none is negative.
    const ZERO: i64 = 1 << 40;
    let mut offsets: Vec<u64> = ours
        .iter()
        .filter_map(|(hash, index)| {
            let at = theirs.binary_search_by_key(hash, |(hash, _)| *hash).ok()?;
            u64::try_from(ZERO + theirs[at].1 as i64 - *index as i64).ok()
        })
        .collect();
    sort_numbers(&mut offsets);
    offsets.get(offsets.len() / 2).map_or(0, |offset| *offset as i64 - ZERO)
}
