//! The few lines of a session that a case needs, over one file in memory: what the model has seen, which calls were refused,
//! which versions are kept. A mirror of js/session, so that the engine can be tested where there is no JavaScript.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stet::lines_seen::{LineRange, LineSet};
use stet::options::{Context, Options, PlanInput, Record};
use stet::plain::{Bytes, FromPlain, Plain};
use stet::refusal::{Refusal, Why};
use stet::request::{Op, RawRequest, Request};
use stet::splice::SpliceList;
use stet::stamp::{Stamp, sha1_hex};
use stet::trace::Check;
use stet::{changed, check, names::Names, plan, read};

/// Arguments in Claude's dialect, and what stet calls them.
const ARGUMENTS: [(&str, &str); 10] = [
    ("file_path", "filePath"),
    ("old_string", "oldString"),
    ("new_string", "newString"),
    ("replace_all", "replaceAll"),
    ("expected_replacements", "expectedReplacements"),
    ("edits", "edits"),
    ("content", "content"),
    ("line_endings", "lineEndings"),
    ("offset", "offset"),
    ("limit", "limit"),
];
/// The arguments of each operation, by their number above.
const OF_EDIT: [usize; 6] = [0, 1, 2, 3, 4, 5];
const OF_WRITE: [usize; 3] = [0, 6, 7];
const OF_READ: [usize; 3] = [0, 8, 9];
/// Refusals after which the same call may come again.
const NOT_THE_CALLS_FAULT: [&str; 2] = ["not_read", "internal"];

/// An outcome or a refusal as plain data, and the file after it.
pub struct Answer {
    pub value: Value,
    pub file: Option<Vec<u8>>,
}

/// One file, and one model that works on it.
pub struct EngineSession {
    pub file: Option<Vec<u8>>,
    options: Options,
    names: Names,
    record: Option<Record>,
    /// Lines that refusals showed: of which content.
    narrow: Vec<(String, Vec<LineRange>)>,
    /// Versions that the model met, the newest last.
    kept: Vec<Vec<u8>>,
    refused: Vec<String>,
}

impl EngineSession {
    /// `options` as a session takes them; null for none.
    pub fn new(file: Option<Vec<u8>>, options: &Value) -> Self {
        let options = Options::from_plain(&to_plain(options)).expect("options of a case");
        EngineSession { file, options, names: Names::default(), record: None, narrow: Vec::new(), kept: Vec::new(), refused: Vec::new() }
    }

    /// A tool call in Claude's dialect.
    pub fn call(&mut self, tool: &str, input: &Value) -> Answer {
        let raw = marshal(tool, input);
        let value = match check::check(&raw, &self.names, self.options.locale, self.options.argument_bytes()) {
            Err(refusal) => to_json(&*refusal),
            Ok(request @ Request::Read { .. }) => self.read(&request),
            Ok(request) => self.change(request),
        };
        Answer { value, file: self.file.clone() }
    }

    fn read(&mut self, request: &Request) -> Value {
        let Request::Read { file_path, offset, limit } = request else { unreachable!("no read") };
        let Some(bytes) = self.file.clone() else {
            let why = Why::Missing { path: file_path.clone(), op: Op::Read, near: Vec::new() };
            return to_json(&*Refusal::new(why, Check::Exists, &self.names, self.options.locale));
        };
        let (options, names) = (self.options.clone(), self.names.clone());
        let input = read::ReadInput { file_path: file_path.clone(), offset: *offset, limit: *limit, max_characters: None, names, options };
        match read::render(&bytes, &input) {
            Err(refusal) => to_json(&*refusal),
            Ok(rendered) => {
                self.record_shown(&bytes, &rendered.shown, file_path);
                to_json(&rendered)
            }
        }
    }

    fn record_shown(&mut self, bytes: &[u8], shown: &[LineRange], path: &str) {
        let stamp = stamp_of(bytes);
        let still_seen = match &self.record {
            Some(record) if record.stamp == stamp => record.ranges.clone(),
            Some(record) => {
                let seen = self.kept.iter().find(|kept| sha1_hex(kept) == record.stamp.sha1);
                let context = Context { seen: seen.cloned().map(Bytes), ..Context::default() };
                changed::changed(bytes, &context, &record.ranges, path, self.options.locale).ranges
            }
            None => Vec::new(),
        };
        let ranges = LineSet::new(still_seen.into_iter().chain(shown.iter().copied()).collect()).into_ranges();
        self.record = Some(Record { stamp, ranges, narrow: false });
        self.keep(bytes.to_vec());
    }

