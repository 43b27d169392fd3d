//! The same bytes in give the same answer out: each case folder that needs no disk, run twice natively. With
//! `STET_NATIVE_OUTCOMES` the outcomes are written there, for the browsers to be compared with (tests/wasm_cases.rs).
#![cfg(not(target_arch = "wasm32"))]

#[path = "support/outcome.rs"]
mod outcome;
mod support;

use outcome::outcome;
use std::collections::BTreeMap;
use std::{env, fs};
use support::Case;

#[test]
fn outcomes_are_the_same_each_time() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut outcomes = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("tests/cases") {
        let path = entry.expect("an entry").path();
        let Ok(request) = fs::read_to_string(path.join("request.json")) else { continue };
        let file = |name: &str| fs::read(path.join(name)).ok();
        let case = Case {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            before: file("before"),
            outside: file("outside"),
            request,
            expected: fs::read_to_string(path.join("expected.json")).expect("expected.json"),
            after: file("after"),
        };
        if case.needs_disk() {
            continue;
        }
        let first = outcome(&case).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(outcome(&case).as_ref(), Ok(&first), "{}", case.name);
        outcomes.insert(case.name, first);
    }
    assert!(!outcomes.is_empty());
    if let Some(path) = env::var_os("STET_NATIVE_OUTCOMES") {
        fs::write(path, serde_json::to_string(&outcomes).expect("strings")).expect("a file that can be written");
    }
}
