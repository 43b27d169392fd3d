//! `already_applied`: the new text stands in the file already, and the old one doesn't.

use super::Hint;
use super::explain::{Explain, Settings, fold_by};
use super::kind::{Kind, Kinds};
use super::search::Search;
use crate::find::{Folded, find_overlapping};
use std::ops::Range;

/// The kind.
pub struct AlreadyApplied;

/// Places that are looked at.
const MOST: usize = 100;
/// A shorter new text must stand between word borders.
const SHORT: usize = 12;
/// Fewer letters and digits say nothing.
const FEWEST_LETTERS: usize = 3;

impl Explain for AlreadyApplied {
    fn kind(&self) -> Kind {
        Kind::AlreadyApplied
    }

    /// The new text must stand just where the folded old one does, or the old one nowhere. Where it's a part of
    /// the old text (an edit that trims would always seem applied) it must cover all of that place.
    fn find(&self, search: &mut Search) -> Vec<Hint> {
        let Some(new) = search
            .miss
            .new
            .filter(|new| new.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count() >= FEWEST_LETTERS)
        else {
            return Vec::new();
        };
        let old = search.miss.old;
        let settings = Settings { unicode: search.miss.unicode, tabs: None };
        let bare = |text| fold_by(Kinds::of(&[Kind::Indentation, Kind::TrailingWhitespace]), Search::trim(text), &settings);
        let trims = memchr::memmem::find(&bare(old), &bare(new)).is_some();
        if trims && search.fitting.is_empty() || !search.work.take_search(2 * search.miss.file.len() + 8 * (new.len() + old.len())) {
            return Vec::new();
        }
        let folded = Folded::file(search.miss.file, search.file.cr_only);
        let found = find_overlapping(&folded.bytes, new, MOST);
        let places: Vec<Range<usize>> = found
            .starts
            .iter()
            .map(|start| folded.to_view(*start)..folded.to_view(start + new.len()))
            .filter(|place| new.len() >= SHORT || search.is_whole_words(place))
            .filter(|place| {
                let meets = |fit: &Range<usize>| {
                    if trims { place.start <= fit.start && fit.end <= place.end } else { fit.start < place.end && place.start < fit.end }
                };
                search.fitting.is_empty() || search.fitting.iter().any(meets)
            })
            .collect();
        if places.is_empty() {
            return Vec::new();
        }
        vec![search.hint(Kind::AlreadyApplied, Kinds::of(&[Kind::AlreadyApplied]), &places, found.count > MOST)]
    }
}
