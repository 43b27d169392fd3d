//! The recorded data beside the checkout (../shared/data): JSON lines under Brotli. Tests that need them are skipped where
//! that folder isn't there. One row in ten by default, all with STET_LONG=1.

#![allow(dead_code)]

use serde_json::Value;
use stet::lines_seen::LineRange;
use stet::options::{Context, Options, PlanInput, Record};
use stet::plan::{Planned, plan};
use stet::request::{Edit, Request};
use stet::splice::SpliceList;

use super::support::session::stamp_of;

/// The rows of a file, and their numbers; `None` where the folder isn't there.
pub fn rows(name: &str) -> Option<Vec<(usize, Value)>> {
    let path = format!("{}/../shared/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let Ok(file) = std::fs::File::open(&path) else {
        report(&format!("{name}: skipped, there is no ../shared/data"));
        return None;
    };
    let mut bytes = Vec::new();
    std::io::copy(&mut brotli::Decompressor::new(file, 1 << 16), &mut bytes).expect("Brotli");
    let step = if std::env::var("STET_LONG").as_deref() == Ok("1") { 1 } else { 10 };
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Some(lines.enumerate().step_by(step).map(|(number, line)| (number, serde_json::from_slice(line).expect("JSON"))).collect())
}

/// A line for the person who runs the tests: the harness shows what a passing test prints only on request.
pub fn report(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A text of a row.
pub fn text<'v>(row: &'v Value, field: &str) -> &'v str {
    row[field].as_str().unwrap_or_else(|| panic!("no text {field}"))
}

/// Edits a file that was read whole.
pub fn edit(file: &[u8], edits: Vec<Edit>, several: bool) -> Planned {
    let input = PlanInput {
        stamp: Some(stamp_of(file)),
        record: Some(Record { stamp: stamp_of(file), ranges: vec![LineRange { start_line: 1, end_line: usize::MAX }], narrow: false }),
        request: Request::Edit { file_path: "file".into(), edits, several, expected_replacements: None, insert_line: None },
        options: Options::default(),
        names: Default::default(),
        context: Context::default(),
    };
    plan(Some(file), &input)
}

/// The file after a plan.
pub fn applied(file: &[u8], planned: &stet::plan::Plan) -> Vec<u8> {
    SpliceList::new(file.len(), planned.splices.clone()).expect("in order").apply(file).expect("its base")
}
