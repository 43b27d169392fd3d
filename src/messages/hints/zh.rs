//! The Chinese sentences.

use super::{Sentences, shift};
use crate::diagnose::{Hint, Kind};
use crate::names::Names;

pub struct Chinese;

fn times(matches: usize) -> String {
    if matches > 1 {
        format!("这段文本在文件中出现 {matches} 次：请加上相邻的行，使其唯一。")
    } else {
        String::new()
    }
}

fn blanks(tabs: usize, spaces: usize) -> String {
    let count = |count: usize, unit: &str| (count > 0).then(|| format!("{count} 个{unit}"));
    [count(tabs, "制表符"), count(spaces, "空格")].into_iter().flatten().collect::<Vec<_>>().join("和")
}

impl Sentences for Chinese {
    fn differs(&self, kind: Kind, hint: &Hint) -> String {
        match kind {
            Kind::ReaderNotice => "把读取工具的提示一起复制了".into(),
            Kind::LineNumberPrefix => "读取视图中的行号不是文件内容".into(),
            Kind::TabsSpaces => "制表符与空格不同".into(),
            Kind::Indentation => match shift(hint) {
                Some((true, tabs, spaces)) => format!("文件中的行多缩进 {}", blanks(tabs, spaces)),
                Some((false, tabs, spaces)) => format!("文件中的行少缩进 {}", blanks(tabs, spaces)),
                None => "缩进不同".into(),
            },
            Kind::BlankLine => "少了或多了空行".into(),
            Kind::TrailingWhitespace => "行尾空白不同".into(),
            Kind::UnicodeLookalike => "有外形相似或不可见的字符不同".into(),
            Kind::Escape => "反斜杠或实体不同（多转义或少转义了一次）".into(),
            Kind::InnerWhitespace => "行内空白不同".into(),
            Kind::Case => "大小写不同".into(),
            Kind::LineBreak => "换行位置不同".into(),
            Kind::Elision => "占位符代替了文件中的若干行".into(),
            other => other.name().into(),
        }
    }
    fn odd_characters(&self, old: &str, in_old: &str, in_file: &str) -> String {
        match (in_old, in_file) {
            ("", "") => "字符相同但位置不同".into(),
            ("", in_file) => format!("只有文件中有 {in_file}"),
            (in_old, "") => format!("只有 {old} 中有 {in_old}"),
            (in_old, in_file) => format!("{old} 中是 {in_old}，文件中是 {in_file}"),
        }
    }
    fn join(&self, parts: &[String]) -> String {
        parts.join("；")
    }
    fn one_place(&self, lines: &str, differs: &str) -> String {
        format!("与{lines}相符，只差这一点：{differs}。")
    }
    fn places(&self, count: usize, at_least: bool, lines: &str, differs: &str) -> String {
        let at_least = if at_least { "至少 " } else { " " };
        format!("有{at_least}{count} 处相符（第 {lines} 行），只差这一点：{differs}。")
    }
    fn lines(&self, start: usize, end: usize) -> String {
        if start == end { format!("第 {start} 行") } else { format!("第 {start}-{end} 行") }
    }
    fn copy(&self, old: &str, matches: usize) -> String {
        format!("请把下面的文本原样用作 {old}。{}", times(matches))
    }
    fn copy_if_meant(&self, old: &str, matches: usize) -> String {
        format!("若这正是你要的文本，请把它原样用作 {old}。{}", times(matches))
    }
    fn copy_json(&self, old: &str, matches: usize) -> String {
        format!("请把下面的文本用作 {old}；因含有控制字符，以 JSON 字符串给出。{}", times(matches))
    }
    fn diff(&self) -> String {
        "差异（- 为你的文本，+ 为文件）：".into()
    }
    fn correct_lines(&self, old: &str) -> String {
        format!("请在 {old} 中更正这些行，然后重新发送编辑。")
    }
    fn corrected(&self, new: &str) -> String {
        format!("同样更正后，{new} 为：")
    }
    fn choose(&self, names: &Names) -> String {
        format!("请用 {} 查看这些行，复制你要的那一处，并带上足够的行使其唯一。", names.tools.read)
    }
    fn already_applied(&self, lines: &str, count: usize, names: &Names) -> String {
        let lines = if count > 1 { format!("{count} 处，第 {lines} 行") } else { lines.to_owned() };
        format!("{} 已在文件中（{lines}）：这处编辑看来已经完成。请继续，或用 {} 核对。", names.args.new_text(), names.tools.read)
    }
    fn wrong_file(&self, path: &str, line: usize) -> String {
        format!("{path} 的第 {line} 行有这段文本。如果要改的是那个文件，请对它发送这次编辑。")
    }
    fn changed_since(&self, line: usize, names: &Names) -> String {
        format!("它曾在你看到的版本的第 {line} 行；此后文件已改变。请重新用 {} 读取。", names.tools.read)
    }
    fn depends_on_edit(&self, index: usize, names: &Names) -> String {
        format!(
            "它只出现在本次调用中较早一处编辑（{}[{index}]）的 {} 里；所有编辑都与文件现在的内容匹配。请把两处合为一处，或在之后的调用中发送这一处。",
            names.args.of("edits"),
            names.args.new_text()
        )
    }
    fn reader_notice(&self, names: &Names) -> String {
        format!("其中含有 {} 的提示，那不是文件内容。请去掉它。", names.tools.read)
    }
    fn nearest(&self, lines: &str, similarity: u32) -> String {
        format!("最相似的文本（{}.{} %）在{lines}。", similarity / 10, similarity % 10)
    }
    fn nearest_places(&self, lines: &str) -> String {
        format!("有几处同样相似：第 {lines} 行。")
    }
    fn nothing(&self, names: &Names) -> String {
        format!("文件中没有相似的文本。请重新用 {} 读取，并从中复制。", names.tools.read)
    }
    fn only_blanks(&self, names: &Names) -> String {
        format!("{} 只有空白，而文件中没有这样的空白。请连同有文字的行一起复制。", names.args.old())
    }
    fn cut(&self) -> String {
        "查找因达到预算而中断，可能还有其他位置。".into()
    }
}
