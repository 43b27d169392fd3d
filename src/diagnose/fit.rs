//! Places that the folds alone explain: found in the coarse fold, classified where they stand, and proven anew by the folds
//! of the kinds that are named. Offsets are view offsets.

use super::coarse::Coarse;
use super::edge;
use super::explain::{Settings, fold_by};
use super::indentation::Verdict;
use super::kind::{Kind, Kinds};
use super::layout::Judged;
use super::order::order;
use super::search::Search;
use super::variant::Variant;
use super::walk::walk;
use memchr::memmem::Finder;
use std::ops::Range;

/// Most hits that are looked at.
const MOST_HITS: usize = 1_000;
/// Steps that a hit costs beside its length: the way back from its coarse offset, and its edges.
const HIT_COST: usize = 800;
/// A folded needle shorter than this must stand between word borders.
const SHORT: usize = 12;

/// A place that fits.
#[derive(Debug, Clone)]
pub struct Fit {
    /// Where.
    pub place: Range<usize>,
    /// Why the needle as given doesn't stand there.
    pub kinds: Kinds,
    /// Of several explanations the lightest counts.
    pub weight: u32,
    /// What the layout says.
    pub judged: Judged,
    /// The first line keeps a part of its indentation out of the place.
    pub apart: bool,
    /// Which variant of the needle.
    pub variant: usize,
}

/// All places that fit, by weight and then by place, and whether the search was cut. O(file + hits * needle), bounded by half the file.
pub fn fits(search: &mut Search, variants: &[Variant]) -> (Vec<Fit>, bool) {
    let Some(coarse) = search.coarse.take() else { return (Vec::new(), true) };
    let mut found: Vec<Fit> = Vec::new();
    let mut cut = false;
    let folded: Vec<Vec<u8>> = variants.iter().map(|variant| Coarse::new(&variant.text, search.miss.unicode).bytes).collect();
    for (index, needle) in folded.iter().enumerate() {
        // Variants that fold alike are looked at together.
        if needle.is_empty() || folded[..index].contains(needle) {
            continue;
        }
        let alike: Vec<usize> = (index..folded.len()).filter(|other| folded[*other] == *needle).collect();
        cut |= !hits(search, &coarse, needle, variants, &alike, &mut found);
    }
    search.coarse = Some(coarse);
    let key = |at: usize| (found[at].weight, found[at].place.start, found[at].place.end);
    let sorted = order(found.len(), &|a, b| key(a) < key(b)).into_iter().map(|at| found[at].clone()).collect();
    (sorted, cut)
}

/// False where a cap was reached.
fn hits(search: &mut Search, coarse: &Coarse, needle: &[u8], variants: &[Variant], alike: &[usize], found: &mut Vec<Fit>) -> bool {
    let finder = Finder::new(needle);
    let (mut from, mut count) = (0, 0);
    let mut left = coarse.bytes.len() / 2 + 2 * needle.len() + 200_000;
    loop {
        let Some(at) = coarse.bytes.get(from..).and_then(|rest| finder.find(rest)) else {
            return search.work.take_search(coarse.bytes.len().saturating_sub(from));
        };
        let at = from + at;
        count += 1;
        // The place itself may be much longer than the needle: blanks that the fold drops.
        let (start, inside) = coarse.raw_of(search.miss.file, at);
        let span = coarse.raw_of(search.miss.file, at + needle.len() - 1).0 - start;
        let cost = alike.len() * (needle.len() + span + HIT_COST);
        if !search.work.take_search(at - from) || count > MOST_HITS || (cost > left && count > 1) || !search.work.take(cost) {
            search.work.cut = true;
            return false;
        }
        left = left.saturating_sub(cost);
        from = at + 1;
        if inside > 0 {
            continue;
        }
        let mut best: Option<Fit> = None;
        for &index in alike {
            if let Some(fit) = fit(search, &variants[index], index, start, needle.len() < SHORT).filter(|fit| !fit.kinds.is_empty())
                && best.as_ref().is_none_or(|best| (fit.weight, fit.apart) < (best.weight, best.apart))
            {
                best = Some(fit);
            }
        }
        found.extend(best);
    }
}

