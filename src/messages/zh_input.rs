//! Chinese: what is wrong with an argument, and what the tools say of themselves.

use super::path as shown_path;
use crate::names::Names;
use crate::refusal::Problem;
use crate::request::Op;

fn thing(got: &str) -> &str {
    match got {
        "null" => "null",
        "a boolean" => "布尔值",
        "a number" => "数字",
        "a string" => "字符串",
        "an array" => "数组",
        "an object" => "对象",
        "something else" => "别的值",
        "an unreadable value" => "无法读取的值",
        "a number with a fraction, or out of range" => "小数或超出范围的数",
        "a Windows path" => "Windows 路径",
        "a URL" => "URL",
        "a function" => "函数",
        "a bigint" => "大整数",
        "a symbol" => "符号",
        "an object that is no plain data" => "不是普通数据的对象",
        "an unreadable object" => "无法读取的对象",
        "an unreadable list" => "无法读取的列表",
        "a broken string" => "有残缺字符的字符串",
        "a very long string" => "过长的字符串",
        "bytes" => "字节",
        "a folder's path" => "目录的路径",
        "no text" => "不是文本",
        "a path relative to a drive" => "相对于盘符的路径",
        "a data stream of a file" => "文件的数据流",
        "characters that no name may hold" => "名字中不允许的字符",
        "a name that ends in a dot or space" => "以点或空格结尾的名字",
        "the name of a device" => "设备名",
        "undefined" => "undefined",
        other => other,
    }
}

/// A sentence or two on an argument.
pub fn problem(problem: Problem, argument: Option<&str>, got: Option<&str>, path: Option<&str>, names: &Names) -> String {
    let name = argument.map_or("参数", |argument| names.args.of(argument));
    let given = got.is_some();
    let got = thing(got.unwrap_or("something else"));
    match problem {
        Problem::Missing if given => format!("缺少 {name}；本工具没有参数 {got}。请以 {name} 之名提交。"),
        Problem::Missing => format!("缺少 {name}。请补上后再次调用。"),
        Problem::NotText => format!("{name} 必须是字符串，而收到的是{got}。"),
        Problem::NotBoolean => format!("{name} 必须是 true 或 false，而收到的是 {got}。"),
        Problem::NotWholeNumber => {
            let least = if argument == Some("insertLine") { 0 } else { 1 };
            format!("{name} 必须是不小于 {least} 的整数，而收到的是 {got}。")
        }
        Problem::NotAList => format!("{name} 必须是修改的列表，而收到的是{got}。"),
        Problem::NotAnEdit => format!("每一项必须是含有 {} 和 {} 的对象，而收到的是{got}。", names.args.old(), names.args.new_text()),
        Problem::NoEdits => format!("{name} 为空。请至少给出一处修改。"),
        Problem::TooManyEdits => format!("{name} 超过 {got} 处修改。请分成几次调用。"),
        Problem::BadChoice => format!("{name} 必须是 \"keep\"、\"lf\" 或 \"crlf\"，而收到的是 {got}。"),
        Problem::LoneSurrogate => format!("{name} 含有半个字符（孤立的代理项），任何文件都不能保存它。请给出完整的字符。"),
        Problem::Nul => format!("{name} 含有 NUL 字符，会使文件变成二进制。请去掉它。"),
        Problem::EditsBesideOldString => format!("{name} 不能与 {} 或 {} 同时给出。请只用其一。", names.args.old(), names.args.new_text()),
        Problem::EmptyOldString => format!("{name} 为空。请给出要替换的文本。"),
        Problem::NeedsReplaceAll => format!("{name} 大于 1 时需要将 {} 设为 true。", names.args.of("replaceAll")),
        Problem::PathEmpty => format!("{name} 为空。请给出文件的路径。"),
        Problem::PathNul => format!("{name} 含有 NUL 字符。请给出文件的路径。"),
        Problem::PathTooLong => format!("{name} 或其中的某个名字过长。请给出较短的路径。"),
        Problem::PathForm => format!("{} 不是本系统的路径（{got}）。请用 / 书写，并相对于工作区。", shown_path(path.unwrap_or(name))),
        Problem::PathControl => {
            format!("{} 含有控制字符或不可见字符，不会新建这样的文件。请给出普通的路径。", shown_path(path.unwrap_or(name)))
        }
        Problem::Offset => format!("{name} 超出末尾：{} 共 {got} 行。", shown_path(path.unwrap_or("文件"))),
        Problem::BadRange => format!("{name} 必须是两个行号的列表：[第一行, 最后一行]，从 1 开始；最后一行为 -1 表示到文件末尾。"),
        Problem::BadCommand => {
            format!("{name} 必须是 {}、{}、{} 或 insert，而收到的是{got}。", names.tools.read, names.tools.edit, names.tools.write)
        }
        Problem::NotAnObject => format!("参数必须是对象，而收到的是{got}。"),
    }
}

