//! The kinds one by one, the traps that were met, and properties over random files.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;

use diagnose_support::Asked;
use proptest::prelude::*;
use stet::diagnose::{Diagnosis, Hint, Kind, Miss, diagnose};

fn ask(file: &str, old: &str) -> Diagnosis {
    Asked::new(file.as_bytes(), old, None).diagnose()
}

fn kinds(hint: &Hint) -> Vec<&'static str> {
    hint.kinds.iter().map(Kind::name).collect()
}

/// The first hint's kinds, and the text that it offers.
fn first(file: &str, old: &str) -> (Vec<&'static str>, Option<String>) {
    let diagnosis = ask(file, old);
    diagnosis.hints.first().map_or((Vec::new(), None), |hint| (kinds(hint), hint.text.clone()))
}

#[test]
fn each_kind_is_named_with_the_exact_text() {
    let cases: [(&str, &str, &[&str], &str); 33] = [
        ("one\ntwo\nthree\n", "     2\ttwo\n     3\tthree", &["line_number_prefix"], "two\nthree"),
        ("one\ntwo\n", "2→two", &["line_number_prefix"], "two"),
        ("aa()\nbb()\n", "1 | aa()\n2 | bb()", &["line_number_prefix"], "aa()\nbb()"),
        ("x\n\tgo()\n\tstop()\n", "12: \tgo()\n13: \tstop()", &["line_number_prefix"], "\tgo()\n\tstop()"),
        ("x\n\tgo()\n\tstop()\n", "    12  \tgo()\n    13  \tstop()", &["line_number_prefix"], "\tgo()\n\tstop()"),
        ("a = 1   \nb = 2\n", "a = 1\nb = 2", &["trailing_whitespace"], "a = 1   \nb = 2"),
        ("a = 1\nb = 2\n", "a = 1  \nb = 2", &["trailing_whitespace"], "a = 1\nb = 2"),
        ("a\nlast line", "last line\n", &["trailing_whitespace"], "last line"),
        ("if x:\n\tgo()\n", "if x:\n    go()", &["tabs_spaces"], "if x:\n\tgo()"),
        ("\tif x:\n\t\tgo()\n", "if x:\n\tgo()", &["indentation"], "\tif x:\n\t\tgo()"),
        ("if x:\n  go()\n  stop()\n", "if x:\n    go()\n    stop()", &["indentation"], "if x:\n  go()\n  stop()"),
        ("a\n\nb\n", "a\nb", &["blank_line"], "a\n\nb"),
        ("a1\nb1\n", "a1\n\n\nb1", &["blank_line"], "a1\nb1"),
        ("foo( x )\n", "foo( x  )", &["inner_whitespace"], "foo( x )"),
        ("say('hi')\n", "say(\u{2018}hi\u{2019})", &["unicode_lookalike"], "say('hi')"),
        ("pages 3\u{2013}5\n", "pages 3-5", &["unicode_lookalike"], "pages 3\u{2013}5"),
        ("loading\u{2026} done\n", "loading... done", &["unicode_lookalike"], "loading\u{2026} done"),
        ("caf\u{E9} open\n", "cafe\u{301} open", &["unicode_lookalike"], "caf\u{E9} open"),
        ("t\u{1EC7}p\n", "te\u{323}\u{302}p", &["unicode_lookalike"], "t\u{1EC7}p"),
        ("\u{1112}\u{1161}\u{11AB} = 1\n", "\u{D55C} = 1", &["unicode_lookalike"], "\u{1112}\u{1161}\u{11AB} = 1"),
        ("key\u{200B}name: 1\n", "keyname: 1", &["unicode_lookalike"], "key\u{200B}name: 1"),
        ("\u{503C}\u{FF1A}1\n", "\u{503C}:1", &["unicode_lookalike"], "\u{503C}\u{FF1A}1"),
        ("p\u{430}yload = 1\n", "payload = 1", &["unicode_lookalike"], "p\u{430}yload = 1"),
        ("a\u{A0}b = 1\n", "a b = 1", &["unicode_lookalike"], "a\u{A0}b = 1"),
        ("sep = \"a\\nb\"\n", "sep = \"a\nb\"", &["escape"], "sep = \"a\\nb\""),
        ("{\"name\": 1}\n", "{\\\"name\\\": 1}", &["escape"], "{\"name\": 1}"),
        ("re = /\\d+/\n", "re = /\\\\d+/", &["escape"], "re = /\\d+/"),
        ("if a < b && c\n", "if a &lt; b &amp;&amp; c", &["escape"], "if a < b && c"),
        ("x &lt; y\n", "x &amp;lt; y", &["escape"], "x &lt; y"),
        ("let Value = 1\n", "let value = 1", &["case"], "let Value = 1"),
        ("call(a,\n     b)\n", "call(a, b)", &["line_break"], "call(a,\n     b)"),
        (
            "one\n\tif x:\n\t\tgo('a')\n",
            "     2\t    if x:\n     3\t        go(\u{2019}a\u{2019})",
            &["line_number_prefix", "tabs_spaces", "unicode_lookalike"],
            "\tif x:\n\t\tgo('a')",
        ),
        ("one\r\n\ttwo\r\n\tthree\r\n", "    two\n    three\n", &["tabs_spaces"], "\ttwo\n\tthree\n"),
    ];
    for (file, old, expected, text) in cases {
        assert_eq!(first(file, old), (expected.to_vec(), Some(text.to_owned())), "{old:?} in {file:?}");
    }
}

