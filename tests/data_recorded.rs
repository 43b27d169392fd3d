//! 6,378 edit calls that agents made, through the core: each that was ok, and whose old string stands in the recorded file, gives
//! the naive result byte for byte. Those whose old string doesn't stand there are counted (the recording tool folded quotes or escapes).

#![cfg(not(target_arch = "wasm32"))]

#[path = "support/data.rs"]
mod data;
#[path = "support/naive.rs"]
mod naive;
mod support;

use data::{applied, edit, report, rows, text};
use std::collections::BTreeMap;
use stet::request::Edit;

#[test]
fn accepted_calls_give_the_naive_result() {
    let Some(rows) = rows("recorded.jsonl.br") else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failed = Vec::new();
    for (_, row) in rows.iter().filter(|(_, row)| row["recorded_outcome"] == "ok") {
        let (before, old, new) = (text(row, "before"), text(row, "old_string"), text(row, "new_string"));
        let all = row["replace_all"] == true;
        let places = naive::count(before.as_bytes(), old.as_bytes()).len();
        let planned = edit(before.as_bytes(), vec![Edit { old_string: old.into(), new_string: new.into(), replace_all: all }], false);
        let code = planned.as_ref().err().map(|refusal| refusal.why.code());
        let expected = if places == 0 || old.is_empty() {
            // What the recording tool found by folding is a miss here, and never an edit elsewhere.
            *counts.entry("absent from the bytes").or_default() += 1;
            planned.is_err() || old.is_empty()
        } else if places > 1 && !all {
            *counts.entry("in several places").or_default() += 1;
            code == Some("ambiguous")
        } else {
            *counts.entry("the naive result").or_default() += 1;
            let naive = before.replacen(old, new, if all { usize::MAX } else { 1 });
            planned.as_ref().is_ok_and(|plan| applied(before.as_bytes(), plan) == naive.as_bytes())
        };
        if !expected {
            failed.push(format!("{} ({places} places): {}", text(row, "id"), code.unwrap_or("other bytes")));
        }
    }
    report(&format!("recorded, core: {counts:?}"));
    assert!(failed.is_empty(), "{} calls failed:\n{}", failed.len(), failed.join("\n"));
}
