//! Laws of the core, with random cases from a fixed seed and naive oracles (tests/support/naive.rs): 1,000 cases each, or
//! 10,000 with STET_LONG=1.

#![cfg(not(target_arch = "wasm32"))]

#[path = "support/naive.rs"]
mod naive;
mod support;

use naive::{Edit, Expected};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use stet::find::{find_disjoint, find_overlapping};
use stet::hunk::Hunk;
use stet::lines_seen::LineRange;
use stet::options::{Context, Options, PlanInput, Record};
use stet::plain::{Bytes, FromPlain, Plain};
use stet::plan::{Plan, plan};
use stet::request::{self, Request};
use stet::splice::{Splice, SpliceList};
use support::session::stamp_of;

fn config() -> ProptestConfig {
    let cases = if std::env::var("STET_LONG").as_deref() == Ok("1") { 10_000 } else { 1_000 };
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x5e7),
        failure_persistence: None,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    }
}

// ------------------------------------------------------------------------------------------------ inputs

/// Short lines, and edits of everywhere that join, split and delete them.
fn lines_and_edits() -> impl Strategy<Value = (Vec<u8>, Vec<Edit>)> {
    let file = (vec(select(vec!["", "a", "b"]), 2..6), select(vec!["\n", "\r\n"]), any::<bool>()).prop_map(|(lines, end, ends)| {
        let text = lines.join(end);
        if ends { (text + end).into_bytes() } else { text.into_bytes() }
    });
    let old = select(vec!["\n", "\n", "\n\n", "a\n", "b\n", "\na", "\nb"]).prop_map(str::to_owned);
    let edit = (old, select(vec!["", "", "", "c", "c\n"])).prop_map(|(old, new)| Edit { old, new: new.to_owned(), all: true });
    (file, vec(edit, 1..3))
}

/// Small texts in which everything meets everything: line ends of all kinds, characters of 1 to 4 bytes, a BOM.
fn text(max: usize) -> impl Strategy<Value = String> {
    let piece = select(vec!["a", "b", "a", " ", "\t", "\n", "\n", "\r", "\r\n", "é", "😀", "\u{FEFF}"]);
    vec(piece, 0..max).prop_map(|pieces| pieces.concat())
}

/// Files; one in five has bytes of another encoding.
fn file(max: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        4 => text(max).prop_map(String::into_bytes),
        1 => (text(max), text(max)).prop_map(|(one, other)| [one.as_bytes(), b"\xE9", other.as_bytes()].concat()),
        // No LF anywhere: CR ends the lines.
        1 => text(max).prop_map(|text| text.replace('\n', "").into_bytes()),
    ]
}

/// A piece of the file or a random text, with line ends as a model may write them.
fn needle(file: Vec<u8>) -> impl Strategy<Value = String> {
    let len = file.len();
    let piece = (0..=len, 1..8usize, 0..5u8).prop_map(move |(start, len, ends)| {
        let end = (start + len).min(file.len());
        let text = String::from_utf8_lossy(&file[start.min(end)..end]).replace('\u{FFFD}', "");
        match ends {
            0 => text.replace("\r\n", "\n"),
            1 => text.replace("\r\n", "\n").replace('\n', "\r\n"),
            2 => text.replace('\n', ""),
            _ => text,
        }
    });
    prop_oneof![5 => piece, 1 => text(4)]
}

fn edit(file: Vec<u8>) -> impl Strategy<Value = Edit> {
    (needle(file), text(6), any::<bool>())
        .prop_filter_map("an empty needle creates", |(old, new, all)| (!old.is_empty()).then_some(Edit { old, new, all }))
}

fn file_and_edits() -> impl Strategy<Value = (Vec<u8>, Vec<Edit>)> {
    file(24).prop_flat_map(|file| (Just(file.clone()), vec(edit(file), 1..4)))
}