#[test]
fn several_places_are_listed_and_none_is_picked() {
    let diagnosis = ask("  go()\nx\n  go()\n", "\tgo()\n");
    let hint = &diagnosis.hints[0];
    assert_eq!((hint.count, hint.text.as_ref(), hint.places.len()), (2, None, 2));
    assert_eq!(hint.places.iter().map(|place| place.start_line).collect::<Vec<_>>(), [1, 3]);
    let nearest = ask("value = compute(1)\nother\nvalue = compute(2)\n", "value = compute(3)");
    assert_eq!((nearest.hints[0].kind, nearest.hints[0].count), (Kind::Nearest, 2));
}

#[test]
fn a_line_end_at_the_edge_meets_a_real_one() {
    assert!(ask("        IXLCells Cells();\n", "        ixlce\n").hints.iter().all(|hint| hint.kind != Kind::Case));
}

#[test]
fn the_offered_text_keeps_what_the_fold_drops() {
    // A line that ends in a backslash: the fold doesn't see it, the text must have it.
    let (kinds, text) = first("cmd one \\\n  two\n", "cmd  one \\");
    assert_eq!((kinds, text.as_deref()), (vec!["inner_whitespace"], Some("cmd one \\")));
    let (kinds, text) = first("x = \\\"Quoted\\\" y\n", "\\\"quoted\\\" y");
    assert_eq!((kinds, text.as_deref()), (vec!["case"], Some("\\\"Quoted\\\" y")));
    let (kinds, text) = first("\u{FEFF}one\ntwo\n", "1→\u{FEFF}one\n2→two");
    assert_eq!((kinds, text.as_deref()), (vec!["line_number_prefix"], Some("one\ntwo")));
}

#[test]
fn a_dash_is_no_lookalike_of_two() {
    assert!(ask("git commit --amend\n", "git commit -amend").hints.iter().all(|hint| hint.kind == Kind::Nearest));
}

#[test]
fn elision_names_the_shortest_chain() {
    let file = "fn a() {\n    one();\n    two();\n    three();\n}\n\nfn b() {\n    four();\n}\n";
    for marker in ["    ...", "    // ... existing code ...", "    // rest of the code unchanged ...", "…"] {
        let (kinds, text) = first(file, &format!("fn a() {{\n{marker}\n    three();"));
        assert_eq!((kinds, text.as_deref()), (vec!["elision"], Some("fn a() {\n    one();\n    two();\n    three();")), "{marker}");
    }
    let (kinds, text) = first(file, "    one();\n    tw …");
    assert_eq!((kinds, text.as_deref()), (vec!["elision"], Some("    one();\n    two();")));
}

