//! How few more lines would make each of several matches unique. Texts are folded (line ends are LF); offsets are folded
//! offsets in bytes, lines are 1-based.
//!
//! A match with more text before it is unique where no other match has the same bytes before it, that far. So one longest
//! common stretch a side and match is all that has to be known. Cost: linear in the file, and a budget of 4 bytes compared a
//! byte of the file plus 2 million; where it is used up, no number is given.

use crate::find::find_overlapping;
use crate::refusal::MoreLines;

/// More lines than this aren't advised.
const MOST_LINES: usize = 40;
/// Matches that are compared.
const MOST_MATCHES: usize = 200_000;

struct Budget(usize);

impl Budget {
    fn take(&mut self, steps: usize) -> bool {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// For each of the first `keep` matches of `old` in `file`: its line, and the fewest whole lines above, or below, that make it unique.
pub fn more_lines(file: &[u8], old: &[u8], keep: usize) -> Vec<MoreLines> {
    let found = find_overlapping(file, old, MOST_MATCHES);
    let all_known = found.count == found.starts.len();
    let mut budget = Budget(file.len().saturating_mul(4).saturating_add(2_000_000));
    let (mut line, mut counted) = (1, 0);
    let mut advice = Vec::new();
    for (index, &start) in found.starts.iter().take(keep).enumerate() {
        line += memchr::memchr_iter(b'\n', &file[counted..start]).count();
        counted = start;
        let others = || found.starts.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, start)| *start);
        let (mut above, mut below) = (None, None);
        if all_known {
            above = fewest(&ends_above(file, start), others(), &mut budget, |other, most| common_before(file, start, other, most));
            let end = start + old.len();
            below = fewest(&ends_below(file, end), others(), &mut budget, |other, most| common_after(file, end, other + old.len(), most));
        }
        advice.push(MoreLines { line, above, below });
    }
    advice
}

/// The fewest lines whose length (`lengths[k - 1]` for k lines) is longer than what any other match has in common.
fn fewest(
    lengths: &[usize],
    others: impl Iterator<Item = usize>,
    budget: &mut Budget,
    common: impl Fn(usize, usize) -> usize,
) -> Option<usize> {
    let most = *lengths.last()?;
    let mut longest = 0;
    for other in others {
        let same = common(other, most);
        longest = longest.max(same);
        if !budget.take(same + 1) || longest >= most {
            return None;
        }
    }
    lengths.iter().position(|length| *length > longest).map(|index| index + 1)
}

/// For k = 1, 2, ... the distance from `start` back to where the k-th line above begins.
fn ends_above(file: &[u8], start: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let Some(mut line_end) = memchr::memrchr(b'\n', &file[..start]) else { return lengths };
    while lengths.len() < MOST_LINES {
        let before = memchr::memrchr(b'\n', &file[..line_end]);
        lengths.push(start - before.map_or(0, |at| at + 1));
        match before {
            Some(at) => line_end = at,
            None => break,
        }
    }
    lengths
}

/// For k = 1, 2, ... the distance from `end` to where the k-th line below ends, without its line end.
fn ends_below(file: &[u8], end: usize) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut from = match file[..end].last() {
        Some(b'\n') => end,
        _ => match memchr::memchr(b'\n', &file[end..]) {
            Some(at) => end + at + 1,
            None => return lengths,
        },
    };
    while lengths.len() < MOST_LINES && from < file.len() {
        let line_end = memchr::memchr(b'\n', &file[from..]).map_or(file.len(), |at| from + at);
        lengths.push(line_end - end);
        from = line_end + 1;
    }
    lengths
}

fn common_before(file: &[u8], one: usize, other: usize, most: usize) -> usize {
    file[..one].iter().rev().zip(file[..other].iter().rev()).take(most).take_while(|(a, b)| a == b).count()
}

fn common_after(file: &[u8], one: usize, other: usize, most: usize) -> usize {
    file[one..].iter().zip(&file[other..]).take(most).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(file: &str, old: &str) -> Vec<(usize, Option<usize>, Option<usize>)> {
        more_lines(file.as_bytes(), old.as_bytes(), 10).into_iter().map(|more| (more.line, more.above, more.below)).collect()
    }

    #[test]
    fn the_fewest_lines_either_side_are_named() {
        let file = "fn a() {\n    one();\n    end();\n}\nfn b() {\n    one();\n    end();\n    more();\n}\n";
        assert_eq!(advice(file, "    one();"), [(2, Some(1), Some(2)), (6, Some(1), Some(2))]);
        assert_eq!(advice(file, "end();\n"), [(3, Some(2), Some(1)), (7, Some(2), Some(1))]);
    }

    #[test]
    fn what_no_number_makes_unique_gets_none() {
        assert_eq!(advice("x\nx\nx\n", "x"), [(1, None, Some(2)), (2, None, None), (3, Some(2), None)]);
    }

    #[test]
    fn the_advice_is_true_and_minimal() {
        let file: String = (0..400).map(|line| format!("{}\n", line * line % 7 % 3)).collect();
        for more in more_lines(file.as_bytes(), b"1\n2", 10) {
            let starts: Vec<usize> = std::iter::once(0).chain(file.match_indices('\n').map(|(at, _)| at + 1)).collect();
            let text = |above: usize| &file[starts[more.line - 1 - above]..starts[more.line + 1] - 1];
            let count = |text: &str| find_overlapping(file.as_bytes(), text.as_bytes(), 0).count;
            if let Some(above) = more.above {
                assert_eq!(count(text(above)), 1, "line {}", more.line);
                assert!(count(text(above - 1)) > 1, "line {}", more.line);
            }
        }
    }
}
