//! 3,750 commits of public repositories as edit calls, through the core: each row ends in the recorded blob. Exempt are rows
//! whose edits convert line endings or the BOM, which Edit doesn't do by design (tests/data/replay-exempt.txt): an exempt row
//! must end in the recorded blob once line endings are folded and the BOM is dropped, and one that passes fails the test.

#![cfg(not(target_arch = "wasm32"))]

#[path = "support/data.rs"]
mod data;
mod support;

use data::{applied, edit, report, rows, text};
use serde_json::Value;
use stet::request::Edit;
use stet::stamp::sha1_hex;

const MOST_EXEMPT: usize = 38;

fn blob_id(bytes: &[u8]) -> String {
    sha1_hex(&[format!("blob {}\0", bytes.len()).as_bytes(), bytes].concat())
}

fn edits(row: &Value) -> impl Iterator<Item = Edit> + '_ {
    row["edits"].as_array().into_iter().flatten().map(|edit| Edit {
        old_string: text(edit, "old").to_owned(),
        new_string: text(edit, "new").to_owned(),
        replace_all: edit["replace_all"] == true,
    })
}

/// The file after the row's calls, and the codes of those that were refused: a refusal changes nothing, and the next call follows.
fn by_the_engine(row: &Value) -> (Vec<u8>, Vec<&'static str>) {
    let mut file = text(row, "before").as_bytes().to_vec();
    let mut refused = Vec::new();
    for one in edits(row) {
        match edit(&file, vec![one], false) {
            Ok(plan) => file = applied(&file, &plan),
            Err(refusal) => refused.push(refusal.why.code()),
        }
    }
    (file, refused)
}

/// The row to the letter.
fn literally(row: &Value) -> String {
    edits(row).fold(text(row, "before").to_owned(), |file, edit| {
        file.replacen(&edit.old_string, &edit.new_string, if edit.replace_all { usize::MAX } else { 1 })
    })
}

fn folded(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\u{FEFF}', "")
}

#[test]
fn every_commit_ends_in_the_recorded_blob() {
    let Some(rows) = rows("replay.jsonl.br") else { return };
    let list = include_str!("data/replay-exempt.txt");
    let exempt: Vec<&str> = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    assert!(exempt.len() <= MOST_EXEMPT, "{} rows are exempt", exempt.len());
    let (mut passed, mut excused) = (0, 0);
    let mut failed = Vec::new();
    for (_, row) in &rows {
        let id = format!("{} {}", text(row, "commit"), text(row, "path"));
        let literal = literally(row);
        assert_eq!(blob_id(literal.as_bytes()), text(row, "after_sha1"), "the data: {id}");
        let (file, refused) = by_the_engine(row);
        let same = refused.is_empty() && blob_id(&file) == text(row, "after_sha1");
        match (same, exempt.contains(&id.as_str())) {
            (true, false) => passed += 1,
            (true, true) => failed.push(format!("{id} passes, and is on the list of exempt rows")),
            (false, true) if folded(&String::from_utf8_lossy(&file)) == folded(&literal) => excused += 1,
            (false, true) => failed.push(format!("{id} is exempt, but more than line endings or the BOM differs: {refused:?}")),
            (false, false) => failed.push(format!("{id}: {refused:?}")),
        }
    }
    report(&format!("replay, core: {passed} of {} rows end in the recorded blob, {excused} exempt", rows.len()));
    assert!(failed.is_empty(), "{} rows failed:\n{}", failed.len(), failed.join("\n"));
}
