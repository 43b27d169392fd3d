//! Which lines differ between two texts: a thin layer over imara-diff (histogram with git's indent heuristic; `similar` costs
//! four times as much wasm). Lines are compared with their line ends.

use imara_diff::{Algorithm, Diff, InternedInput};

/// Lines `old_start..old_start + old_len` (0-based) of the old text became `new_start..new_start + new_len` of the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Block {
    pub old_start: usize,
    pub old_len: usize,
    pub new_start: usize,
    pub new_len: usize,
}

/// The blocks of changed lines, ascending. `heuristic`: lines are text, so that blocks may be slid to where a person expects them.
pub fn diff_lines<'a>(old: impl Iterator<Item = &'a [u8]>, new: impl Iterator<Item = &'a [u8]>) -> Vec<Block> {
    let mut input: InternedInput<&[u8]> = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    blocks(&diff)
}

/// The same over hashes of lines, where only those were kept.
pub fn diff_hashes(old: impl Iterator<Item = u64>, new: impl Iterator<Item = u64>) -> Vec<Block> {
    let mut input: InternedInput<u64> = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_no_heuristic(&input);
    blocks(&diff)
}

fn blocks(diff: &Diff) -> Vec<Block> {
    diff.hunks()
        .map(|hunk| Block {
            old_start: hunk.before.start as usize,
            old_len: hunk.before.len(),
            new_start: hunk.after.start as usize,
            new_len: hunk.after.len(),
        })
        .collect()
}
