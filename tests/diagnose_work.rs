//! The work of a diagnosis: linear in the file, within its budget on hostile input, and the answers true there too.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;

use diagnose_support::{Asked, is_long};
use stet::ambiguous::more_lines;
use stet::diagnose::work::Work;

/// A source-like file: every line is different, or the same 40 lines repeat.
fn file(lines: usize, repeating: bool) -> String {
    (0..lines)
        .map(|line| {
            let line = if repeating { line % 40 } else { line };
            format!("\tvalue_{line} = compute(input_{}, {}); // step {line}\n", line * 7 % 1013, line * line % 8191)
        })
        .collect()
}

fn steps(text: &str, needle: &str) -> u64 {
    Asked::new(text.as_bytes(), needle, Some("something new\n")).diagnose().steps
}

#[test]
fn work_grows_linearly() {
    // A small file may need fewer passes; from 20,000 lines on, ten times the file is ten times the work.
    let sizes: &[usize] = if is_long() { &[2_000, 20_000, 200_000] } else { &[2_000, 5_000, 50_000] };
    for repeating in [false, true] {
        let files: Vec<String> = sizes.iter().map(|lines| file(*lines, repeating)).collect();
        for needle_lines in [1, 10, 50, 200] {
            let needle: String = files[0].lines().skip(1_200).take(needle_lines).map(|line| format!("{line}\n")).collect();
            let tabs_became_spaces = needle.replace('\t', "    ");
            let one_word_off = needle.replacen("compute", "calculate", 1);
            let stranger = needle.chars().rev().collect::<String>();
            for (what, spoiled) in [("fold", tabs_became_spaces), ("nearest", one_word_off), ("nothing", stranger)] {
                let counts: Vec<u64> = files.iter().map(|file| steps(file, &spoiled)).collect();
                let bytes = files[2].len() as u64;
                println!(
                    "repeating {repeating} {needle_lines:3} lines, {what:8}: {counts:10?} steps; {}.{:02} a byte",
                    counts[2] / bytes,
                    counts[2] * 100 / bytes % 100
                );
                assert!(counts[2] <= 11 * counts[1] + 2_000_000, "{what}: {counts:?}");
                assert!(counts[2] <= 4 * (bytes + spoiled.len() as u64), "{what}: {counts:?}, without the 2 million that any search has");
            }
        }
    }
}

/// Diagnoses, and says how much of the budget it took; `diagnose()` holds the answer to its claims.
fn within_budget(what: &str, file: &str, needle: &str, new: Option<&str>) -> stet::diagnose::Diagnosis {
    let asked = Asked::new(file.as_bytes(), needle, new);
    let diagnosis = asked.diagnose();
    let limit = Work::new(file.len(), needle.len()).limit();
    println!(
        "{what:36} {:10} of {limit:10} steps, cut {}, first {:?}",
        diagnosis.steps,
        diagnosis.cut,
        diagnosis.hints.first().map(|hint| (hint.kind, hint.count, hint.at_least))
    );
    assert!(diagnosis.steps <= limit);
    diagnosis
}

