//! A case's whole outcome as one text, to compare runtimes by.

use crate::support::Case;
use serde_json::json;

/// The answer and the file after it, as JSON; the file's bytes are escaped as in a Rust byte string.
pub fn outcome(case: &Case) -> Result<String, String> {
    let run = case.run()?;
    let file = run.answer.file.as_ref().map(|bytes| bytes.escape_ascii().to_string());
    Ok(json!({ "answer": run.answer.value, "file": file }).to_string())
}
