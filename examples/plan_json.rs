//! The engine over JSON lines, natively: reads `{ "fn", "input", ... }` from standard input, answers each with a line. What the
//! wasm engine is compared with (tests/parity.test.mjs), and a way to try a call without JavaScript:
//!
//! ```text
//! echo '{"fn":"render","bytes":[97,10],"input":{"filePath":"f"}}' | cargo run --example plan_json
//! ```
//!
//! `fn` is check (`request`, `names`, `options`), plan, render or changed (`bytes`: a list of numbers or null, `input`).

use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use stet::lines_seen::LineRange;
use stet::options::{Context, Options, PlanInput};
use stet::plain::{FromPlain, Plain};
use stet::refusal::Refusal;
use stet::{changed, check, plan, read};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        let answer = serde_json::from_str::<Plain>(&line).map_err(|error| error.to_string()).and_then(|call| answer(&call));
        let answer = answer.unwrap_or_else(|error| json!({ "error": error }));
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn answer(call: &Plain) -> Result<Value, String> {
    let read = |error: stet::plain::Wrong| error.to_string();
    let bytes = call.get("bytes").and_then(Plain::as_bytes);
    let input = call.get("input").unwrap_or(&Plain::Null);
    match call.get("fn").and_then(Plain::as_text) {
        Some("check") => {
            let options: Options = call.opt("options").map_err(read)?.unwrap_or_default();
            let (request, names) = (call.field("request").map_err(read)?, call.field("names").map_err(read)?);
            let checked = check::check(&request, &names, options.locale, options.argument_bytes());
            Ok(either(checked.map(|request| json!({ "ok": true, "request": request }))))
        }
        Some("plan") => Ok(either(plan::plan(bytes.as_deref(), &PlanInput::from_plain(input).map_err(read)?))),
        Some("render") => Ok(either(read::render(&bytes.unwrap_or_default(), &read::ReadInput::from_plain(input).map_err(read)?))),
        Some("changed") => {
            let ranges: Vec<LineRange> = input.field("ranges").map_err(read)?;
            let path: String = input.field("filePath").map_err(read)?;
            let options: Options = input.or_default("options").map_err(read)?;
            let context = Context::from_plain(input).map_err(read)?;
            Ok(json!(changed::changed(&bytes.unwrap_or_default(), &context, &ranges, &path, options.locale)))
        }
        _ => Err("fn is none of check, plan, render, changed".into()),
    }
}

/// An outcome or a refusal: both are values.
fn either<T: Serialize>(result: Result<T, Box<Refusal>>) -> Value {
    match result {
        Ok(outcome) => json!(outcome),
        Err(refusal) => json!(&*refusal),
    }
}