/// The lightest way in which a variant fits at the token that begins at `start`.
fn fit(search: &Search, variant: &Variant, index: usize, start: usize, short: bool) -> Option<Fit> {
    let needle = search.needle(&variant.text);
    let walked = walk(needle, search.file, start)?;
    if short && !search.is_whole_words(&walked.file) {
        return None;
    }
    let tail = edge::tail(&needle, walked.needle.end..variant.text.len(), &search.file, walked.file.end)?;
    let mut ways: Vec<Fit> = Vec::new();
    for head in edge::head(&needle, 0..walked.needle.start, &search.file, walked.file.start) {
        let mut layout = walked.layout.clone();
        layout.kinds = layout.kinds.and(walked.kinds).and(head.kinds).and(tail.kinds);
        layout.blank_differs |= head.blank_differs || tail.blank_differs;
        if let Some(pair) = head.pair.clone() {
            layout.indents.insert(0, pair);
        }
        let mut judged = layout.judge();
        let mut end = tail.at;
        if let Some(pair) = tail.pair.clone() {
            // Blanks behind the last line end belong to the shift of the other lines, if there is one.
            if judged.verdict == Verdict::Same {
                judged.kinds = judged.kinds.with(Kind::TrailingWhitespace);
                end = tail.at_line_end;
            } else {
                layout.indents.push(pair);
                judged = layout.judge();
            }
        } else if judged.kinds.has(Kind::TrailingWhitespace) && walked.needle.end == variant.text.len() {
            // The last line's trailing blanks belong to the place like those of the others.
            end = search.blanks_to_line_end(end);
        }
        let kinds = judged.kinds.and(variant.base);
        let varied = matches!(judged.verdict, Verdict::Varied { .. });
        let weight = kinds.weight() + u32::from(varied);
        ways.push(Fit { place: head.at..end, kinds, weight, judged, apart: head.apart, variant: index });
    }
    // Equally light: from the line's beginning, so that the first line is shifted like the others.
    let key = |at: usize| (ways[at].weight, ways[at].apart);
    order(ways.len(), &|a, b| key(a) < key(b)).into_iter().find_map(|at| prove(search, variant, ways[at].clone()))
}

/// The next place in coarse bytes `from..` that has the folded variant: the coarse offset behind it, and how it fits there
/// (with no kinds where it stands there as it is); `None` where there's no more, or no budget. `cut`: it may end inside a word.
pub fn next_hit(
    search: &mut Search,
    coarse: &Coarse,
    needle: &[u8],
    variant: &Variant,
    from: usize,
    cut: bool,
) -> Option<(usize, Option<Fit>)> {
    let rest = coarse.bytes.get(from..).filter(|_| !needle.is_empty())?;
    let Some(at) = memchr::memmem::find(rest, needle) else {
        let _ = search.work.take_search(rest.len());
        return None;
    };
    let (start, inside) = coarse.raw_of(search.miss.file, from + at);
    let span = coarse.raw_of(search.miss.file, from + at + needle.len() - 1).0 - start;
    if !search.work.take_search(at) || !search.work.take(needle.len() + span + HIT_COST) {
        return None;
    }
    let fit = if inside > 0 { None } else { fit(search, variant, 0, start, !cut && needle.len() < SHORT) };
    Some((from + at + needle.len(), fit))
}

/// Folds the variant and the place by the named kinds alone: they must be equal.
fn prove(search: &Search, variant: &Variant, mut fit: Fit) -> Option<Fit> {
    let settings = Settings { unicode: search.miss.unicode, tabs: fit.judged.tabs };
    let text = search.text(&fit.place);
    let holds = |kinds: Kinds| fold_by(kinds, &variant.text, &settings) == fold_by(kinds, &text, &settings);
    if holds(fit.kinds) {
        return Some(fit);
    }
    if fit.judged.blank_differs {
        fit.kinds = fit.kinds.with(Kind::TrailingWhitespace);
        fit.weight += 1;
        return holds(fit.kinds).then_some(fit);
    }
    None
}
