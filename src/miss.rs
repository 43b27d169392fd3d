//! Where an edit ends that doesn't find its place: not there, there more than once, or the file has changed since.

use crate::ambiguous;
use crate::changed;
use crate::diagnose::{self, Diagnosis, Kind, Miss};
use crate::excerpt;
use crate::file::File;
use crate::lines_seen::{LineRange, LineSet};
use crate::locate::{Located, NAMED_MATCHES, lines_of};
use crate::messages;
use crate::new_text;
use crate::options::{PlanInput, Repair, StalePolicy};
use crate::plan_edit::{Call, all_inside};
use crate::refusal::{Refusal, Why};
use crate::request::Op;
use crate::snippet::Snippet;
use crate::splice::Splice;
use crate::text::View;
use crate::trace::Check;

/// A repair that is to be made instead of a refusal: the splice in view offsets, and the kind.
type Repaired = Option<(Splice, String)>;

struct Diagnosed {
    diagnosis: Diagnosis,
    text: String,
    repaired: Repaired,
}

/// `is_stale`: the refusal says itself that the file has changed, and the diagnosis doesn't say it again.
fn run(call: &Call, file: &File, located: &[Located], index: usize, may_repair: bool, is_stale: bool) -> Diagnosed {
    let options = &call.input.options;
    let one = &located[index];
    let new = crate::find::fold_argument(one.new, file.lines.cr_only());
    let earlier: Vec<&[u8]> = located.iter().take(index).map(|other| other.new).collect();
    let views: Vec<(&str, View)> =
        call.input.context.others.iter().filter_map(|other| Some((other.path.as_str(), View::open(&other.bytes.0).ok()?))).collect();
    let others: Vec<(&str, &[u8])> = views.iter().map(|(path, view)| (*path, &*view.bytes)).collect();
    let seen = call.input.context.seen.as_ref().and_then(|bytes| View::open(&bytes.0).ok());
    let miss = Miss {
        file: file.text(),
        lines: &file.lines,
        old: &one.old,
        new: Some(&new),
        unicode: !file.is_unknown(),
        earlier_new: &earlier,
        others: &others,
        seen: seen.as_ref().map(|view| &*view.bytes),
    };
    let mut diagnosis = diagnose::diagnose(&miss);
    let repaired = may_repair
        .then(|| diagnose::repair_layout(&miss, &diagnosis))
        .flatten()
        .map(|repair| {
            let span = repair.start..repair.end_exclusive;
            let text = new_text::for_span(file, span.clone(), repair.text.as_bytes(), false);
            (Splice { start: span.start, end_exclusive: span.end, text }, repair.kind.name().to_owned())
        })
        .filter(|(splice, _)| splice.text != file.text()[splice.start..splice.end_exclusive]);
    let all = diagnosis.hints.clone();
    if is_stale {
        diagnosis.hints.retain(|hint| hint.kind != Kind::ChangedSince);
    }
    let is_said = is_stale && diagnosis.hints.is_empty() && !all.is_empty();
    let text = if is_said { String::new() } else { messages::hints::describe(options.locale, &diagnosis, &miss, &call.input.names) };
    diagnosis.hints = all;
    Diagnosed { diagnosis, text, repaired }
}

/// The answer to a needle that isn't there: a diagnosis that is proven, or the repair that the session allows.
pub fn not_found(call: &Call, file: &File, located: &[Located], index: usize, stale: bool) -> Result<Repaired, Box<Refusal>> {
    let options = &call.input.options;
    let why = |diagnosis: String, shown: Vec<LineRange>| Why::NotFound {
        path: call.path.to_owned(),
        index: call.index(index),
        diagnosis,
        shown,
        stale,
    };
    if !options.may_show {
        return Err(call.input.refuse(why(String::new(), Vec::new()), Check::Match));
    }
    let may_repair = options.repair == Repair::Layout && !call.several && !stale && !located[index].replace_all && call.input.is_fresh();
    let found = run(call, file, located, index, may_repair, false);
    if found.repaired.is_some() {
        return Ok(found.repaired);
    }
    let again = if call.input.context.repeated { repeated(call, file, &found.diagnosis) } else { (String::new(), Vec::new()) };
    let refusal = call.input.refuse(why(found.text, again.1), Check::Match);
    Err(refusal.with_hints(found.diagnosis.hints).with_more(&again.0))
}

/// The same call again: say so, and show the lines in question.
fn repeated(call: &Call, file: &File, diagnosis: &Diagnosis) -> (String, Vec<LineRange>) {
    let place = diagnosis.hints.first().map(|hint| (hint.start_line, hint.end_line)).filter(|(start, _)| *start > 0);
    let snippet = excerpt::around(file, &place.into_iter().collect::<Vec<_>>(), call.input.names.form);
    (messages::texts(call.input.options.locale).same_call_again(&snippet.text), snippet.shown)
}

/// The answer to a needle that stands in several places.
pub fn ambiguous(call: &Call, file: &File, folded: &[u8], one: &Located, index: usize, seen: &LineSet) -> Box<Refusal> {
    let options = &call.input.options;
    let all_seen = seen.covers(1, file.lines.count()) || (one.count <= NAMED_MATCHES && all_inside(file, one, seen));
    let lines = one.lines(file);
    let places: Vec<(usize, usize)> = one.first.iter().take(NAMED_MATCHES).map(|range| lines_of(file, range)).collect();
    let again = if call.input.context.repeated && options.may_show {
        excerpt::around(file, &places, call.input.names.form)
    } else {
        Snippet::default()
    };
    let excerpt = (!again.text.is_empty()).then(|| messages::texts(options.locale).same_call_again(&again.text));
    let why = Why::Ambiguous {
        path: call.path.to_owned(),
        matches: one.count,
        disjoint: (one.disjoint < one.count).then_some(one.disjoint),
        context: ambiguous::more_lines(folded, &one.old, NAMED_MATCHES),
        lines,
        all_seen,
        index: call.index(index),
        excerpt,
        shown: again.shown,
    };
    call.input.refuse(why, Check::Match)
}

/// The answer to an edit of a file that changed so that the texts don't stand there exactly once any more.
pub fn stale(call: &Call, file: &File, located: &[Located]) -> Box<Refusal> {
    let options = &call.input.options;
    let refused = options.stale == StalePolicy::Refuse;
    let index = located.iter().position(|one| one.count != 1).unwrap_or(0);
    let changed = if options.may_show { changed::hunks(file, &call.input.context) } else { None };
    let why = Why::Stale {
        path: call.path.to_owned(),
        op: Op::Edit,
        matches: located.get(index).map(|one| one.count).filter(|_| call.insert.is_none()),
        index: call.index(index),
        changed,
        refused: refused && located.iter().all(|one| one.count == 1),
        shown: Vec::new(),
    };
    let refusal = call.input.refuse(why, Check::Fresh);
    if !options.may_show || located.get(index).is_none_or(|one| one.count > 0) {
        return refusal;
    }
    let found = run(call, file, located, index, false, true);
    refusal.with_hints(found.diagnosis.hints).with_more(&found.text)
}

/// The answer to a write over a file that has changed since it was read.
pub fn stale_write(input: &PlanInput, file: &File, path: &str) -> Box<Refusal> {
    let changed = if input.options.may_show { changed::hunks(file, &input.context) } else { None };
    let why = Why::Stale { path: path.to_owned(), op: Op::Write, matches: None, index: None, changed, refused: false, shown: Vec::new() };
    input.refuse(why, Check::Fresh)
}
