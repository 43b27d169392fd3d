//! What changed between the version that the model saw and the present one, and which of the seen lines are proven
//! unchanged. Lines are compared without their line ends: the model can't see those. From the kept bytes, or from line hashes.

use crate::eol::Lines;
use crate::file::File;
use crate::hunk::{self, Hunk};
use crate::line_diff::{Block, diff_hashes, diff_lines};
use crate::lines_seen::{LineRange, LineSet};
use crate::messages;
use crate::names::Locale;
use crate::options::Context;
use crate::stamp::line_hashes;
use serde::Serialize;

/// Most lines of a diff that a text shows.
const DIFF_LINES: usize = 40;
/// Most bytes of it.
const DIFF_BYTES: usize = 8 << 10;

/// The difference, for a host that tells its model.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    /// From the seen version to the present one; only its present lines where just hashes were kept.
    pub structured_patch: Vec<Hunk>,
    /// For the model.
    pub text: String,
    /// Seen lines that are proven unchanged, as lines of the present version.
    pub ranges: Vec<LineRange>,
    /// Lines of the present version.
    pub total_lines: usize,
}

/// The version that the model saw, as far as it's kept.
enum Seen<'a> {
    Text { text: std::borrow::Cow<'a, [u8]>, lines: Lines },
    Hashes(Vec<u64>),
    Nothing,
}

impl<'a> Seen<'a> {
    fn of(context: &'a Context) -> Self {
        if let Some(raw) = &context.seen
            && let Ok(file) = File::open(&raw.0)
        {
            return Seen::Text { lines: file.lines, text: file.view.bytes };
        }
        match &context.seen_hashes {
            Some(bytes) => {
                let (chunks, _) = bytes.0.as_chunks::<8>();
                Seen::Hashes(chunks.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect())
            }
            None => Seen::Nothing,
        }
    }

    fn blocks(&self, file: &File) -> Option<(Vec<Block>, usize)> {
        let text = file.text();
        match self {
            Seen::Text { text: old, lines } => {
                let old = (1..=lines.count()).map(|line| &old[lines.content(old, line)]);
                let new = (1..=file.lines.count()).map(|line| &text[file.lines.content(text, line)]);
                Some((diff_lines(old, new), lines.count()))
            }
            Seen::Hashes(hashes) => {
                let new = line_hashes(text, &file.lines);
                Some((diff_hashes(hashes.iter().copied(), new.into_iter()), hashes.len()))
            }
            Seen::Nothing => None,
        }
    }
}

/// Lines of the present file that the model saw and that are proven unchanged; none where nothing of its version is kept.
pub fn proven(file: &File, context: &Context, ranges: &[LineRange]) -> Vec<LineRange> {
    let seen = Seen::of(context);
    seen.blocks(file).map_or_else(Vec::new, |(blocks, old_count)| kept(&blocks, old_count, ranges))
}

fn kept(blocks: &[Block], old_count: usize, ranges: &[LineRange]) -> Vec<LineRange> {
    let seen = LineSet::new(ranges.to_vec());
    let mut kept = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    let end = Block { old_start: old_count, old_len: 0, new_start: 0, new_len: 0 };
    for block in blocks.iter().chain([&end]) {
        kept.extend(seen.clip_and_move(old_at + 1, block.old_start, new_at as isize - old_at as isize));
        (old_at, new_at) = (block.old_start + block.old_len, block.new_start + block.new_len);
    }
    LineSet::new(kept).into_ranges()
}

/// Hunks from the model's version to the present one; `None` where nothing of it is kept.
pub fn hunks(file: &File, context: &Context) -> Option<Vec<Hunk>> {
    let seen = Seen::of(context);
    let (blocks, old_count) = seen.blocks(file)?;
    Some(hunks_of(&seen, file, &blocks, old_count))
}

fn hunks_of(seen: &Seen, file: &File, blocks: &[Block], old_count: usize) -> Vec<Hunk> {
    let present = |line: usize| file.line(line);
    match seen {
        Seen::Text { text, lines } => {
            hunk::group(blocks, old_count, (lines.cr_only(), file.lines.cr_only()), |line| &text[lines.range(line)], present)
        }
        _ => {
            // Only the present lines are known: context is taken from them, removed lines are counted and not shown.
            let to_present = |line: usize| {
                let before = blocks.iter().rev().find(|block| block.old_start + block.old_len < line);
                let ahead =
                    before.map_or(0, |block| (block.new_start + block.new_len) as isize - (block.old_start + block.old_len) as isize);
                file.line(line.saturating_add_signed(ahead))
            };
            let mut hunks = hunk::group(blocks, old_count, (file.lines.cr_only(), file.lines.cr_only()), to_present, present);
            for hunk in &mut hunks {
                hunk.lines.retain(|line| !line.starts_with('-'));
            }
            hunks
        }
    }
}

/// The difference as a whole. `raw`: the present bytes.
pub fn changed(raw: &[u8], context: &Context, ranges: &[LineRange], path: &str, locale: Locale) -> Changed {
    let Ok(file) = File::open(raw) else {
        let text = messages::texts(locale).changed_to_binary(path);
        return Changed { structured_patch: Vec::new(), text, ranges: Vec::new(), total_lines: 0 };
    };
    let seen = Seen::of(context);
    let total_lines = file.lines.count();
    match seen.blocks(&file) {
        Some((blocks, old_count)) => {
            let structured_patch = hunks_of(&seen, &file, &blocks, old_count);
            let text = messages::texts(locale).changed(path, Some(&structured_patch));
            Changed { structured_patch, text, ranges: kept(&blocks, old_count, ranges), total_lines }
        }
        None => {
            Changed { structured_patch: Vec::new(), text: messages::texts(locale).changed(path, None), ranges: Vec::new(), total_lines }
        }
    }
}

/// Hunks as the text of a diff, bounded; the second value says how many lines were left out.
pub fn diff_text(hunks: &[Hunk]) -> (String, usize) {
    let mut text = String::new();
    let (mut shown, mut left_out) = (0, 0);
    for hunk in hunks {
        let head = format!("@@ -{},{} +{},{} @@", hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines);
        for line in std::iter::once(&head).chain(&hunk.lines) {
            if left_out > 0 || shown == DIFF_LINES || text.len() + line.len() > DIFF_BYTES {
                left_out += 1;
                continue;
            }
            text.push_str(line.trim_end_matches('\r'));
            text.push('\n');
            shown += 1;
        }
    }
    (text, left_out)
}
