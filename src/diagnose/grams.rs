//! Where in the coarse fold of a file most of a needle's rare q-grams stand together. Offsets are coarse offsets. Deterministic:
//! grams are packed bytes, samples are taken by hash, ties go to the earlier place.

use super::order::{order, sort_numbers};
use super::work::Work;
use std::collections::VecDeque;

/// Windows that are looked at more closely.
const BEST: usize = 8;
/// Distinct grams of the needle that are looked for.
const MOST_GRAMS: usize = 1_024;
const SLOTS: usize = 4_096;

/// A window of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    score: u32,
    /// How much of the needle's grams it has, of 1,000.
    pub similarity: u32,
}

fn hash(gram: u64) -> u64 {
    let mixed = (gram ^ (gram >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Grams by value: open addressing, at most a quarter full.
struct Table {
    slots: Vec<(u64, u32)>,
    filter: Vec<u64>,
}

const EMPTY: u32 = u32::MAX;

impl Table {
    fn new(grams: &[u64]) -> Self {
        let mut table = Table { slots: vec![(0, EMPTY); SLOTS], filter: vec![0; SLOTS / 4] };
        for (index, &gram) in grams.iter().enumerate() {
            let hash = hash(gram);
            let bit = (hash >> 40) as usize % (table.filter.len() * 64);
            table.filter[bit / 64] |= 1 << (bit % 64);
            let mut slot = hash as usize % SLOTS;
            while table.slots[slot].1 != EMPTY {
                slot = (slot + 1) % SLOTS;
            }
            table.slots[slot] = (gram, index as u32);
        }
        table
    }

    fn get(&self, gram: u64) -> Option<usize> {
        let hash = hash(gram);
        let bit = (hash >> 40) as usize % (self.filter.len() * 64);
        if self.filter[bit / 64] & 1 << (bit % 64) == 0 {
            return None;
        }
        let mut slot = hash as usize % SLOTS;
        loop {
            let (found, index) = self.slots[slot];
            if index == EMPTY {
                return None;
            }
            if found == gram {
                return Some(index as usize);
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Every gram of `text` with the offset where it begins.
fn grams(text: &[u8], size: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
    let mask = if size >= 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
    let mut gram = 0u64;
    text.iter().enumerate().filter_map(move |(at, byte)| {
        gram = (gram << 8 | u64::from(*byte)) & mask;
        (at + 1 >= size).then(|| (at + 1 - size, gram))
    })
}

/// The best windows, by score. O(needle log needle + file).
pub fn windows(needle: &[u8], file: &[u8], work: &mut Work) -> Vec<Window> {
    let size = match needle.len() {
        0..16 => 3,
        16..60 => 4,
        _ => 6,
    };
    // Rolling over a byte is less than folding one.
    let pass = file.len() * 3 / 4;
    if needle.len() < size || file.len() < size || !work.take(needle.len() + pass) {
        return Vec::new();
    }
    let (wanted, needed) = sample(needle, size);
    let table = Table::new(&wanted);
    let mut counts = vec![0u32; wanted.len()];
    for (_, gram) in grams(file, size) {
        if let Some(index) = table.get(gram) {
            counts[index] += 1;
        }
    }
    let chosen = rarest(&wanted, &counts, file.len() / 16 + 4_096);
    if chosen.is_empty() || !work.take(pass) {
        return Vec::new();
    }
    let weights: Vec<u32> =
        chosen.iter().map(|&index| 1 + (file.len() as u32 / counts[index].max(1)).checked_ilog2().unwrap_or(0) / 2).collect();
    let needed: Vec<u32> = chosen.iter().map(|&index| needed[index]).collect();
    let total: u64 = weights.iter().zip(&needed).map(|(weight, needed)| u64::from(*weight) * u64::from(*needed)).sum::<u64>().max(1);
    let table = Table::new(&chosen.iter().map(|&index| wanted[index]).collect::<Vec<_>>());
    let events = grams(file, size).filter_map(|(at, gram)| table.get(gram).map(|index| (at, index)));
    slide(events, &weights, &needed, needle.len(), size, file.len(), total, work)
}

/// Distinct grams of the needle and how often it has each; at most [`MOST_GRAMS`], those of the smallest hash.
fn sample(needle: &[u8], size: usize) -> (Vec<u64>, Vec<u32>) {
    let mut all: Vec<u64> = grams(needle, size).map(|(_, gram)| gram).collect();
    sort_numbers(&mut all);
    let mut distinct: Vec<(u64, u64, u32)> = Vec::new();
    for gram in all {
        match distinct.last_mut() {
            Some((_, last, count)) if *last == gram => *count += 1,
            _ => distinct.push((hash(gram), gram, 1)),
        }
    }
    if distinct.len() > MOST_GRAMS {
        let mut hashes: Vec<u64> = distinct.iter().map(|(hash, _, _)| *hash).collect();
        sort_numbers(&mut hashes);
        let first_out = hashes[MOST_GRAMS];
        distinct.retain(|(hash, _, _)| *hash < first_out);
    }
    distinct.into_iter().map(|(_, gram, count)| (gram, count)).unzip()
}

/// Indices of the rarest grams that the file has, together within `most` hits; at least one.
fn rarest(wanted: &[u64], counts: &[u32], most: usize) -> Vec<usize> {
    let present: Vec<usize> = (0..wanted.len()).filter(|&index| counts[index] > 0).collect();
    let key = |at: usize| (counts[present[at]], hash(wanted[present[at]]));
    let present: Vec<usize> = order(present.len(), &|a, b| key(a) < key(b)).into_iter().map(|at| present[at]).collect();
    let mut hits = 0;
    let chosen = present.iter().take_while(|&&index| {
        hits += counts[index] as usize;
        hits <= most
    });
    chosen.copied().collect()
}

#[allow(clippy::too_many_arguments)]
fn slide(
    events: impl Iterator<Item = (usize, usize)>,
    weights: &[u32],
    needed: &[u32],
    width: usize,
    size: usize,
    file: usize,
    total: u64,
    work: &mut Work,
) -> Vec<Window> {
    let mut inside: VecDeque<(usize, usize)> = VecDeque::new();
    let mut have = vec![0u32; weights.len()];
    let mut score = 0u32;
    let mut best: Vec<Window> = Vec::new();
    for (at, index) in events {
        if !work.take(4) {
            break;
        }
        while let Some(&(first, gone)) = inside.front().filter(|(first, _)| first + width < at + size) {
            let _ = first;
            inside.pop_front();
            if have[gone] <= needed[gone] {
                score -= weights[gone];
            }
            have[gone] -= 1;
        }
        inside.push_back((at, index));
        have[index] += 1;
        if have[index] <= needed[index] {
            score += weights[index];
            let start = inside.front().map_or(at, |(first, _)| *first);
            let end = (start + width).max(at + size).min(file);
            let similarity = (u64::from(score) * 1_000 / total).min(1_000) as u32;
            keep(&mut best, Window { start, end, score, similarity }, width);
        }
    }
    order(best.len(), &|a, b| (best[b].score, best[a].start) < (best[a].score, best[b].start)).into_iter().map(|at| best[at]).collect()
}

/// Keeps the best windows that don't overlap by more than half.
fn keep(best: &mut Vec<Window>, window: Window, width: usize) {
    let near = |other: &Window| other.start.abs_diff(window.start) <= width / 2;
    if let Some(other) = best.iter_mut().find(|other| near(other)) {
        if window.score > other.score {
            *other = window;
        }
        return;
    }
    if best.len() < BEST {
        best.push(window);
        return;
    }
    if let Some(worst) = best.iter_mut().min_by_key(|other| (other.score, usize::MAX - other.start))
        && worst.score < window.score
    {
        *worst = window;
    }
}
