//! `wrong_file`: another file that was read in this session has the text.

use super::Hint;
use super::explain::Explain;
use super::kind::Kind;
use super::search::Search;
use crate::eol::Lines;
use crate::find::Folded;

/// The kind.
pub struct WrongFile;

/// A needle with fewer letters and digits stands in many files.
const FEWEST_LETTERS: usize = 8;

impl Explain for WrongFile {
    fn kind(&self) -> Kind {
        Kind::WrongFile
    }

    fn find(&self, search: &mut Search) -> Vec<Hint> {
        let old = search.miss.old;
        if !search.fitting.is_empty() || old.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count() < FEWEST_LETTERS {
            return Vec::new();
        }
        let mut hints = Vec::new();
        // The other files may take an eighth of the budget, so that the search in this one isn't cut by them.
        let mut left = search.work.limit() / 8;
        for (path, text) in search.miss.others {
            let Some(after) = left.checked_sub(text.len() as u64 / 4).filter(|_| search.work.take_search(2 * text.len())) else { continue };
            left = after;
            let lines = Lines::new(text);
            let folded = Folded::file(text, lines.cr_only());
            if let Some(at) = memchr::memmem::find(&folded.bytes, old) {
                let there = Some(lines.line_of(folded.to_view(at)));
                hints.push(Hint { path: Some((*path).to_owned()), there, ..Hint::of(Kind::WrongFile) });
            }
        }
        hints.truncate(super::hint::NAMED_PLACES);
        hints
    }
}
