//! What the tests of the diagnosis share: the data (read in place, skipped visibly where it's absent), and a diagnosis of
//! one needle with everything that must hold of any answer.
#![allow(dead_code)]

use serde_json::Value;
use std::io::{BufRead, BufReader};
use stet::diagnose::{Diagnosis, Hint, Miss, Repair, diagnose, repair_layout};
use stet::eol::Lines;
use stet::find::{Folded, find_overlapping, fold_argument};
use stet::text::View;

/// Every `n`th row by default, all of them under STET_LONG=1.
pub fn is_long() -> bool {
    std::env::var_os("STET_LONG").is_some_and(|value| value == "1")
}

/// The rows of a data file, one JSON object each; `None`, said aloud, where the data isn't there.
pub fn rows(name: &str) -> Option<impl Iterator<Item = Value>> {
    let path = format!("{}/../shared/data/{name}.jsonl.br", env!("CARGO_MANIFEST_DIR"));
    let Ok(file) = std::fs::File::open(&path) else {
        eprintln!("skipped: ../shared/data/{name}.jsonl.br isn't there");
        return None;
    };
    let reader = BufReader::new(brotli::Decompressor::new(file, 1 << 16));
    Some(reader.lines().map(|line| serde_json::from_str(&line.expect("a line")).expect("a JSON object")))
}

pub fn text<'v>(row: &'v Value, key: &str) -> Option<&'v str> {
    row[key].as_str()
}

/// A needle, folded as the engine folds it, against a file.
pub struct Asked {
    pub view: Vec<u8>,
    pub lines: Lines,
    pub unicode: bool,
    pub old: Vec<u8>,
    pub new: Option<Vec<u8>>,
    /// How often the needle stands there.
    pub exact: usize,
}

impl Asked {
    pub fn new(file: &[u8], old: &str, new: Option<&str>) -> Self {
        let view = View::open(file).expect("a text file");
        let unicode = view.is_unicode();
        let has_bom = view.bom_len > 0;
        let view = view.bytes.into_owned();
        let lines = Lines::new(&view);
        let cr_only = lines.cr_only();
        let bare = |text: &str| if has_bom { text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned() } else { text.to_owned() };
        let old = fold_argument(bare(old).as_bytes(), cr_only).into_owned();
        let new = new.map(|new| fold_argument(bare(new).as_bytes(), cr_only).into_owned());
        let exact = find_overlapping(&Folded::file(&view, cr_only).bytes, &old, 0).count;
        Asked { view, lines, unicode, old, new, exact }
    }

    pub fn miss(&self) -> Miss<'_> {
        Miss {
            file: &self.view,
            lines: &self.lines,
            old: &self.old,
            new: self.new.as_deref(),
            unicode: self.unicode,
            earlier_new: &[],
            others: &[],
            seen: None,
        }
    }

    /// Diagnoses, and holds the answer to what it claims.
    pub fn diagnose(&self) -> Diagnosis {
        let miss = self.miss();
        let diagnosis = diagnose(&miss);
        let limit = stet::diagnose::work::Work::new(self.view.len(), self.old.len()).limit();
        assert!(diagnosis.steps <= limit, "{} steps, budget {limit}", diagnosis.steps);
        for hint in &diagnosis.hints {
            self.check(hint);
        }
        diagnosis
    }

    pub fn repair(&self, diagnosis: &Diagnosis) -> Option<Repair> {
        repair_layout(&self.miss(), diagnosis)
    }

    /// The text stands at the lines that are named, as often as is said.
    fn check(&self, hint: &Hint) {
        let folded = Folded::file(&self.view, self.lines.cr_only());
        if hint.has_place() {
            let place = hint.range();
            assert!(place.start < place.end && place.end <= self.view.len(), "an empty place {place:?}");
            assert_eq!(self.lines.line_of(place.start), hint.start_line);
            assert_eq!(self.lines.line_of(place.end - 1), hint.end_line);
        }
        if let Some(text) = &hint.text {
            let stands = Folded::file(&self.view[hint.range()], self.lines.cr_only());
            assert!(*stands.bytes == *text.as_bytes(), "{:?} doesn't stand at lines {}-{}", text, hint.start_line, hint.end_line);
            let count = find_overlapping(&folded.bytes, text.as_bytes(), 0).count;
            assert_eq!(count, hint.matches, "how often {text:?} stands there");
        }
        assert!(hint.count >= hint.places.len());
    }
}
