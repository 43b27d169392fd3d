//! The case folders that need no disk, inside a browser: `wasm-pack test --headless --chrome` (or `--firefox`). One reported
//! test a folder, embedded by build.rs. Each must be as its expected.json says, and, where the native outcomes are embedded
//! too (npm run test:browsers), give the same bytes as the native engine.
#![cfg(target_arch = "wasm32")]

#[path = "support/outcome.rs"]
mod outcome;
mod support;

use outcome::outcome;
use serde_json::Value;
use support::Case;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

macro_rules! case {
    ($test:ident, $name:literal, $before:expr, $outside:expr, $after:expr, $request:expr, $expected:expr) => {
        #[wasm_bindgen_test]
        #[allow(non_snake_case)]
        fn $test() {
            run($name, [$before, $outside, $after, $request, $expected]);
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/wasm_cases.rs"));

fn run(name: &str, [before, outside, after, request, expected]: [Option<&[u8]>; 5]) {
    let bytes = |file: Option<&[u8]>| file.map(<[u8]>::to_vec);
    let text = |file: Option<&[u8]>| String::from_utf8(file.unwrap_or_default().to_vec()).expect("JSON is UTF-8");
    let case = Case {
        name: name.to_owned(),
        before: bytes(before),
        outside: bytes(outside),
        request: text(request),
        expected: text(expected),
        after: bytes(after),
    };
    assert!(!case.needs_disk(), "build.rs should have left it out");
    if let Err(wrong) = case.check() {
        panic!("{wrong}");
    }
    if let Some(native) = NATIVE {
        let native = outcomes(native);
        let wasm = outcome(&case).expect("it has just run");
        assert_eq!(native[name].as_str(), Some(wasm.as_str()), "native and wasm differ");
    }
}

fn outcomes(native: &[u8]) -> Value {
    serde_json::from_slice(native).expect("written by tests/outcomes.rs")
}

#[wasm_bindgen_test]
fn every_native_outcome_has_its_case() {
    assert!(CASES > 0);
    if let Some(native) = NATIVE {
        assert_eq!(outcomes(native).as_object().map(|all| all.len()), Some(CASES));
    }
}
