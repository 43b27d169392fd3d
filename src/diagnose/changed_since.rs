//! `changed_since`: the text stood in the version of the file that the model saw.

use super::Hint;
use super::explain::Explain;
use super::kind::Kind;
use super::search::Search;
use crate::eol::Lines;
use crate::find::Folded;

/// The kind.
pub struct ChangedSince;

impl Explain for ChangedSince {
    fn kind(&self) -> Kind {
        Kind::ChangedSince
    }

    fn find(&self, search: &mut Search) -> Vec<Hint> {
        let Some(seen) = search.miss.seen.filter(|seen| *seen != search.miss.file) else { return Vec::new() };
        if !search.work.take_search(2 * seen.len()) {
            return Vec::new();
        }
        let lines = Lines::new(seen);
        let folded = Folded::file(seen, lines.cr_only());
        memchr::memmem::find(&folded.bytes, search.miss.old)
            .map(|at| Hint { there: Some(lines.line_of(folded.to_view(at))), ..Hint::of(Kind::ChangedSince) })
            .into_iter()
            .collect()
    }
}
