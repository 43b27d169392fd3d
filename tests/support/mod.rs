//! Runs a case folder's case from its bytes, against the engine alone: no disk, no clock, so that it runs natively and in a
//! browser alike. The format of a case is described in tests/cases/README.md. Lines are 1-based, offsets bytes.

#![allow(dead_code)]

pub mod session;

use serde_json::Value;
use session::{Answer, EngineSession};

/// A case folder's files.
#[derive(Debug, Clone, Default)]
pub struct Case {
    pub name: String,
    /// The file before; `None` where there is none.
    pub before: Option<Vec<u8>>,
    /// What another writer puts there after the read.
    pub outside: Option<Vec<u8>>,
    /// request.json
    pub request: String,
    /// expected.json
    pub expected: String,
    /// The file after a call that is ok.
    pub after: Option<Vec<u8>>,
}

/// What was answered, and what stands in the file now.
pub struct Run {
    pub answer: Answer,
    pub expected: Value,
}

impl Case {
    fn request(&self) -> Result<Value, String> {
        serde_json::from_str(&self.request).map_err(|error| format!("request.json: {error}"))
    }

    /// True where links, modes or folders are needed: only a host can run it.
    pub fn needs_disk(&self) -> bool {
        self.request().is_ok_and(|request| request.get("setup").is_some())
    }

    /// Runs it: read, outside writer, calls made first, then the call itself.
    pub fn run(&self) -> Result<Run, String> {
        let request = self.request()?;
        let expected = serde_json::from_str(&self.expected).map_err(|error| format!("expected.json: {error}"))?;
        let path = request["input"]["file_path"].as_str().unwrap_or("file.txt");
        let mut session = EngineSession::new(self.before.clone(), &request["options"]);
        match &request["read"] {
            Value::Bool(true) => drop(session.call("Read", &serde_json::json!({ "file_path": path }))),
            Value::String(part) if part == "partial" => {
                drop(session.call("Read", &serde_json::json!({ "file_path": path, "offset": 1, "limit": 2 })));
            }
            _ => {}
        }
        if let Some(outside) = &self.outside {
            session.file = Some(outside.clone());
        }
        for step in request["first"].as_array().into_iter().flatten() {
            match step["outside"].as_str() {
                Some(text) => session.file = Some(text.as_bytes().to_vec()),
                None => drop(session.call(step["tool"].as_str().unwrap_or("Edit"), &step["input"])),
            }
        }
        let before_call = session.file.clone();
        let answer = session.call(request["tool"].as_str().unwrap_or("Edit"), &request["input"]);
        let unchanged = answer.value["ok"] != true || request["tool"] == "Read";
        if unchanged && session.file != before_call {
            return Err("the file changed without an ok".into());
        }
        Ok(Run { answer: Answer { file: session.file, ..answer }, expected })
    }

    /// Runs it and says in one line a difference what isn't as expected.
    pub fn check(&self) -> Result<(), String> {
        let run = self.run()?;
        let mut wrong = differences(&run.answer.value, &run.expected);
        if run.expected["ok"] == true && self.after.is_some() && run.answer.file != self.after {
            wrong.push(format!("the file is {}, expected {}", shown(&run.answer.file), shown(&self.after)));
        }
        if run.expected.get("text").is_none() && run.expected.get("textEnds").is_none() {
            wrong.push("expected.json has no text: run with UPDATE_CASES=1, and read it".into());
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
    }
}

/// What of `expected` the answer doesn't have. `hint` may be any of the answer's hints, `matches` and `data` are those of
/// its data, `textEnds` is how its text ends; each other field is held as it stands.
pub fn differences(answer: &Value, expected: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    for (field, wanted) in expected.as_object().into_iter().flatten() {
        let (got, same) = match field.as_str() {
            "hint" => {
                let kinds = hint_kinds(answer);
                let same = kinds.iter().any(|kind| wanted == kind);
                (Value::from(kinds), same)
            }
            "matches" => (answer["data"]["matches"].clone(), answer["data"]["matches"] == *wanted),
            "textEnds" => {
                let text = answer["text"].as_str().unwrap_or_default();
                (answer["text"].clone(), text.ends_with(wanted.as_str().unwrap_or("?")))
            }
            _ => (answer[field].clone(), holds(&answer[field], wanted)),
        };
        if !same {
            wrong.push(format!("{field} is {got}\n{:>1$} {wanted}", "expected", field.len()));
        }
    }
    wrong
}

/// The kinds of `hint` and of `hints`.
pub fn hint_kinds(answer: &Value) -> Vec<String> {
    let more = answer["hints"].as_array().into_iter().flatten();
    let kinds = std::iter::once(&answer["hint"]).chain(more).filter_map(|hint| hint["kind"].as_str());
    kinds.map(str::to_owned).collect()
}

/// True where `wanted` is in `got`: objects field by field, all else as a whole.
fn holds(got: &Value, wanted: &Value) -> bool {
    match (got, wanted) {
        (Value::Object(got), Value::Object(wanted)) => {
            wanted.iter().all(|(field, wanted)| got.get(field).is_some_and(|got| holds(got, wanted)))
        }
        // JSON has one kind of number, Rust three.
        (Value::Number(got), Value::Number(wanted)) => got.as_f64() == wanted.as_f64(),
        _ => got == wanted,
    }
}

fn shown(bytes: &Option<Vec<u8>>) -> String {
    bytes.as_ref().map_or("absent".into(), |bytes| format!("b\"{}\"", bytes.escape_ascii()))
}