fn input(file: &[u8], edits: &[Edit]) -> PlanInput {
    let edits: Vec<request::Edit> = edits
        .iter()
        .map(|edit| request::Edit { old_string: edit.old.clone(), new_string: edit.new.clone(), replace_all: edit.all })
        .collect();
    PlanInput {
        stamp: Some(stamp_of(file)),
        record: Some(Record { stamp: stamp_of(file), ranges: vec![LineRange { start_line: 1, end_line: usize::MAX }], narrow: false }),
        request: Request::Edit { file_path: "f".into(), several: edits.len() > 1, edits, expected_replacements: None, insert_line: None },
        options: Options::default(),
        names: Default::default(),
        context: Context::default(),
    }
}

fn applied(file: &[u8], plan: &Plan) -> (SpliceList, Vec<u8>) {
    let list = SpliceList::new(file.len(), plan.splices.clone()).expect("sorted and disjoint");
    let result = list.apply(file).expect("made for this file");
    (list, result)
}

// ------------------------------------------------------------------------------------------------ edits

proptest! {
    #![proptest_config(config())]

    /// Promises 1 to 3: the engine does what the slow and obvious way does, byte for byte, or refuses with the same code.
    #[test]
    fn edits_equal_the_oracle((file, edits) in file_and_edits()) {
        let identical = edits.iter().any(|edit| edit.old == edit.new);
        let expected = naive::edit(&file, &edits);
        if identical {
            // Check 2's: the plan never sees it.
            prop_assert_eq!(expected, Expected::Refused("no_change", 0));
        } else {
            let got = match plan(Some(&file), &input(&file, &edits)) {
                Ok(plan) => Expected::File(applied(&file, &plan).1),
                Err(refusal) => {
                    let matches = if let stet::refusal::Why::Ambiguous { matches, .. } = refusal.why { matches } else { 0 };
                    Expected::Refused(refusal.why.code(), matches)
                }
            };
            prop_assert_eq!(got, expected);
        }
    }

    /// What a plan says of its result is true: where each new text stands, and on which line.
    #[test]
    fn replacements_say_where((file, edits) in file_and_edits()) {
        if let Ok(plan) = plan(Some(&file), &input(&file, &edits)) {
            let (list, result) = applied(&file, &plan);
            let bom = if std::str::from_utf8(&file).is_ok_and(|text| text.starts_with('\u{FEFF}')) { 3 } else { 0 };
            let cr = naive::cr_only(&file[bom..]);
            for (place, splice) in plan.replacements.iter().zip(list.as_slice()) {
                prop_assert_eq!(&result[place.start..place.end_exclusive], &splice.text[..]);
                let above = naive::pieces(&result[bom..place.start], cr, false).iter().filter(|piece| matches!(piece, naive::Piece::End(_))).count();
                // A CR that stood before the place belongs to the LF that the place begins with.
                let split = result[..place.start].ends_with(b"\r") && result[place.start..].starts_with(b"\n") && cr;
                prop_assert_eq!(place.line, above + 1 - usize::from(split));
            }
        }
    }

    /// The way back leads back.
    #[test]
    fn invert_undoes_a_plan((file, edits) in file_and_edits()) {
        if let Ok(plan) = plan(Some(&file), &input(&file, &edits)) {
            let (list, result) = applied(&file, &plan);
            prop_assert_eq!(list.invert(&file).expect("its base").apply(&result).expect("its result"), file);
        }
    }

    /// The structured patch, applied by hand, gives the result.
    #[test]
    fn the_patch_gives_the_result((file, edits) in file_and_edits()) {
        if let (Ok(plan), Ok(text)) = (plan(Some(&file), &input(&file, &edits)), std::str::from_utf8(&file)) {
            let (_, result) = applied(&file, &plan);
            let bom = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
            let patched = patched(&text[bom..], &plan.structured_patch, if naive::cr_only(&file[bom..]) { '\r' } else { '\n' });
            prop_assert_eq!(patched.as_bytes(), &result[bom..]);
        }
    }

    /// The plan counts the lines of the result, and each line that the snippet shows stands there in full.
    #[test]
    fn the_plan_knows_the_lines_of_the_result((file, edits) in prop_oneof![file_and_edits(), lines_and_edits()]) {
        if let (Ok(plan), Ok(text)) = (plan(Some(&file), &input(&file, &edits)), std::str::from_utf8(&file)) {
            let (_, result) = applied(&file, &plan);
            let bom = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
            let cr = naive::cr_only(&file[bom..]);
            // Where the last LF went, what is left may end its lines in CR: such a result is counted as its base.
            if cr == naive::cr_only(&result[bom..]) {
                let end = if cr { b'\r' } else { b'\n' };
                let lines: Vec<&[u8]> = result[bom..].split_inclusive(|byte| *byte == end).collect();
                prop_assert_eq!(plan.total_lines, lines.len());
                for shown in plan.snippet.lines().filter(|shown| !shown.contains('\r')) {
                    let Some((number, line)) = shown.split_once('\t') else { continue };
                    let number: usize = number.trim().parse().expect("a number");
                    let there = String::from_utf8_lossy(lines[number - 1]);
                    prop_assert_eq!(line.trim_end_matches('\r'), there.trim_end_matches(['\n', '\r']));
                }
            }
        }
    }

    /// The patch of a Write, which is a diff, gives the result too.
    #[test]
    fn the_patch_of_a_write_gives_the_result(old in text(24), new in text(24)) {
        let mut input = input(old.as_bytes(), &[]);
        input.request = Request::Write { file_path: "f".into(), content: new, line_endings: Default::default() };
        if let Ok(plan) = plan(Some(old.as_bytes()), &input) {
            let (_, result) = applied(old.as_bytes(), &plan);
            let bom = if old.starts_with('\u{FEFF}') { 3 } else { 0 };
            let ends = if naive::cr_only(&old.as_bytes()[bom..]) { '\r' } else { '\n' };
            // Where the two end their lines in other bytes there is no common text form of a patch.
            let new_ends = if naive::cr_only(&result[bom..]) { '\r' } else { '\n' };
            if ends == new_ends || !old.contains(['\r', '\n']) {
                let patched = patched(&old[bom..], &plan.structured_patch, new_ends);
                prop_assert_eq!(patched.as_bytes(), &result[bom..]);
            }
        }
    }
}

