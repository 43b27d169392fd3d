//! Sets of lines, 1-based, both ends included: which lines of a file the model was shown in full.

use crate::plain::{FromPlain, Plain, Read};
use serde::Serialize;

/// Lines `start_line..=end_line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct LineRange {
    pub start_line: usize,
    pub end_line: usize,
}

impl FromPlain for LineRange {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(LineRange { start_line: plain.field("startLine")?, end_line: plain.field("endLine")? })
    }
}

/// Sorts by a number; equal ones keep their order. One instance of the standard sort serves all types (each costs 5 kB of wasm).
pub(crate) fn sort_by_start<T>(items: &mut Vec<T>, start: impl Fn(&T) -> usize) {
    let mut order: Vec<(usize, usize)> = items.iter().enumerate().map(|(index, item)| (start(item), index)).collect();
    if order.is_sorted() {
        return;
    }
    order.sort_unstable();
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|(_, index)| taken.get_mut(index)?.take()));
}

/// A sorted set of lines as disjoint ranges that don't touch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineSet {
    ranges: Vec<LineRange>,
}

impl LineSet {
    /// Any ranges, in any order; empty ones are dropped, touching ones joined. O(n log n).
    pub fn new(mut ranges: Vec<LineRange>) -> Self {
        ranges.retain(|range| range.start_line >= 1 && range.start_line <= range.end_line);
        sort_by_start(&mut ranges, |range| range.start_line);
        let mut joined: Vec<LineRange> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match joined.last_mut() {
                Some(last) if range.start_line <= last.end_line.saturating_add(1) => last.end_line = last.end_line.max(range.end_line),
                _ => joined.push(range),
            }
        }
        LineSet { ranges: joined }
    }

    /// Lines `start..=end`; none where `start > end`.
    pub fn span(start_line: usize, end_line: usize) -> Self {
        LineSet::new(vec![LineRange { start_line, end_line }])
    }

    /// Both together.
    pub fn union(&self, other: &LineSet) -> Self {
        LineSet::new(self.ranges.iter().chain(&other.ranges).copied().collect())
    }

    /// True where every line of `start..=end` is in the set (and where there is none). O(log ranges).
    pub fn covers(&self, start_line: usize, end_line: usize) -> bool {
        if start_line > end_line {
            return true;
        }
        let index = self.ranges.partition_point(|range| range.end_line < start_line);
        self.ranges.get(index).is_some_and(|range| range.start_line <= start_line && end_line <= range.end_line)
    }

    /// The ranges, sorted.
    pub fn ranges(&self) -> &[LineRange] {
        &self.ranges
    }

    /// The ranges, sorted, as a vector.
    pub fn into_ranges(self) -> Vec<LineRange> {
        self.ranges
    }

    /// The part inside `start..=end`, moved by `by` lines.
    pub fn clip_and_move(&self, start_line: usize, end_line: usize, by: isize) -> Vec<LineRange> {
        let first = self.ranges.partition_point(|range| range.end_line < start_line);
        self.ranges[first..]
            .iter()
            .take_while(|range| range.start_line <= end_line)
            .map(|range| LineRange {
                start_line: range.start_line.max(start_line).saturating_add_signed(by),
                end_line: range.end_line.min(end_line).saturating_add_signed(by),
            })
            .collect()
    }
}
