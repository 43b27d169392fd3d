//! The structured patch: changed lines with 3 lines of context, field names of the npm package `diff`. Made from the
//! changed blocks, O(change). Lines are 1-based; a line keeps a CR before its LF, so that the patch stays exact.

use crate::eol::Lines;
use crate::line_diff::{Block, diff_lines};
use crate::patched::Patched;
use serde::Serialize;

const CONTEXT: usize = 3;
const NO_NEWLINE: &str = "\\ No newline at end of file";

/// One group of changed lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Hunk {
    pub old_start: usize,
    pub old_lines: usize,
    pub new_start: usize,
    pub new_lines: usize,
    /// Each with ' ', '-' or '+' before it.
    pub lines: Vec<String>,
}

/// The patch of splices.
pub fn from_patched(patched: &Patched, old_count: usize) -> Vec<Hunk> {
    group(patched.blocks(), old_count, (patched.cr_only(), patched.cr_only()), |line| patched.old_line(line), |line| patched.line(line))
}

/// The patch between two whole texts, by a diff of their lines; for Write and for outside changes, where no splices are known.
pub fn from_texts(old: &[u8], old_lines: &Lines, new: &[u8], new_lines: &Lines) -> (Vec<Hunk>, Vec<Block>) {
    let blocks = diff_lines(
        (1..=old_lines.count()).map(|line| &old[old_lines.range(line)]),
        (1..=new_lines.count()).map(|line| &new[new_lines.range(line)]),
    );
    let hunks = group(
        &blocks,
        old_lines.count(),
        (old_lines.cr_only(), new_lines.cr_only()),
        |line| &old[old_lines.range(line)],
        |line| &new[new_lines.range(line)],
    );
    (hunks, blocks)
}

/// Groups changed blocks into hunks; lines are asked for by their 1-based numbers. `cr_only`: whether CR ends the lines of the
/// old and of the new text.
pub fn group<'a>(
    blocks: &[Block],
    old_count: usize,
    cr_only: (bool, bool),
    old_line: impl Fn(usize) -> &'a [u8],
    new_line: impl Fn(usize) -> &'a [u8],
) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let mut rest = blocks;
    while let Some(first) = rest.first() {
        let mut taken = 1;
        while rest.get(taken).is_some_and(|next| {
            let last = &rest[taken - 1];
            next.old_start - (last.old_start + last.old_len) <= 2 * CONTEXT
        }) {
            taken += 1;
        }
        let (group, after) = rest.split_at(taken);
        rest = after;
        let last = &group[group.len() - 1];
        let before = CONTEXT.min(first.old_start);
        let behind = CONTEXT.min(old_count - (last.old_start + last.old_len));
        let old = first.old_start - before..last.old_start + last.old_len + behind;
        let new = first.new_start - before..last.new_start + last.new_len + behind;
        let mut lines = Vec::new();
        let mut old_at = old.start;
        for block in group {
            (old_at..block.old_start).for_each(|at| push_line(&mut lines, ' ', cr_only.0, old_line(at + 1)));
            (block.old_start..block.old_start + block.old_len).for_each(|at| push_line(&mut lines, '-', cr_only.0, old_line(at + 1)));
            (block.new_start..block.new_start + block.new_len).for_each(|at| push_line(&mut lines, '+', cr_only.1, new_line(at + 1)));
            old_at = block.old_start + block.old_len;
        }
        (old_at..old.end).for_each(|at| push_line(&mut lines, ' ', cr_only.0, old_line(at + 1)));
        hunks.push(Hunk {
            old_start: if old.is_empty() { old.start } else { old.start + 1 },
            old_lines: old.len(),
            new_start: if new.is_empty() { new.start } else { new.start + 1 },
            new_lines: new.len(),
            lines,
        });
    }
    hunks
}

fn push_line(lines: &mut Vec<String>, sign: char, cr_only: bool, line: &[u8]) {
    let content = line.strip_suffix(if cr_only { b"\r" } else { b"\n" });
    lines.push(format!("{sign}{}", String::from_utf8_lossy(content.unwrap_or(line))));
    if content.is_none() {
        lines.push(NO_NEWLINE.to_owned());
    }
}