/// The oracle's cases are worth what they reach: each of its answers.
#[test]
fn the_oracle_s_cases_reach_every_answer() {
    let mut runner = TestRunner::new(config());
    let mut reached = std::collections::BTreeMap::new();
    for _ in 0..1_000 {
        let (file, edits) = file_and_edits().new_tree(&mut runner).expect("a case").current();
        let answer = match naive::edit(&file, &edits) {
            Expected::File(_) => "ok",
            Expected::Refused(code, _) => code,
        };
        *reached.entry(answer).or_insert(0) += 1;
    }
    println!("{reached:?}");
    for answer in ["ok", "no_change", "encoding", "not_found", "ambiguous", "overlap"] {
        assert!(reached.get(answer).is_some_and(|&count| count >= 10), "{answer} is hardly reached: {reached:?}");
    }
}

/// Applies hunks to a text whose lines end in `end`.
fn patched(base: &str, hunks: &[Hunk], end: char) -> String {
    let old: Vec<&str> = base.split_inclusive(end).collect();
    let mut result = String::new();
    let mut at = 0;
    for hunk in hunks {
        let start = if hunk.old_lines == 0 { hunk.old_start } else { hunk.old_start - 1 };
        old[at..start].iter().for_each(|line| result.push_str(line));
        at = start + hunk.old_lines;
        for (index, line) in hunk.lines.iter().enumerate() {
            let bare = hunk.lines.get(index + 1).is_some_and(|next| next.starts_with('\\'));
            if line.starts_with([' ', '+']) {
                result.push_str(&line[1..]);
                if !bare {
                    result.push(end);
                }
            }
        }
    }
    old[at..].iter().for_each(|line| result.push_str(line));
    result
}