#[test]
fn what_is_applied_already_is_said_and_never_for_a_trim() {
    let applied =
        |file: &str, old: &str, new: &str| Asked::new(file.as_bytes(), old, Some(new)).diagnose().hints.first().map(|hint| hint.kind);
    assert_eq!(applied("level = \"debug\"\n", "level = \"info\"", "level = \"debug\""), Some(Kind::AlreadyApplied));
    assert_ne!(applied("a = 1\nkeep()\n", "  keep()\n  gone()", "  keep()"), Some(Kind::AlreadyApplied));
    assert_ne!(applied("x = abc\n", "y = abd + 1", "abd"), Some(Kind::AlreadyApplied));
}

#[test]
fn notices_of_the_reader_are_left_out() {
    let (kinds, text) = first("one\ntwo\nthree\n", "     1\tone\n     2\ttwo\n[Shown up to line 2 of 3. To go on: Read with offset 3.]");
    assert_eq!((kinds, text.as_deref()), (vec!["reader_notice", "line_number_prefix"], Some("one\ntwo")));
    let (kinds, text) = first("one\ntwo\n", "one\ntwo\n<system-reminder>\nBe careful.\n</system-reminder>");
    assert_eq!((kinds, text.as_deref()), (vec!["reader_notice"], Some("one\ntwo")));
}

#[test]
fn what_stands_elsewhere_is_said() {
    let asked = Asked::new(b"a file of its own\n", "the needle text", Some("another"));
    let earlier: [&[u8]; 1] = [b"before the needle text after"];
    let others: [(&str, &[u8]); 2] = [("lib/no.rs", b"no"), ("lib/yes.rs", b"first\r\nthe needle text\r\n")];
    let seen = b"x\nthe needle text\n";
    let miss = Miss { earlier_new: &earlier, others: &others, seen: Some(seen), ..asked.miss() };
    let hints = diagnose(&miss).hints;
    let said: Vec<(Kind, Option<usize>, Option<&str>)> = hints.iter().map(|hint| (hint.kind, hint.there, hint.path.as_deref())).collect();
    assert_eq!(
        said,
        [(Kind::DependsOnEdit, Some(0), None), (Kind::ChangedSince, Some(2), None), (Kind::WrongFile, Some(2), Some("lib/yes.rs"))]
    );
}

#[test]
fn corrected_new_text_is_carried_through_the_same_change() {
    let corrected =
        |file: &str, old: &str, new: &str| Asked::new(file.as_bytes(), old, Some(new)).diagnose().hints[0].corrected_new_string.clone();
    assert_eq!(
        corrected("\tif x:\n\t\tgo()\n", "if x:\n\tgo()", "if x:\n\n\tif y:\n\t\tgo()").as_deref(),
        Some("\tif x:\n\n\t\tif y:\n\t\t\tgo()")
    );
    assert_eq!(
        corrected("if x:\n\tgo()\n", "if x:\n    go()", "if x:\n    if y:\n        go()").as_deref(),
        Some("if x:\n\tif y:\n\t\tgo()")
    );
    assert_eq!(corrected("one\ntwo\n", "     2\ttwo", "     2\tTWO\n     3\tthree").as_deref(), Some("TWO\nthree"));
    assert_eq!(corrected("a  \nb\n", "a\nb", "a\nc").as_deref(), Some("a  \nc"));
}

