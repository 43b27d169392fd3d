//! What the model is told after a miss: each kind in both languages, bounded, calm, and with the exact text in a fence.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;

use diagnose_support::Asked;
use stet::diagnose::{Miss, diagnose};
use stet::messages::hints::describe;
use stet::names::{Locale, Names};

fn texts(file: &str, old: &str, new: &str) -> [String; 2] {
    let asked = Asked::new(file.as_bytes(), old, Some(new));
    let diagnosis = asked.diagnose();
    [Locale::En, Locale::Zh].map(|locale| describe(locale, &diagnosis, &asked.miss(), &Names::default()))
}

#[test]
fn each_text_names_kind_lines_and_the_exact_text() {
    let file = "fn main() {\n\tlet a = 1;\n\tlet b = \"two\";\n}\n";
    for (old, new, says) in [
        ("     2\t\tlet a = 1;", "     2\t\tlet a = 2;", ["line numbers", "行号"]),
        ("    let a = 1;\n    let b = \"two\";", "    let a = 2;", ["tabs and spaces", "制表符"]),
        ("let a = 1;\nlet b = \"two\";", "let a = 2;\nlet b = \"two\";", ["indented by 1 tab more", "多缩进 1 个制表符"]),
        ("\tlet a = 1; \n\tlet b = \"two\";", "x", ["end of a line", "行尾"]),
        ("\tlet b = \u{201C}two\u{201D};", "x", ["look alike", "相似"]),
        ("\tlet b = \\\"two\\\";", "x", ["backslashes", "反斜杠"]),
        ("\tlet  a = 1;", "x", ["inside a line", "行内"]),
        ("\tLET a = 1;", "x", ["case", "大小写"]),
        ("\tlet a = 1;\n\n\tlet b", "x", ["blank line", "空行"]),
        ("fn main() {\n\t...\n}", "x", ["placeholder", "占位符"]),
        ("\tlet a = 17;\n\tlet b = \"two\";", "x", ["most similar", "最相似"]),
        ("\tlet a = 0;", "\tlet a = 1;", ["already", "已在"]),
        ("nothing of the kind stands here", "x", ["Nothing similar", "没有相似"]),
        ("\n\n   \n\n", "x", ["nothing but whitespace", "只有空白"]),
    ] {
        for (text, says) in texts(file, old, new).iter().zip(says) {
            assert!(text.contains(says), "{old:?}: {says:?} isn't in {text}");
            assert!(!text.contains('!') && !text.to_lowercase().contains("please"), "calm: {text}");
            if std::env::var_os("STET_PRINT").is_some() {
                println!("--- {old:?}\n{text}\n");
            }
        }
    }
}

#[test]
fn what_is_quoted_is_bounded_and_fenced() {
    let file: String = (0..400).map(|line| format!("\tcall_{line}(`{line}`, ```{line});\n")).collect();
    let [short, _] = texts(&file, "    call_7(`7`, ```7);", "x");
    assert!(short.contains("````\n\tcall_7(`7`, ```7);\n````"), "a fence longer than any inside: {short}");
    let [long, _] = texts(&file, &file.replace('\t', "    "), "x");
    assert!(long.len() < 12 << 10 && long.lines().count() < 60, "{} bytes", long.len());
    let [control, _] = texts("bell = \"\u{7}\"\n", "Bell = \"\u{7}\"", "x");
    assert!(control.contains("\"bell = \\\"\\u0007\\\"\""), "{control}");
}

#[test]
fn characters_that_cannot_be_seen_are_named() {
    let [en, zh] = texts("a\u{A0}b = 1\n", "a b = 1", "x");
    assert!(en.contains("only the file has U+00A0") && zh.contains("U+00A0"), "{en} {zh}");
    let [en, _] = texts("say(\"x\")\n", "say(\u{201C}x\u{201D})", "x");
    assert!(en.contains("only old_string has U+201C U+201D"), "{en}");
}

#[test]
fn what_stands_elsewhere_is_told() {
    let asked = Asked::new(b"a file of its own\n", "the needle text", Some("another"));
    let earlier: [&[u8]; 1] = [b"before the needle text after"];
    let others: [(&str, &[u8]); 1] = [("lib/yes.rs", b"the needle text\n")];
    let miss = Miss { earlier_new: &earlier, others: &others, seen: Some(b"the needle text\n"), ..asked.miss() };
    let diagnosis = diagnose(&miss);
    for (locale, says) in
        [(Locale::En, ["edits[0]", "lib/yes.rs", "version that you saw"]), (Locale::Zh, ["edits[0]", "lib/yes.rs", "看到的版本"])]
    {
        let text = describe(locale, &diagnosis, &miss, &Names::default());
        assert!(says.iter().all(|says| text.contains(says)), "{text}");
    }
}
