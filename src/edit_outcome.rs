//! What a planned edit answers: splices, patch, snippet round the edited place, notes, and what the model has seen after it.

use crate::changed;
use crate::file::File;
use crate::hunk;
use crate::lines_seen::{LineRange, LineSet};
use crate::locate::{Located, lines_of};
use crate::messages::{self, Head};
use crate::names::Form;
use crate::notes;
use crate::patched::Patched;
use crate::plan::{Plan, PlanKind, Planned, Replacement, to_file_splices};
use crate::plan_edit::Call;
use crate::refusal::Large;
use crate::snippet::{self, Snippet};
use crate::splice::{Splice, SpliceList};
use crate::text::{Encoding, encode};
use crate::trace::{Check, Trace};

/// A file that the edit creates, or fills: `file` is the empty file that is there.
pub fn created(call: &Call, file: Option<&File>, kind: PlanKind) -> Planned {
    let given = call.edits.first().map_or("", |edit| edit.new_string.as_str());
    let text = file.map_or(given, |file| file.without_bom(given));
    let (encoding, start) = file.map_or((Encoding::Utf8, 0), |file| (file.view.encoding, file.raw.len()));
    let bytes = encode(encoding, text.as_bytes());
    call.input.check_size(call.path, start + bytes.len(), Large::Result, Check::Exists)?;
    Ok(whole(call.path, kind, start, start, bytes, text.as_bytes(), call.input, &[]))
}

/// The plan of a new content where nothing of an old one is to be compared: create, fill, first write.
#[allow(clippy::too_many_arguments)]
pub fn whole(
    path: &str,
    kind: PlanKind,
    start: usize,
    end_exclusive: usize,
    bytes: Vec<u8>,
    text: &[u8],
    input: &crate::options::PlanInput,
    notes: &[String],
) -> Plan {
    let locale = input.options.locale;
    let no_lines = crate::eol::Lines::new(b"");
    let lines = crate::eol::Lines::new(text);
    let (structured_patch, _) = hunk::from_texts(b"", &no_lines, text, &lines);
    let total_lines = lines.count();
    let replacements = vec![Replacement { line: 1, lines: total_lines.max(1), start, end_exclusive: start + bytes.len() }];
    let head = messages::texts(locale).head(&Head::Whole { kind, path, lines: total_lines });
    let splices = vec![Splice { start, end_exclusive, text: bytes }];
    Plan {
        ok: true,
        kind,
        splices,
        text: join(&head, "", notes),
        structured_patch,
        replacements,
        snippet: String::new(),
        notes: notes.to_vec(),
        stale_recovered: false,
        content_not_in_model_context: false,
        repaired: None,
        ranges: LineSet::span(1, total_lines).into_ranges(),
        narrow: false,
        total_lines,
        trace: Trace::planned(),
    }
}

/// An edit of a file that is there.
pub fn edited(
    call: &Call,
    file: &File,
    located: &[Located],
    splices: &SpliceList,
    base_seen: &LineSet,
    stale_recovered: bool,
    repaired: Option<String>,
) -> Plan {
    let locale = call.input.options.locale;
    let text = file.text();
    let patched = Patched::new(text, &file.lines, splices);
    let file_splices = to_file_splices(file, splices);
    let (replacements, places) = replacements(&patched, splices, &file_splices);
    let snippet = snippet_of(&patched, &places, call.input.names.form);
    let unseen: Vec<usize> = splices
        .as_slice()
        .iter()
        .map(|splice| lines_of(file, &(splice.start..splice.end_exclusive)))
        .filter(|&(first, last)| !base_seen.covers(first, last))
        .map(|(first, _)| first)
        .collect();
    let mut notes = Vec::new();
    if stale_recovered {
        let changed = if call.input.options.may_show { changed::hunks(file, &call.input.context) } else { None };
        notes.push(messages::texts(locale).stale_recovered(&call.input.names, changed.as_deref()));
    }
    if let Some(kind) = &repaired {
        notes.push(messages::texts(locale).repaired(kind, &call.input.names));
    }
    notes.extend(notes::of_edit(call, file, located, splices, &unseen));
    let mut ranges = patched.carry(base_seen);
    ranges.extend_from_slice(&snippet.shown);
    let mut head = messages::texts(locale).head(&Head::Edited { path: call.path, lines: &places_lines(&places) });
    if call.input.names.form == Form::TextEditor && call.insert.is_none() {
        head.insert_str(0, messages::text_editor::replaced(locale));
    }
    Plan {
        ok: true,
        kind: PlanKind::Edit,
        text: join(&head, &snippet.text, &notes),
        splices: file_splices,
        structured_patch: hunk::from_patched(&patched, file.lines.count()),
        replacements,
        snippet: snippet.text,
        notes,
        stale_recovered,
        content_not_in_model_context: !unseen.is_empty(),
        repaired,
        ranges: LineSet::new(ranges).into_ranges(),
        narrow: !call.input.has_record(),
        total_lines: patched.count(),
        trace: Trace::planned(),
    }
}

/// A place of the result: its lines (1-based) and the offset in the first of them.
struct Place {
    first: usize,
    last: usize,
    focus: usize,
}

fn replacements(patched: &Patched, splices: &SpliceList, file_splices: &[Splice]) -> (Vec<Replacement>, Vec<Place>) {
    let (mut grown, mut shrunk) = (0, 0);
    let (mut view_grown, mut view_shrunk) = (0, 0);
    splices
        .as_slice()
        .iter()
        .zip(file_splices)
        .map(|(splice, in_file)| {
            let start = in_file.start + grown - shrunk;
            grown += in_file.text.len();
            shrunk += in_file.end_exclusive - in_file.start;
            let view_start = splice.start + view_grown - view_shrunk;
            view_grown += splice.text.len();
            view_shrunk += splice.end_exclusive - splice.start;
            let (first, focus) = patched.place_of(view_start);
            let last = patched.place_of(view_start + splice.text.len().saturating_sub(1)).0.max(first);
            let replacement = Replacement { line: first, lines: last + 1 - first, start, end_exclusive: start + in_file.text.len() };
            (replacement, Place { first, last, focus })
        })
        .unzip()
}

fn snippet_of(patched: &Patched, places: &[Place], form: Form) -> Snippet {
    let mut snippet = Snippet::of(form);
    let ends = if places.len() > 1 { vec![places.first(), places.last()] } else { vec![places.first()] };
    for place in ends.into_iter().flatten() {
        snippet::add_around(&mut snippet, place.first, place.last, patched.count(), place.focus, |line| patched.line(line));
    }
    snippet
}

fn places_lines(places: &[Place]) -> Vec<LineRange> {
    places.iter().map(|place| LineRange { start_line: place.first, end_line: place.last }).collect()
}

/// The text for the model: one line, the snippet, the notes.
pub fn join(head: &str, snippet: &str, notes: &[String]) -> String {
    let mut text = head.to_owned();
    if !snippet.is_empty() {
        text.push('\n');
        text.push_str(&crate::fence::fenced(snippet));
    }
    for note in notes {
        text.push('\n');
        text.push_str(note);
    }
    text
}