#[test]
fn layout_is_repaired_at_one_place_and_never_shifted_twice() {
    let repaired = |file: &str, old: &str, new: &str| {
        let asked = Asked::new(file.as_bytes(), old, Some(new));
        let diagnosis = asked.diagnose();
        asked.repair(&diagnosis).map(|repair| (repair.text, repair.kind))
    };
    let file = "\tif x:\n\t\tgo()\n";
    assert_eq!(repaired(file, "if x:\n\tgo()", "if y:\n\tgo()"), Some(("\tif y:\n\t\tgo()".into(), Kind::Indentation)));
    assert_eq!(repaired(file, "if x:\n\tgo()", "\tif y:\n\t\tgo()"), Some(("\tif y:\n\t\tgo()".into(), Kind::Indentation)));
    assert_eq!(repaired(file, "if x:\n\tgo()", "\t\tif y:\n\t\t\tgo()"), None, "neither the needle's indentation nor the file's");
    assert_eq!(repaired("if x:\n\tgo()\n", "if x:\n    go()", "if y:\n    go()"), None, "tabs against spaces only propose");
    assert_eq!(repaired(&file.repeat(2), "if x:\n\tgo()", "if y:\n\tgo()"), None, "two places");
    assert_eq!(repaired("let Value = 1\n", "let value = 1", "let value = 2"), None, "no layout");
    assert_eq!(repaired("one\ntwo\n", "     2\ttwo", "     2\tTWO"), Some(("TWO".into(), Kind::LineNumberPrefix)));
    assert_eq!(repaired("one\ntwo\n", "     2\ttwo\n", "     2\tTWO\nmore\n"), None, "some lines with numbers, some without");
    assert_eq!(repaired("a = 1  \nb = 2\n", "a = 1\nb = 2", "a = 1\nb = 3"), Some(("a = 1  \nb = 3".into(), Kind::TrailingWhitespace)));
}

#[test]
fn the_same_miss_gets_the_same_answer() {
    let file: String = (0..500).map(|line| format!("value_{} = compute({})\n", line % 50, line % 7)).collect();
    let answer = || format!("{:?}", ask(&file, "value_3 = compute(9)\nvalue_4 = compare(1)"));
    assert_eq!(answer(), answer());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever file and needle: no panic, the budget is kept, and what is claimed is true (`diagnose()` of the support checks it).
    #[test]
    fn claims_hold_on_random_text(
        file in "([a-cA-C\\\\n\"'&;\t \n\r\u{A0}\u{2019}\u{2014}\u{2026}\u{E9}\u{301}\u{FEFF}.-]|&amp;|\r\n|    |  fn x\\(\\)|1→){0,120}",
        needle in "([a-cA-C\\\\n\"'&;\t \n\u{A0}\u{2019}\u{2014}\u{2026}\u{E9}\u{301}\u{FEFF}.-]|&amp;|    |  fn x\\(\\)|1→){1,20}",
        new in "[a-c \n\t]{0,12}",
    ) {
        let asked = Asked::new(file.as_bytes(), &needle, Some(&new));
        let diagnosis = asked.diagnose();
        if let Some(repair) = asked.repair(&diagnosis) {
            prop_assert!(diagnosis.hints[0].range() == (repair.start..repair.end_exclusive));
        }
    }

    /// A piece of a file that is spoiled is found again where it stood, or among the places listed.
    #[test]
    fn spoiled_pieces_are_found(
        lines in prop::collection::vec("\t{0,3}[a-z]{4,9} = [a-z]{4,9}\\([0-9]{3,6}\\);", 3..30),
        from in 0usize..30, count in 1usize..6, way in 0usize..4,
    ) {
        let file = lines.join("\n") + "\n";
        let from = from % lines.len();
        let piece = lines[from..(from + count).min(lines.len())].join("\n");
        let spoiled = match way {
            0 => piece.replace('\t', "    "),
            1 => piece.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"),
            2 => piece.lines().enumerate().map(|(at, line)| format!("{:>6}\t{line}", from + 1 + at)).collect::<Vec<_>>().join("\n"),
            _ => piece.lines().map(|line| format!("{line} ")).collect::<Vec<_>>().join("\n"),
        };
        let asked = Asked::new(file.as_bytes(), &spoiled, None);
        prop_assume!(asked.exact == 0);
        let diagnosis = asked.diagnose();
        let found = diagnosis.hints.iter().any(|hint| (hint.start_line..=hint.end_line).contains(&(from + 1)) || hint.places.iter().any(|place| (place.start_line..=place.end_line).contains(&(from + 1))));
        prop_assert!(found, "{spoiled:?} in {file:?}: {:?}", diagnosis.hints);
    }
}
