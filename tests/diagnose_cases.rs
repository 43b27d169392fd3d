//! Every `hint_kind` of the cases, straight from the diagnosis; the wiser hint that also holds may stand beside it.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;

use diagnose_support::Asked;
use serde_json::Value;
use stet::diagnose::{Kind, Miss, diagnose};

#[test]
fn every_case_gets_its_hint() {
    let path = format!("{}/../shared/data/cases.json", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("skipped: ../shared/data/cases.json isn't there");
        return;
    };
    let parsed: Value = serde_json::from_str(&text).expect("JSON");
    let cases = parsed.as_array().or_else(|| parsed["cases"].as_array()).expect("a list of cases");
    let mut checked = 0;
    for case in cases.iter().filter(|case| case["expect"]["hint_kind"].is_string()) {
        let expected = case["expect"]["hint_kind"].as_str().unwrap_or_default();
        let Some(before) = case["before"].as_str() else { continue };
        // A file that changed in between is what the call meets.
        let now = case["external_change"].as_str().unwrap_or(before);
        let call = &case["call"];
        let asked = Asked::new(now.as_bytes(), call["old_string"].as_str().expect("a needle"), call["new_string"].as_str());
        assert_eq!(asked.exact, 0, "{}", case["id"]);
        asked.diagnose();
        let miss = Miss { seen: Some(before.as_bytes()), ..asked.miss() };
        let diagnosis = diagnose(&miss);
        let kinds: Vec<&str> =
            diagnosis.hints.iter().flat_map(|hint| std::iter::once(hint.kind).chain(hint.kinds.iter())).map(Kind::name).collect();
        assert!(kinds.contains(&expected), "{}: {expected} expected, got {kinds:?}", case["id"]);
        checked += 1;
    }
    println!("{checked} cases");
    assert!(checked >= 30, "{checked} cases with a hint");
}