#[test]
fn hostile_input_stays_within_the_budget() {
    let few = if is_long() { 1 } else { 10 };
    let million = 1_000_000 / few;
    let megabyte = file(1_000_000 / 50 / few, false);

    within_budget("needle longer than the file", "a\nb\n", &megabyte, None);
    let nearly = megabyte.replacen("compute", "calculate", 1);
    let found = within_budget("1 MB needle, one word off", &megabyte, &nearly, None);
    assert!(found.hints.iter().any(|hint| hint.start_line == 1));
    let found = within_budget("1 MB needle, tabs became spaces", &format!("{megabyte}end\n"), &megabyte.replace('\t', "    "), None);
    assert!(
        found.hints.first().is_some_and(|hint| hint.kind == stet::diagnose::Kind::TabsSpaces && hint.start_line == 1 && hint.count == 1)
    );

    let long_line: String = (0..5_000_000 / few / 12).map(|word| format!("word{:07} ", word * 7919 % 1_000_003)).collect();
    let middle = &long_line[long_line.len() / 2..long_line.len() / 2 + 300];
    within_budget("one long line, case", &long_line, &middle.to_uppercase(), None);
    within_budget("one long line, one word off", &long_line, &middle.replacen("word", "wort", 1), None);
    within_budget("one long line, nothing", &long_line, "nothing of the kind stands here, whatever is tried", None);

    let empty_lines = "\n".repeat(million);
    within_budget("empty lines, needle of text", &empty_lines, "a\n\nb", None);
    let blank = within_budget("empty lines, needle of blanks", &empty_lines, "  \n  \n", None);
    assert!(blank.hints.iter().all(|hint| hint.count <= 1 || hint.at_least || !hint.places.is_empty()));

    let equal_lines = "    the same line again;\n".repeat(million);
    let many = within_budget("equal lines, indentation", &equal_lines, "  the same line again;\n  the same line again;\n", Some("  x\n"));
    assert!(many.hints.iter().all(|hint| hint.count != 1), "never one place");
    let many = within_budget("equal lines, 1 MB needle", &equal_lines, &"\tthe same line again;\n".repeat(40_000 / few), None);
    assert!(many.hints.iter().all(|hint| hint.count != 1 || hint.at_least), "never one place");
    within_budget("equal lines, nearest", &equal_lines, "    the same line but not;\n", None);

    within_budget("needle of blanks only", &megabyte, "      \t  \n   ", None);
    let binary_like: String = (0..200_000u32).map(|at| char::from_u32(1 + at * 7919 % 0xD000).unwrap_or('x')).collect();
    within_budget(
        "binary-like text",
        &binary_like,
        &binary_like[..binary_like.char_indices().nth(500).map_or(0, |(at, _)| at)].replace('\u{1}', "?"),
        None,
    );
    for only in [
        "     4\t",
        "4→",
        "4| ",
        "4:",
        "1. ",
        "\u{FEFF}",
        "\\",
        "\\\\n",
        "&amp;",
        "-",
        "...",
        "// ...",
        "…",
        "\u{301}",
        "[Shown up to line 3 of 9.]",
    ] {
        within_budget(only, "one\n\ttwo\nthree \\\n", only, Some(only));
    }
    let one_character = "a".repeat(million);
    within_budget("one character repeated", &one_character, &"A".repeat(1_000), None);
    within_budget("one character, longer needle", &one_character, &"A".repeat(million + 1), None);
    within_budget("backslashes", &"\\".repeat(million), &"\\n".repeat(1_000), None);
    within_budget("dashes", &"-".repeat(million), &"\u{2014}".repeat(1_000), None);
    within_budget("ampersands", &"&amp;".repeat(million / 5), &"&".repeat(1_000), None);
    within_budget("combining marks", &"e\u{301}".repeat(million / 3), &"\u{E9}".repeat(1_000), None);
    within_budget("CR only", &"one\rtwo\r".repeat(million / 8), " one\n two\n", None);
    within_budget("wide gaps", &format!("a{}", "\n".repeat(500)).repeat(million / 501), &"A".repeat(50), None);
    within_budget("elisions", &"open {\n}\n".repeat(million / 9), "open {\n...\n}\n...\n}\n", None);
}

#[test]
fn what_is_not_unicode_is_diagnosed_in_ascii() {
    let mut bytes = b"caf\xE9 = 1\n\tif ready:\n\t\tstart()\n".to_vec();
    bytes.extend(std::iter::repeat_n(0xE9, 100));
    let asked = Asked::new(&bytes, "    if ready:\n        start()", Some("    stop()"));
    assert!(!asked.unicode);
    let diagnosis = asked.diagnose();
    assert_eq!(diagnosis.hints.first().map(|hint| (hint.start_line, hint.end_line)), Some((2, 3)));
}

#[test]
fn more_lines_stay_linear_in_repeating_files() {
    let equal = "the same line\n".repeat(if is_long() { 1_000_000 } else { 100_000 });
    let advice = more_lines(equal.as_bytes(), b"the same line\n", 10);
    assert_eq!(advice.len(), 10);
    assert!(advice.iter().all(|more| more.below.is_none()));
}