/// A tool's description for the model.
pub fn description(op: Op, names: &Names) -> String {
    let (read, edit, write) = (&names.tools.read, &names.tools.edit, &names.tools.write);
    let (old, new) = (names.args.old(), names.args.new_text());
    match op {
        Op::Read => {
            let range = match (&names.args.offset, &names.args.limit) {
                (Some(offset), Some(limit)) => format!("较长的文件会注明如何用 {offset} 和 {limit} 继续读取。"),
                _ => String::new(),
            };
            format!(
                "显示工作区内的文本文件，带行号：右对齐的行号、制表符、该行内容。行号和制表符不是文件内容，不要复制到 {old} 中。{range}修改文件之前请先读取。"
            )
        }
        Op::Edit => {
            let all = names
                .args
                .replace_all
                .as_ref()
                .map_or(String::new(), |argument| format!("若要全部替换，请将 {argument} 设为 true；这也会替换较长名字的一部分。"));
            let edits = names.args.edits.as_ref().map_or(String::new(), |argument| {
                format!("同一文件的多处修改放入 {argument}：全部按文件现在的内容匹配，要么全部修改，要么都不修改。")
            });
            format!(
                "替换文件中的一段确切文本。请先用 {read} 读取文件。{old} 要与文件中完全一致，包括缩进，不带行号，并取能唯一确定位置的最少行数。{new} 原样写入。{all}{edits}{old} 为空则以 {new} 新建文件。回答会显示改动的行：修改之后无需重新读取。"
            )
        }
        Op::Write => format!(
            "写入整个文件，缺少的目录会自动建立。已存在的文件必须先用 {read} 完整读取，其内容会全部被替换。只改一部分请用 {edit}，它会保持其余每个字节不变。{write} 用于新文件和彻底重写。"
        ),
    }
}

/// The description of an argument in a tool's schema.
pub fn argument(op: Op, argument: &str, names: &Names) -> String {
    let old = names.args.old();
    match (op, argument) {
        (_, "filePath") => "文件的路径，绝对路径或相对于工作区".into(),
        (_, "oldString") => "要替换的文本，从文件中原样复制，不带行号；为空则新建文件".into(),
        (_, "newString") => "替换成的文本".into(),
        (_, "replaceAll") => format!("替换 {old} 出现的每一处（默认 false）"),
        (_, "expectedReplacements") => "预计替换的处数；不符则拒绝".into(),
        (_, "edits") => "对此文件的多处修改，全部按现在的内容匹配；要么全部修改，要么都不修改".into(),
        (_, "content") => "新的完整内容".into(),
        (_, "lineEndings") => "写入文件的换行符：keep 保持原文件的（默认），或 lf、crlf".into(),
        (_, "offset") => "要显示的第一行，从 1 开始".into(),
        (_, "limit") => "要显示的行数".into(),
        _ => String::new(),
    }
}
