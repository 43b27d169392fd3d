//! What Anthropic's text editor tool says in addition: the sentences that its documentation asks for, before stet's own, and
//! what the one tool says of itself.

use crate::names::Locale;
use crate::refusal::Why;

/// Before the text of a replacement.
pub fn replaced(locale: Locale) -> &'static str {
    match locale {
        Locale::En => "Successfully replaced text at exactly one location.\n",
        Locale::Zh => "已成功替换恰好一处文本。\n",
    }
}

/// A refusal: the documented sentence where there is one, then what stet has to say.
pub fn refused(why: &Why, text: &str, locale: Locale) -> String {
    let mut all = String::from(if locale == Locale::En { "Error: " } else { "错误：" });
    let [en, zh] = match why {
        Why::Missing { .. } => ["File not found\n", "找不到文件\n"],
        Why::Ambiguous { .. } => [
            "Found # matches for replacement text. Please provide more context to make a unique match.\n",
            "要替换的文本有 # 处匹配。请提供更多上下文，使匹配唯一。\n",
        ],
        Why::NotFound { .. } => {
            ["No match found for replacement. Please check your text and try again.\n", "没有找到要替换的文本。请检查文本后重试。\n"]
        }
        Why::PermissionDenied { .. } => ["Permission denied. Cannot write to file.\n", "没有权限，无法写入文件。\n"],
        _ => ["", ""],
    };
    let documented = if locale == Locale::En { en } else { zh };
    match why {
        Why::Ambiguous { matches, .. } => all.push_str(&documented.replace('#', &matches.to_string())),
        _ => all.push_str(documented),
    }
    all.push_str(text);
    all
}

/// The tool's description. Its names are fixed: they are part of what the models know of it.
pub fn description(locale: Locale) -> &'static str {
    match locale {
        Locale::En => {
            "Views, creates and changes text files of the workspace. view: shows a file with line numbers (number, colon, space, line; the first three aren't part of the file: never copy them into old_str), or what stands in a folder. View a file before you change it. str_replace: replaces old_str by new_str; copy old_str exactly as it stands in the file, with indentation, and take the fewest lines that are unique. insert: puts a text on lines of its own after a line. create: writes a whole file; folders are created; a file that exists must have been shown whole before. The answer shows the changed lines: no need to view the file again after a change."
        }
        Locale::Zh => {
            "查看、新建和修改工作区内的文本文件。view：显示文件，带行号（行号、冒号、空格、该行内容；前三者不是文件内容，不要复制到 old_str 中），或列出目录中的内容。修改文件之前请先查看。str_replace：将 old_str 替换为 new_str；old_str 要与文件中完全一致，包括缩进，并取能唯一确定位置的最少行数。insert：把文本作为单独的行插入到某一行之后。create：写入整个文件，缺少的目录会自动建立；已存在的文件必须先完整查看。回答会显示改动的行：修改之后无需重新查看。"
        }
    }
}

/// The description of an argument, by its own name.
pub fn argument(locale: Locale, name: &str) -> &'static str {
    let (en, zh) = match name {
        "command" => ("What to do", "要执行的命令"),
        "path" => ("Path of the file or folder, absolute or relative to the workspace", "文件或目录的路径，绝对路径或相对于工作区"),
        "view_range" => (
            "For view of a file: first and last line to show, counted from 1; [20, -1] shows all from line 20 on",
            "用于 view 文件：要显示的第一行和最后一行，从 1 开始；[20, -1] 显示第 20 行起的全部内容",
        ),
        "file_text" => ("For create: the whole content", "用于 create：完整内容"),
        "old_str" => (
            "For str_replace: the text to replace, copied exactly from the file, without line numbers",
            "用于 str_replace：要替换的文本，从文件中原样复制，不带行号",
        ),
        "new_str" => (
            "For str_replace: the text to put in its place; without it the text is deleted",
            "用于 str_replace：替换成的文本；不给出则删除原文本",
        ),
        "insert_line" => (
            "For insert: the line after which the text goes; 0 is the beginning of the file",
            "用于 insert：文本插入到这一行之后；0 为文件开头",
        ),
        _ => ("For insert: the text to insert", "用于 insert：要插入的文本"),
    };
    match locale {
        Locale::En => en,
        Locale::Zh => zh,
    }
}
