//! The binding: conversions, nothing else. Free functions over plain data, no exported classes; bytes go in once, splices
//! come out, and the whole new file never crosses back. One configured serializer: maps are objects, `None` is null, bytes are `Uint8Array`.

use crate::changed;
use crate::check;
use crate::eol::Lines;
use crate::messages::{self, Note};
use crate::names::{Form, LOCALES, Locale, Names};
use crate::options::{Context, Options, PlanInput};
use crate::plain::{FromPlain, Plain, Read, Wrong};
use crate::plan;
use crate::read::{self, ReadInput};
use crate::refusal::{Refusal, Why};
use crate::request::{OPS, Op, RawRequest, Request};
use crate::splice::{Splice, SpliceList};
use crate::stamp;
use crate::text::View;
use crate::trace::{CHECKS, Check};
use js_sys::{Array, Object, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

type Js<T> = Result<T, JsError>;

fn from_js<T: FromPlain>(value: JsValue) -> Js<T> {
    T::from_plain(&plain(&value, 0)).map_err(|error| JsError::new(&format!("stet engine: {error}")))
}

/// Deeper than any input of the engine.
const MAX_DEPTH: usize = 16;

/// A JavaScript value as plain data. By hand: serde-wasm-bindgen's deserializer costs 10 kB gzipped for this one type.
fn plain(value: &JsValue, depth: usize) -> Plain {
    if let Some(text) = value.as_string() {
        return Plain::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return Plain::Number(number);
    }
    if let Some(boolean) = value.as_bool() {
        return Plain::Bool(boolean);
    }
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Plain::Bytes(bytes.to_vec());
    }
    if depth == MAX_DEPTH {
        return Plain::Null;
    }
    if let Some(list) = value.dyn_ref::<Array>() {
        return Plain::List(list.iter().map(|item| plain(&item, depth + 1)).collect());
    }
    let Some(object) = value.dyn_ref::<Object>() else { return Plain::Null };
    let entries = Object::entries(object);
    let entry = |pair: JsValue| {
        let pair: &Array = pair.unchecked_ref();
        pair.get(0).as_string().map(|key| (key, plain(&pair.get(1), depth + 1)))
    };
    Plain::Object(entries.iter().filter_map(entry).collect())
}

fn to_js<T: Serialize + ?Sized>(value: &T) -> Js<JsValue> {
    let serializer = Serializer::new().serialize_maps_as_objects(true).serialize_missing_as_null(true);
    value.serialize(&serializer).map_err(|error| JsError::new(&format!("stet engine: {error}")))
}

/// An outcome or a refusal: both are values.
fn answer<T: Serialize>(result: Result<T, Box<Refusal>>) -> Js<JsValue> {
    match result {
        Ok(outcome) => to_js(&outcome),
        Err(refusal) => to_js(&*refusal),
    }
}

#[derive(Serialize)]
struct Checked {
    ok: bool,
    request: Request,
}

/// Checks 1 and 2.
#[wasm_bindgen]
pub fn check(request: JsValue, names: JsValue, options: JsValue) -> Js<JsValue> {
    let request: RawRequest = from_js(request)?;
    let names: Names = from_js(names)?;
    let options: Options = if options.is_undefined() || options.is_null() { Options::default() } else { from_js(options)? };
    let checked = check::check(&request, &names, options.locale, options.argument_bytes());
    answer(checked.map(|request| Checked { ok: true, request }))
}

/// Checks 4 to 9. `bytes`: the file now; undefined where there is none.
#[wasm_bindgen]
pub fn plan(bytes: Option<Vec<u8>>, input: JsValue) -> Js<JsValue> {
    let input: PlanInput = from_js(input)?;
    answer(plan::plan(bytes.as_deref(), &input))
}

/// The read view.
#[wasm_bindgen]
pub fn render(bytes: &[u8], input: JsValue) -> Js<JsValue> {
    let input: ReadInput = from_js(input)?;
    answer(read::render(bytes, &input))
}

struct ChangedInput {
    context: Context,
    ranges: Vec<crate::lines_seen::LineRange>,
    file_path: String,
    options: Options,
}

impl FromPlain for ChangedInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(ChangedInput {
            context: Context::from_plain(plain)?,
            ranges: plain.field("ranges")?,
            file_path: plain.field("filePath")?,
            options: plain.or_default("options")?,
        })
    }
}

