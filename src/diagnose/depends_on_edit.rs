//! `depends_on_edit`: the text stands only in what an earlier edit of the same call writes.

use super::Hint;
use super::explain::Explain;
use super::kind::Kind;
use super::search::Search;

/// The kind.
pub struct DependsOnEdit;

impl Explain for DependsOnEdit {
    fn kind(&self) -> Kind {
        Kind::DependsOnEdit
    }

    fn find(&self, search: &mut Search) -> Vec<Hint> {
        let old = search.miss.old;
        for (index, earlier) in search.miss.earlier_new.iter().enumerate() {
            if !search.work.take_search(earlier.len()) {
                return Vec::new();
            }
            if memchr::memmem::find(&crate::find::fold_argument(earlier, search.file.cr_only), old).is_some() {
                return vec![Hint { there: Some(index), ..Hint::of(Kind::DependsOnEdit) }];
            }
        }
        Vec::new()
    }
}
