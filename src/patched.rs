//! A text after its splices, line by line, without building it: lines that no splice touches are looked up in the base.
//! Costs O(touched lines), never O(file). Offsets are view offsets in bytes; lines are 1-based.

use crate::eol::Lines;
use crate::line_diff::{Block, diff_lines};
use crate::lines_seen::{LineRange, LineSet};
use crate::splice::{Splice, SpliceList};
use std::ops::Range;

/// Whole lines of the base that splices touch, and what they became.
#[derive(Debug)]
struct Region {
    /// Lines of the base, 0-based.
    old: Range<usize>,
    /// First line of the result, 0-based.
    new_start: usize,
    /// Offset of the region's first byte in the result.
    new_offset: usize,
    text: Vec<u8>,
    lines: Lines,
}

/// The result of splices over a base.
#[derive(Debug)]
pub struct Patched<'a> {
    base: &'a [u8],
    base_lines: &'a Lines,
    regions: Vec<Region>,
    blocks: Vec<Block>,
    count: usize,
}

impl<'a> Patched<'a> {
    /// `splices` are in view offsets of `base`.
    pub fn new(base: &'a [u8], base_lines: &'a Lines, splices: &SpliceList) -> Self {
        let mut patched = Patched { base, base_lines, regions: Vec::new(), blocks: Vec::new(), count: base_lines.count() };
        let mut splices = splices.as_slice().iter().peekable();
        // Lines and bytes that the result is ahead of the base.
        let (mut lines_ahead, mut bytes_ahead) = (0isize, 0isize);
        while let Some(first) = splices.next() {
            let mut group = vec![first];
            let mut old = patched.touched(first);
            let start = base_lines.range(old.start + 1).start;
            let bytes = loop {
                while let Some(next) = splices.next_if(|next| patched.line_index(next.start) <= old.end) {
                    old.end = old.end.max(patched.touched(next).end);
                    group.push(next);
                }
                let bytes = start..if old.is_empty() { start } else { base_lines.range(old.end).end };
                // What has lost its line end goes on in the line below.
                if old.end >= base_lines.count() || !patched.ends_open(&group, &bytes) {
                    break bytes;
                }
                old.end += 1;
            };
            let text = splice_into(&base[bytes.clone()], bytes.start, &group);
            let lines = Lines::like(base_lines, &text);
            let region = Region {
                new_start: old.start.saturating_add_signed(lines_ahead),
                new_offset: bytes.start.saturating_add_signed(bytes_ahead),
                old,
                text,
                lines,
            };
            lines_ahead += region.lines.count() as isize - region.old.len() as isize;
            bytes_ahead += region.text.len() as isize - bytes.len() as isize;
            patched.add_blocks(&region);
            patched.regions.push(region);
        }
        patched.count = base_lines.count().saturating_add_signed(lines_ahead);
        patched
    }

    /// The line (0-based) that an offset stands in; past a final line end it's the one that would begin there.
    fn line_index(&self, offset: usize) -> usize {
        let lines = self.base_lines;
        if offset >= self.base.len() && lines.end_at(self.base, lines.count()).is_some() {
            return lines.count();
        }
        lines.line_of(offset) - 1
    }

    /// The lines (0-based) that a splice changes; those that it only adds text before or after aren't among them.
    fn touched(&self, splice: &Splice) -> Range<usize> {
        let begins_line = |offset: usize| self.base_lines.range(self.line_index(offset) + 1).start == offset;
        let whole = splice.text.last().map_or_else(|| begins_line(splice.start), |&last| last == self.line_end());
        let first = self.line_index(splice.start);
        let end = self.line_index(splice.end_exclusive);
        if whole && begins_line(splice.end_exclusive) { first..end } else { first..(end + 1).min(self.base_lines.count()) }
    }

    /// The byte that ends a line.
    fn line_end(&self) -> u8 {
        if self.base_lines.cr_only() { b'\r' } else { b'\n' }
    }