    fn change(&mut self, request: Request) -> Value {
        let key = format!("{request:?}");
        let stamp = self.file.as_deref().map(stamp_of);
        let record = self.record.clone().or_else(|| self.narrow_record(stamp.as_ref()?));
        let stale = matches!((&record, &stamp), (Some(record), Some(stamp)) if record.stamp != *stamp);
        let of_record = |kept: &&Vec<u8>| record.as_ref().is_some_and(|record| sha1_hex(kept) == record.stamp.sha1);
        let seen = if stale { self.kept.iter().find(of_record) } else { None };
        let context = Context { seen: seen.cloned().map(Bytes), repeated: self.refused.contains(&key), ..Context::default() };
        let (options, names) = (self.options.clone(), self.names.clone());
        let mut input = PlanInput { stamp: stamp.clone(), record, request, options, names, context };
        let mut planned = plan::plan(self.file.as_deref(), &input);
        // After a miss once more, with an earlier version of the file.
        if let (Err(refusal), Some(stamp)) = (&planned, &stamp)
            && refusal.why.code() == "not_found"
            && let Some(earlier) = self.kept.iter().rev().find(|kept| sha1_hex(kept) != stamp.sha1)
        {
            input.context.seen = Some(Bytes(earlier.clone()));
            planned = plan::plan(self.file.as_deref(), &input);
        }
        match planned {
            Err(refusal) => {
                if !NOT_THE_CALLS_FAULT.contains(&refusal.why.code()) && !self.refused.contains(&key) {
                    self.refused.push(key);
                }
                let value = to_json(&*refusal);
                if let (Some(stamp), Some(shown)) = (stamp, value["data"]["shown"].as_array()) {
                    self.narrow.push((stamp.sha1, shown.iter().map(range_of).collect()));
                }
                value
            }
            Ok(plan) => {
                self.refused.retain(|refused| *refused != key);
                self.commit(&plan);
                to_json(&plan)
            }
        }
    }

    fn commit(&mut self, plan: &plan::Plan) {
        let base = self.file.clone().unwrap_or_default();
        let splices = SpliceList::new(base.len(), plan.splices.clone()).expect("a plan's splices are in order");
        let result = splices.apply(&base).expect("made for this base");
        let stamp = stamp_of(&result);
        if plan.narrow && self.file.is_some() {
            self.narrow = vec![(stamp.sha1, plan.ranges.clone())];
        } else {
            self.record = Some(Record { stamp, ranges: plan.ranges.clone(), narrow: false });
        }
        if self.file.is_some() {
            self.keep(base);
        }
        self.keep(result.clone());
        self.file = Some(result);
    }

    fn keep(&mut self, bytes: Vec<u8>) {
        self.kept.retain(|kept| *kept != bytes);
        self.kept.push(bytes);
    }

    fn narrow_record(&self, stamp: &Stamp) -> Option<Record> {
        let ranges: Vec<_> = self.narrow.iter().filter(|(sha1, _)| *sha1 == stamp.sha1).flat_map(|(_, ranges)| ranges.clone()).collect();
        let ranges = LineSet::new(ranges).into_ranges();
        (!ranges.is_empty()).then(|| Record { stamp: Stamp { host: String::new(), sha1: stamp.sha1.clone() }, ranges, narrow: true })
    }
}

/// The stamp of a file in memory: its content is all there is to it.
pub fn stamp_of(bytes: &[u8]) -> Stamp {
    Stamp { host: String::new(), sha1: sha1_hex(bytes) }
}

/// A call's arguments under stet's names, as js/marshal.ts makes them.
pub fn marshal(tool: &str, input: &Value) -> RawRequest {
    let (op, own): (Op, &[usize]) = match tool {
        "Read" => (Op::Read, &OF_READ),
        "Write" => (Op::Write, &OF_WRITE),
        _ => (Op::Edit, &OF_EDIT),
    };
    let Some(fields) = input.as_object() else { return RawRequest { op, args: to_plain(input), unknown: Vec::new() } };
    let canonical = |name: &str| own.iter().map(|&at| ARGUMENTS[at]).find(|(ours, _)| *ours == name).map(|(_, canonical)| canonical);
    let mut args = Vec::new();
    let mut unknown = Vec::new();
    for (name, value) in fields {
        match canonical(name) {
            Some("edits") => args.push(("edits".to_owned(), edits(value))),
            Some(canonical) => args.push((canonical.to_owned(), to_plain(value))),
            None => unknown.push(name.clone()),
        }
    }
    RawRequest { op, args: Plain::Object(args), unknown }
}

/// A list of edits, also as a JSON text of that list.
fn edits(value: &Value) -> Plain {
    let parsed = value.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok()).filter(Value::is_array);
    let Some(list) = parsed.as_ref().unwrap_or(value).as_array() else { return to_plain(value) };
    let edit = |item: &Value| {
        let Some(fields) = item.as_object() else { return to_plain(item) };
        let named = ARGUMENTS[1..=3].iter().filter_map(|(name, canonical)| Some(((*canonical).to_owned(), to_plain(fields.get(*name)?))));
        Plain::Object(named.collect())
    };
    Plain::List(list.iter().map(edit).collect())
}

/// JSON as the engine's plain data.
pub fn to_plain(value: &Value) -> Plain {
    Plain::deserialize(value).expect("JSON is plain data")
}

/// An outcome or a refusal as JSON.
pub fn to_json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_else(|error| json!({ "broken": error.to_string() }))
}

fn range_of(value: &Value) -> LineRange {
    let line = |name: &str| value[name].as_u64().unwrap_or_default() as usize;
    LineRange { start_line: line("startLine"), end_line: line("endLine") }
}