/// What changed since the model's version.
#[wasm_bindgen]
pub fn changed(bytes: &[u8], input: JsValue) -> Js<JsValue> {
    let input: ChangedInput = from_js(input)?;
    to_js(&changed::changed(bytes, &input.context, &input.ranges, &input.file_path, input.options.locale))
}

/// 8 bytes a line, little endian; none where the bytes aren't text.
#[wasm_bindgen]
pub fn line_hashes(bytes: &[u8]) -> Vec<u8> {
    let Ok(view) = View::open(bytes) else { return Vec::new() };
    stamp::line_hashes(&view.bytes, &Lines::new(&view.bytes)).into_iter().flat_map(u64::to_le_bytes).collect()
}

/// SHA-1 in hex.
#[wasm_bindgen]
pub fn sha1(bytes: &[u8]) -> String {
    stamp::sha1_hex(bytes)
}

fn splice_list(bytes: &[u8], splices: JsValue) -> Js<SpliceList> {
    let splices: Vec<Splice> = from_js(splices)?;
    Ok(SpliceList::new(bytes.len(), splices)?)
}

/// The result of splices.
#[wasm_bindgen]
pub fn apply(bytes: &[u8], splices: JsValue) -> Js<Vec<u8>> {
    Ok(splice_list(bytes, splices)?.apply(bytes)?)
}

/// The splices that lead back.
#[wasm_bindgen]
pub fn invert(bytes: &[u8], splices: JsValue) -> Js<JsValue> {
    to_js(splice_list(bytes, splices)?.invert(bytes)?.as_slice())
}

struct RefusalInput {
    why: Why,
    names: Names,
    locale: Locale,
    failed: Check,
}

impl FromPlain for RefusalInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let code: String = plain.field("code")?;
        Ok(RefusalInput {
            why: Why::from_plain(&code, plain.get("data").unwrap_or(&Plain::Null))?,
            names: plain.field("names")?,
            locale: plain.choice("locale", &LOCALES)?.unwrap_or_default(),
            failed: plain.choice("failed", &CHECKS)?.unwrap_or(Check::Path),
        })
    }
}

/// A refusal that a session or a host decides: `{ code, data, names, locale, failed }`.
#[wasm_bindgen]
pub fn refusal(input: JsValue) -> Js<JsValue> {
    let input: RefusalInput = from_js(input)?;
    to_js(&*Refusal::new(input.why, input.failed, &input.names, input.locale))
}

struct NoteInput {
    note: Note,
    names: Names,
    locale: Locale,
}

impl FromPlain for NoteInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        let kind: String = plain.field("kind")?;
        Ok(NoteInput {
            note: Note::from_plain(&kind, plain.get("data").unwrap_or(&Plain::Null))?,
            names: plain.field("names")?,
            locale: plain.choice("locale", &LOCALES)?.unwrap_or_default(),
        })
    }
}

/// A sentence that a session adds: `{ kind, data, names, locale }`.
#[wasm_bindgen]
pub fn note(input: JsValue) -> Js<String> {
    let input: NoteInput = from_js(input)?;
    Ok(messages::texts(input.locale).note(&input.note, &input.names))
}

struct DescriptionInput {
    op: Op,
    /// Canonical name of an argument; without it the tool itself is described.
    argument: Option<String>,
    names: Names,
    locale: Locale,
}

impl FromPlain for DescriptionInput {
    fn from_plain(plain: &Plain) -> Read<Self> {
        Ok(DescriptionInput {
            op: plain.choice("op", &OPS)?.ok_or_else(|| Wrong("op".into()))?,
            argument: plain.opt("argument")?,
            names: plain.field("names")?,
            locale: plain.choice("locale", &LOCALES)?.unwrap_or_default(),
        })
    }
}

/// What a tool or an argument says of itself: `{ op, argument?, names, locale }`.
#[wasm_bindgen]
pub fn description(input: JsValue) -> Js<String> {
    let DescriptionInput { op, argument, names, locale } = from_js(input)?;
    let texts = messages::texts(locale);
    Ok(match argument {
        Some(argument) if names.form == Form::TextEditor => messages::text_editor::argument(locale, &argument).to_owned(),
        None if names.form == Form::TextEditor => messages::text_editor::description(locale).to_owned(),
        Some(argument) => texts.argument(op, &argument, &names),
        None => texts.description(op, &names),
    })
}