// ------------------------------------------------------------------------------------------------ find, splices, lines

fn splices() -> impl Strategy<Value = (Vec<u8>, Vec<Splice>)> {
    (vec(any::<u8>(), 0..40), vec((0..6usize, 0..6usize, vec(any::<u8>(), 0..5)), 0..6)).prop_map(|(base, steps)| {
        let mut at = 0;
        let mut splices = Vec::new();
        for (gap, len, text) in steps {
            let start = at + gap;
            if start > base.len() {
                break;
            }
            let end_exclusive = (start + len).min(base.len());
            at = end_exclusive;
            splices.push(Splice { start, end_exclusive, text });
        }
        (base, splices)
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn overlapping_count_equals_the_oracle(haystack in "[ab]{0,60}", needle in "[ab]{1,7}", keep in 0..5usize) {
        let (haystack, needle) = (haystack.as_bytes(), needle.as_bytes());
        let naive = naive::count(haystack, needle);
        let found = find_overlapping(haystack, needle, keep);
        prop_assert_eq!(found.count, naive.len());
        prop_assert_eq!(&found.starts[..], &naive[..naive.len().min(keep)]);
        let mut free = 0;
        let disjoint: Vec<usize> = naive.into_iter().filter(|&start| { let fits = start >= free; if fits { free = start + needle.len() } fits }).collect();
        prop_assert_eq!(find_disjoint(haystack, needle, usize::MAX).starts, disjoint);
    }

    /// Apply: what stands outside the splices stands in the result, in its order, and nothing else but the texts does.
    #[test]
    fn bytes_outside_the_splices_stay((base, splices) in splices()) {
        let list = SpliceList::new(base.len(), splices.clone()).expect("sorted");
        let result = list.apply(&base).expect("its base");
        prop_assert_eq!(result.len(), list.result_len());
        let mut left = &result[..];
        let mut at = 0;
        for splice in &splices {
            for part in [&base[at..splice.start], &splice.text[..]] {
                prop_assert!(left.starts_with(part));
                left = &left[part.len()..];
            }
            at = splice.end_exclusive;
        }
        prop_assert_eq!(left, &base[at..]);
    }

    #[test]
    fn invert_undoes_apply((base, splices) in splices()) {
        let list = SpliceList::new(base.len(), splices).expect("sorted");
        let result = list.apply(&base).expect("its base");
        let back = list.invert(&base).expect("its base");
        prop_assert_eq!(back.apply(&result).expect("its result"), base.clone());
        // And the way back of the way back is the list itself.
        prop_assert_eq!(back.invert(&result).expect("its result"), list);
    }

    /// Map: an offset outside every splice points at the same byte before and after; an insertion holds the offset where it stands.
    #[test]
    fn map_points_at_the_same_byte((base, splices) in splices()) {
        let list = SpliceList::new(base.len(), splices.clone()).expect("sorted");
        let result = list.apply(&base).expect("its base");
        for offset in 0..base.len() {
            if splices.iter().all(|splice| offset < splice.start || offset >= splice.end_exclusive.max(splice.start + 1)) {
                prop_assert_eq!(result[list.map(offset)], base[offset]);
            }
            prop_assert!(offset == 0 || list.map(offset - 1) <= list.map(offset));
        }
    }

    #[test]
    fn unsorted_splices_are_no_list(base_len in 0..20usize, pairs in vec((0..25usize, 0..25usize), 0..4)) {
        let sorted = pairs.iter().all(|(start, end)| start <= end && *end <= base_len) && pairs.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        let splices = pairs.into_iter().map(|(start, end_exclusive)| Splice { start, end_exclusive, text: Vec::new() }).collect();
        prop_assert_eq!(SpliceList::new(base_len, splices).is_ok(), sorted);
    }

    #[test]
    fn lines_equal_the_oracle(text in text(30)) {
        let bytes = text.as_bytes();
        let cr = naive::cr_only(bytes);
        let lines = stet::eol::Lines::new(bytes);
        let end = if cr { b'\r' } else { b'\n' };
        let naive: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == end).collect();
        prop_assert_eq!(lines.count(), naive.len());
        let mut offset = 0;
        for (index, line) in naive.iter().enumerate() {
            prop_assert_eq!(&bytes[lines.range(index + 1)], *line);
            for at in offset..offset + line.len() {
                prop_assert_eq!(lines.line_of(at), index + 1);
            }
            offset += line.len();
            let content = &bytes[lines.content(bytes, index + 1)];
            let mut bare = line.strip_suffix(&[end]).unwrap_or(line);
            if !cr && bare.len() < line.len() {
                bare = bare.strip_suffix(b"\r").unwrap_or(bare);
            }
            prop_assert_eq!(content, bare);
        }
        prop_assert!(lines.range(naive.len() + 1).is_empty());
    }
}

// ------------------------------------------------------------------------------------------------ no input traps

/// Any bytes, often with the beginnings that decide what a file is.
fn any_file() -> impl Strategy<Value = Vec<u8>> {
    let head = select(vec![&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"]);
    let utf16 = text(20).prop_map(|text| text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    let body = prop_oneof![file(30), vec(any::<u8>(), 0..60), utf16];
    (head, body).prop_map(|(head, body)| [head, &body].concat())
}

fn any_plain() -> impl Strategy<Value = Plain> {
    let leaf = prop_oneof![
        Just(Plain::Null),
        any::<bool>().prop_map(Plain::Bool),
        any::<f64>().prop_map(Plain::Number),
        (-3..20i64).prop_map(|number| Plain::Number(number as f64)),
        text(6).prop_map(Plain::Text),
        select(vec!["true", "false", "12", "\0", "lone_surrogate", "too_large", "crlf"]).prop_map(|word| Plain::Text(word.into())),
        vec(any::<u8>(), 0..5).prop_map(Plain::Bytes),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = select(vec!["oldString", "newString", "replaceAll", "$type", "bytes", "x"]).prop_map(str::to_owned);
        prop_oneof![vec(inner.clone(), 0..4).prop_map(Plain::List), vec((key, inner), 0..4).prop_map(Plain::Object)]
    })
}

fn any_call() -> impl Strategy<Value = Plain> {
    let op = select(vec!["read", "edit", "write"]).prop_map(|op| Plain::Text(op.into()));
    let name =
        select(vec!["oldString", "newString", "replaceAll", "edits", "content", "lineEndings", "offset", "limit", "expectedReplacements"]);
    let sane = prop_oneof![text(8).prop_map(Plain::Text), any_plain()];
    let args = vec((name.prop_map(str::to_owned), sane), 0..6).prop_map(|mut args| {
        args.push(("filePath".into(), Plain::Text("f".into())));
        Plain::Object(args)
    });
    (op, args).prop_map(|(op, args)| Plain::Object(vec![("op".into(), op), ("args".into(), args)]))
}

fn any_options() -> impl Strategy<Value = Options> {
    let word = |key: &'static str, words: Vec<&'static str>| select(words).prop_map(move |word| (key.to_owned(), Plain::Text(word.into())));
    (
        word("locale", vec!["en", "zh"]),
        word("readBeforeEdit", vec!["always", "unlessUnique", "never"]),
        word("stale", vec!["recover", "refuse"]),
        word("repair", vec!["off", "layout"]),
        any::<bool>(),
    )
        .prop_map(|(locale, read, stale, repair, show)| {
            let fields = vec![locale, read, stale, repair, ("mayShow".to_owned(), Plain::Bool(show))];
            Options::from_plain(&Plain::Object(fields)).expect("options")
        })
}

fn any_record(file: Vec<u8>) -> impl Strategy<Value = Option<Record>> {
    let line = prop_oneof![0..9usize, Just(usize::MAX)];
    let ranges = vec((line.clone(), line).prop_map(|(start_line, end_line)| LineRange { start_line, end_line }), 0..4);
    (0..4u8, ranges, any::<bool>()).prop_map(move |(kind, ranges, narrow)| {
        let stamp = if kind == 1 { stamp_of(b"other") } else { stamp_of(&file) };
        (kind > 0).then_some(Record { stamp, ranges, narrow })
    })
}

fn any_context() -> impl Strategy<Value = Context> {
    let bytes = || proptest::option::of(any_file().prop_map(Bytes));
    let others = vec(any_file().prop_map(|bytes| stet::options::Other { path: "g".into(), bytes: Bytes(bytes) }), 0..2);
    (bytes(), bytes(), others, any::<bool>()).prop_map(|(seen, seen_hashes, others, repeated)| Context {
        seen,
        seen_hashes,
        others,
        near_paths: vec!["near".into()],
        repeated,
    })
}

/// A call on a file whose needle is often in it.
fn any_plan() -> impl Strategy<Value = (Vec<u8>, Plain, Vec<Edit>, Options, Option<Record>, Context)> {
    any_file().prop_flat_map(|file| {
        (Just(file.clone()), any_call(), vec(edit(file.clone()), 0..3), any_options(), any_record(file), any_context())
    })
}

proptest! {
    #![proptest_config(config())]

    /// Any bytes and any arguments get an answer whose text isn't empty, and whose splices are a list.
    #[test]
    fn no_input_traps((file, call, edits, options, record, context) in any_plan()) {
        let names = stet::names::Names::default();
        let raw = request::RawRequest::from_plain(&call).expect("an operation");
        let mut requests = Vec::new();
        match stet::check::check(&raw, &names, options.locale, 64) {
            Ok(request) => requests.push(request),
            Err(refusal) => prop_assert!(!refusal.text.is_empty()),
        }
        if let Request::Edit { .. } = input(&file, &edits).request && !edits.is_empty() {
            requests.push(input(&file, &edits).request);
        }
        for request in requests {
            if let Request::Read { offset, limit, .. } = &request {
                let input = stet::read::ReadInput { file_path: "f".into(), offset: *offset, limit: *limit, max_characters: None, names: names.clone(), options: options.clone() };
                match stet::read::render(&file, &input) {
                    Ok(shown) => prop_assert!(shown.shown.iter().all(|range| range.start_line >= 1 && range.end_line <= shown.total_lines)),
                    Err(refusal) => prop_assert!(!refusal.text.is_empty()),
                }
                continue;
            }
            let input = PlanInput { stamp: Some(stamp_of(&file)), record: record.clone(), request, options: options.clone(), names: names.clone(), context: context.clone() };
            for bytes in [Some(&file[..]), None] {
                match plan(bytes, &input) {
                    Ok(plan) => {
                        let (_, result) = applied(bytes.unwrap_or_default(), &plan);
                        prop_assert!(!plan.text.is_empty());
                        prop_assert!(plan.ranges.iter().all(|range| range.start_line >= 1 && range.end_line <= plan.total_lines));
                        prop_assert!(plan.replacements.iter().all(|place| place.end_exclusive <= result.len()));
                    }
                    Err(refusal) => prop_assert!(!refusal.text.is_empty()),
                }
            }
        }
        let ranges = record.map(|record| record.ranges).unwrap_or_default();
        let changed = stet::changed::changed(&file, &context, &ranges, "f", options.locale);
        prop_assert!(changed.ranges.iter().all(|range| range.end_line <= changed.total_lines));
    }
}