    /// Does what these splices make of these bytes of the base end inside a line? Nothing at all doesn't.
    fn ends_open(&self, splices: &[&Splice], bytes: &Range<usize>) -> bool {
        let mut end = bytes.end;
        for splice in splices.iter().rev() {
            if splice.end_exclusive < end {
                break;
            }
            if let Some(&last) = splice.text.last() {
                return last != self.line_end();
            }
            end = splice.start;
        }
        end > bytes.start && self.base[end - 1] != self.line_end()
    }

    fn add_blocks(&mut self, region: &Region) {
        let old_lines = region.old.clone().map(|line| &self.base[self.base_lines.range(line + 1)]);
        let new_lines = (1..=region.lines.count()).map(|line| &region.text[region.lines.range(line)]);
        let blocks = diff_lines(old_lines, new_lines);
        self.blocks.extend(blocks.into_iter().map(|block| Block {
            old_start: block.old_start + region.old.start,
            new_start: block.new_start + region.new_start,
            ..block
        }));
    }

    /// True where CR ends the lines.
    pub fn cr_only(&self) -> bool {
        self.base_lines.cr_only()
    }

    /// Number of lines of the result.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The changed lines, 0-based.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Line `line` (1-based) of the base with its line end.
    pub fn old_line(&self, line: usize) -> &[u8] {
        &self.base[self.base_lines.range(line)]
    }

    /// Line `line` (1-based) of the result with its line end; empty past the last.
    pub fn line(&self, line: usize) -> &[u8] {
        let Some(index) = line.checked_sub(1) else { return &[] };
        let after = self.regions.partition_point(|region| region.new_start <= index);
        let Some(region) = after.checked_sub(1).and_then(|at| self.regions.get(at)) else { return self.old_line(line) };
        let inside = index - region.new_start;
        if inside < region.lines.count() {
            return &region.text[region.lines.range(inside + 1)];
        }
        self.old_line(region.old.end + (inside - region.lines.count()) + 1)
    }

    /// Which lines of the result the model has seen, given those of the base. Lines of a touched region count where the whole
    /// region was seen (its new lines are made of what the model saw and what it wrote), else those that didn't change.
    pub fn carry(&self, seen: &LineSet) -> Vec<LineRange> {
        let mut carried = Vec::new();
        let (mut old_at, mut new_at) = (0, 0);
        let mut keep = |old_at: usize, new_at: usize, old_end: usize| {
            carried.extend(seen.clip_and_move(old_at + 1, old_end, new_at as isize - old_at as isize));
        };
        for block in &self.blocks {
            keep(old_at, new_at, block.old_start);
            (old_at, new_at) = (block.old_start + block.old_len, block.new_start + block.new_len);
        }
        keep(old_at, new_at, self.base_lines.count());
        for region in &self.regions {
            if seen.covers(region.old.start + 1, region.old.end) {
                carried.push(LineRange { start_line: region.new_start + 1, end_line: region.new_start + region.lines.count() });
            }
        }
        carried
    }

    /// The line (1-based) and the offset in that line of a result offset inside a touched region, O(log). At the end of a
    /// region that ends in a line end it's the line after it: what an empty new text leaves stands there.
    pub fn place_of(&self, offset: usize) -> (usize, usize) {
        let after = self.regions.partition_point(|region| region.new_offset <= offset);
        let Some(region) = after.checked_sub(1).and_then(|at| self.regions.get(at)) else { return (1, offset) };
        let inside = (offset - region.new_offset).min(region.text.len());
        let count = region.lines.count();
        if inside == region.text.len() && (count == 0 || region.lines.end_at(&region.text, count).is_some()) {
            return (region.new_start + count + 1, 0);
        }
        let line = region.lines.line_of(inside);
        (region.new_start + line, inside - region.lines.range(line).start)
    }
}

fn splice_into(text: &[u8], offset: usize, splices: &[&Splice]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut kept_from = 0;
    for splice in splices {
        result.extend_from_slice(&text[kept_from..splice.start - offset]);
        result.extend_from_slice(&splice.text);
        kept_from = splice.end_exclusive - offset;
    }
    result.extend_from_slice(&text[kept_from..]);
    result
}
