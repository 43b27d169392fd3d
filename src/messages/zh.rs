//! Chinese.

use super::{Head, Note, Texts, numbers, path as shown_path, quoted, size, span, spans, zh_input};
use crate::changed::diff_text;
use crate::fence::fenced;
use crate::hunk::Hunk;
use crate::locate::NAMED_MATCHES;
use crate::names::{Form, Names};
use crate::plan::PlanKind;
use crate::refusal::{EncodingProblem, Hurdle, Large, MoreLines, SameReason, Why};
use crate::request::Op;

/// The Chinese texts.
pub struct Chinese;

fn edit_number(index: Option<usize>, names: &Names) -> String {
    index.map_or(String::new(), |index| format!("{}[{index}]：", names.args.of("edits")))
}

/// Inside a sentence: "old_string", "edits[1] 的 old_string".
fn old_of(index: Option<usize>, names: &Names) -> String {
    let old = names.args.old();
    index.map_or(old.to_owned(), |index| format!("{}[{index}] 的 {old}", names.args.of("edits")))
}

/// "第 3、7 行", and how many more.
fn on_lines(named: (String, usize)) -> String {
    let list = named.0.replace(", ", "、");
    if named.1 == 0 { format!("第 {list} 行") } else { format!("第 {list} 行等（另有 {} 处）", named.1) }
}

fn diff_of(hunks: &[Hunk]) -> String {
    let (diff, left_out) = diff_text(hunks);
    let more = if left_out > 0 { format!("\n另有 {left_out} 行差异未列出。") } else { String::new() };
    format!("{}{more}", fenced(&diff))
}

impl Texts for Chinese {
    fn refusal(&self, why: &Why, names: &Names) -> String {
        let (read, edit, write) = (&names.tools.read, &names.tools.edit, &names.tools.write);
        let old = names.args.old();
        match why {
            Why::InvalidInput { problem, argument, got, index, path } => {
                let problem = zh_input::problem(*problem, argument.as_deref(), got.as_deref(), path.as_deref(), names);
                format!("{}{problem}", edit_number(*index, names))
            }
            Why::NoChange { reason: SameReason::Identical, index } => {
                format!(
                    "{}{old} 与 {} 完全相同，没有改动。请给出新的文本，或去掉这处修改。",
                    edit_number(*index, names),
                    names.args.new_text()
                )
            }
            Why::NoChange { reason: SameReason::LineEnds, .. } => {
                let advice =
                    names.args.line_endings.as_ref().map_or(String::new(), |argument| format!("要改换行符，请用 {write} 的 {argument}。"));
                format!("没有改动：{old} 与 {} 只有换行符不同，而换行符以文件为准。{advice}", names.args.new_text())
            }
            Why::OutsideRoot { path } => format!("{} 在工作区之外，只能使用工作区内的文件。请给出工作区内的路径。", shown_path(path)),
            Why::Denied { path, .. } => format!("工作区的规则不允许本工具使用 {}。请不用此文件继续，或询问用户。", shown_path(path)),
            Why::UserRejected { path, reason } => {
                let reason = reason.as_ref().map_or(String::new(), |reason| format!("用户的说明：{}。", quoted(reason)));
                format!("用户拒绝了对 {} 的这次修改，没有写入。{reason}再次尝试之前请先问清用户的要求。", shown_path(path))
            }
            Why::Missing { path, op, near } => {
                let near = if near.is_empty() {
                    String::new()
                } else {
                    format!("相近的路径：{}。", near.iter().map(|path| shown_path(path)).collect::<Vec<_>>().join("、"))
                };
                let next = if *op == Op::Edit && names.form == Form::TextEditor {
                    format!("请检查路径；若要新建文件，请用 {write}。")
                } else if *op == Op::Edit {
                    format!("请检查路径；若要新建文件，请将 {old} 留空并以 {} 给出内容。", names.args.new_text())
                } else {
                    "请检查路径。".to_owned()
                };
                format!("没有文件 {}。{near}{next}", shown_path(path))
            }
            Why::Exists { path, .. } => {
                format!(
                    "{} 已存在且不为空；空的 {old} 只用于新建文件。请先用 {read} 读取，再用 {edit} 替换其中的文本，或用 {write} 替换全部内容。",
                    shown_path(path)
                )
            }
            Why::IsDirectory { path } => format!("{} 是目录。请给出其中某个文件的路径。", shown_path(path)),
            Why::NotRegular { path } => format!("{} 不是普通文件（管道、套接字或设备），没有打开。请给出文件的路径。", shown_path(path)),
            Why::Symlink { path, target: Some(target) } => {
                format!("{} 是指向 {} 的符号链接，不会修改链接。请直接使用 {}。", shown_path(path), shown_path(target), shown_path(target))
            }
            Why::Symlink { path, target: None } => {
                format!("{} 是符号链接，不指向工作区内的文件，没有跟随。请给出文件的路径。", shown_path(path))
            }
            Why::TooLarge { what, path, argument, size: actual, limit } => {
                too_large(*what, path.as_deref(), argument.as_deref(), *actual, *limit, names)
            }
            Why::Binary { path, at } => {
                format!("{} 是二进制文件（偏移 {at} 处有 NUL 字节），不能当作文本处理。请用别的工具。", shown_path(path))
            }
            Why::Encoding { path, problem, argument, line } => encoding(path, *problem, argument.as_deref(), *line, names),
            Why::NotRead { path, op: Op::Edit, excerpt, matches, hurdle, .. } => {
                let path = shown_path(path);
                let (state, next) = match hurdle {
                    Hurdle::None => ("，没有改动。".to_owned(), format!("若这正是要改的地方，请原样再次调用；否则请先用 {read} 读取。")),
                    Hurdle::Absent { index } => (
                        format!("，其中也没有 {}；没有改动。", old_of(*index, names)),
                        format!("请用 {read} 查看其余部分，再复制要替换的文本。"),
                    ),
                    Hurdle::Several { index, matches } => (
                        format!("，{} 在其中出现 {matches} 次；没有改动。", old_of(*index, names)),
                        format!("若只改一处，请把它周围更多的文本一并复制到 {old} 中；请用 {read} 查看其余部分。"),
                    ),
                    Hurdle::Unshown => {
                        ("，要改的地方较多，无法在此全部显示；没有改动。".to_owned(), format!("请先用 {read} 读取，再原样调用。"))
                    }
                };
                match excerpt {
                    Some(excerpt) => {
                        let lines = match (matches.unwrap_or(0), hurdle) {
                            (0, _) => "文件开头如下：",
                            (_, Hurdle::Unshown) => "最前面的相关行如下：",
                            _ => "相关的行如下：",
                        };
                        format!("还没有读取 {path}{state}{lines}\n{}\n{next}", fenced(excerpt))
                    }
                    None => format!("还没有读取 {path}，没有改动。请先用 {read} 读取，再次提交修改。"),
                }
            }
            Why::NotRead { path, partial: true, unseen, unshowable, .. } => {
                let unseen = on_lines(spans(unseen));
                let next = if *unshowable {
                    format!("其中有一行过长，无法完整显示：请用 {edit} 修改个别位置。")
                } else {
                    format!("请先用 {read} 读取缺少的行，或用 {edit} 修改个别位置。")
                };
                format!("还没有看到 {} 的全部内容，缺少{unseen}。整体写入会丢失这些内容，因此没有写入。{next}", shown_path(path))
            }
            Why::NotRead { path, .. } => format!("{} 已存在但还没有读取，因此没有写入。请先用 {read} 读取，再次调用。", shown_path(path)),
            Why::Stale { path, op, matches, index, changed, refused, .. } => {
                let state = match (op, matches) {
                    (Op::Write, _) => String::new(),
                    _ if *refused => String::new(),
                    (_, Some(0)) => format!("{}{old} 已不在其中。", edit_number(*index, names)),
                    (_, Some(matches)) => format!("{}{old} 现在出现 {matches} 次，不重新读取就无法确定位置。", edit_number(*index, names)),
                    _ => String::new(),
                };
                let changed = match changed.as_deref() {
                    Some([]) => "只有换行符变了。".to_owned(),
                    Some(hunks) => format!("此后的变化：\n{}", diff_of(hunks)),
                    None => String::new(),
                };
                format!("{} 在读取之后已被修改，没有写入。{state}{changed}\n请用 {read} 重新读取，再按现在的内容修改。", shown_path(path))
            }
            Why::NotFound { path, index, diagnosis, stale, .. } => {
                let stale = if *stale { "（读取之后已被修改）" } else { "" };
                let diagnosis = if diagnosis.is_empty() {
                    format!("请用 {read} 重新读取，原样复制文本，不要带行号。")
                } else {
                    diagnosis.clone()
                };
                format!("{}在 {}{stale} 中没有找到 {old}，没有改动。{diagnosis}", edit_number(*index, names), shown_path(path))
            }
            Why::Ambiguous { path, matches, disjoint, lines, context, all_seen, index, excerpt, .. } => {
                let overlap = disjoint.map_or(String::new(), |disjoint| format!("（互相重叠；不重叠时为 {disjoint} 次）"));
                let one_line = *matches == lines.len() && lines.windows(2).all(|pair| pair[0] == pair[1]);
                let more = if one_line { "该行中更多的文本" } else { "它周围更多的行" };
                let named =
                    if one_line { lines.first().map_or(String::new(), usize::to_string) } else { numbers(lines).0.replace(", ", "、") };
                let lines = if *matches > lines.len() { format!("{named} 等（另有 {} 处）", matches - lines.len()) } else { named };
                let all = match &names.args.replace_all {
                    Some(argument) if *all_seen => format!("若要全部替换，请将 {argument} 设为 true。"),
                    _ => String::new(),
                };
                let context = more_lines(context);
                let excerpt = excerpt.as_ref().map_or(String::new(), |excerpt| format!("\n{excerpt}"));
                format!(
                    "{}{old} 在 {} 中出现 {matches} 次{overlap}，在第 {lines} 行。没有改动。若只改一处，请把{more}一并复制到 {old} 中。{context}{all}{excerpt}",
                    edit_number(*index, names),
                    shown_path(path)
                )
            }
            Why::CountMismatch { path, matches, expected, lines } => {
                let expected = *expected as u64;
                let named = numbers(lines).0.replace(", ", "、");
                let more = if *matches > NAMED_MATCHES { "等" } else { "" };
                format!(
                    "{} 中将替换 {matches} 处，而 {} 为 {expected}；没有改动。{old} 在第 {named} 行{more}。请改正这个数，或在 {old} 中多复制几行。",
                    shown_path(path),
                    names.args.of("expectedReplacements")
                )
            }
            Why::Overlap { path, first, second, line } => {
                let edits = names.args.of("edits");
                format!(
                    "{edits}[{first}] 与 {edits}[{second}] 在 {} 的第 {line} 行重叠；没有改动。所有修改都按文件现在的内容匹配：请把这两处合为一处。",
                    shown_path(path)
                )
            }
            Why::Conflict { path, .. } => {
                format!("每次要写入时 {} 都被别人改动，没有写入。请用 {read} 重新读取，再次调用。", shown_path(path))
            }
            Why::Busy { path } => format!("{} 正被别的程序修改，一直没有停下；没有写入。请稍后再次调用。", shown_path(path)),
            Why::PermissionDenied { path, .. } => {
                format!("系统不允许打开或写入 {}（没有权限，或为只读）；没有写入。请让用户修改权限，或不用此文件继续。", shown_path(path))
            }
            Why::ReadOnlyFs { path } => format!("{} 在只读文件系统上，没有写入。", shown_path(path)),
            Why::NoSpace { path } => format!("磁盘空间不足，无法写入 {}；原文件保持不变。请腾出空间后再次调用。", shown_path(path)),
            Why::PartialWrite { path, kept } => {
                let kept = kept.as_ref().map_or(String::new(), |kept| format!("原来的字节保存在 {}。", shown_path(kept)));
                format!("写入 {} 中途失败，并且无法恢复原状。{kept}在改动其他内容之前请先告诉用户。", shown_path(path))
            }
            Why::IoError { path, errno, .. } => {
                let errno = errno.as_ref().map_or(String::new(), |errno| format!("（{}）", quoted(errno)));
                format!("无法读写 {}{errno}，没有写入。请检查路径；若路径无误，请告诉用户。", shown_path(path))
            }
            Why::Aborted { path, written: false } => format!("调用在写入 {} 之前被中止，文件保持不变。", shown_path(path)),
            Why::Aborted { path, written: true } => format!("调用被中止，但 {} 已经写入：改动已在文件中。", shown_path(path)),
            Why::Internal { path, .. } => {
                let path = path.as_ref().map_or(String::new(), |path| format!("（{}）", shown_path(path)));
                format!("工具自身出错{path}，没有写入。请再次调用；若仍然失败，请告诉用户。")
            }
        }
    }

    fn head(&self, head: &Head) -> String {
        match head {
            Head::Edited { path, lines: [one] } => format!("已修改 {}：1 处，第 {} 行。", shown_path(path), span(one)),
            Head::Edited { path, lines } => {
                let mut firsts: Vec<usize> = lines.iter().map(|range| range.start_line).collect();
                firsts.dedup();
                format!("已修改 {}：{} 处，{}。", shown_path(path), lines.len(), on_lines(numbers(&firsts)))
            }
            Head::Whole { kind: PlanKind::Create, path, lines } => format!("已新建 {}：{lines} 行。", shown_path(path)),
            Head::Whole { kind: PlanKind::Fill, path, lines } => format!("已填写原为空的 {}：{lines} 行。", shown_path(path)),
            Head::Whole { kind: PlanKind::Identical, path, .. } => format!("{} 的内容已是如此，没有写入。", shown_path(path)),
            Head::Whole { path, lines, .. } => format!("已写入 {}：{lines} 行。", shown_path(path)),
        }
    }

    fn note(&self, note: &Note, names: &Names) -> String {
        match note {
            Note::NotAtomic { kept } => {
                let kept = kept.as_ref().map_or(String::new(), |kept| format!("原来的字节保存在 {}。", shown_path(kept)));
                format!("注意：此文件无法一步替换，是就地写入的。{kept}")
            }
            Note::NotLocked => "注意：写入时无法锁住其他程序。".into(),
            Note::UserModified => "注意：用户在执行前修改了这次调用；以上各行才是写入的内容。".into(),
            Note::Reformatted { excerpt } if excerpt.is_empty() => {
                format!("注意：之后格式化程序改动了文件；修改那些行之前请先用 {} 读取。", names.tools.read)
            }
            Note::Reformatted { excerpt } => format!("注意：之后格式化程序改动了文件，现在的内容是：\n{}", fenced(excerpt)),
            Note::Preview => "预览：没有写入。".into(),
            Note::SetidDropped => "注意：写入去掉了文件的 setuid 或 setgid 位。".into(),
            Note::HardLinks => "注意：此文件还有别的名字（硬链接），它们的内容也随之改变。".into(),
            Note::Deleted { path } => format!("{} 在读取之后被删除了。", shown_path(path)),
            Note::Replaced { path } => format!("{} 已不再是普通文件。", shown_path(path)),
            Note::Touched { path } => format!("{} 的时间变了，内容没有变。", shown_path(path)),
            Note::WrittenBeforeAbort => "注意：调用在文件写入之后才被中止。".into(),
            Note::Undone { path } => format!("{} 已恢复为先前的内容。", shown_path(path)),
            Note::UndoneCreate { path } => format!("新建的 {} 已去掉。", shown_path(path)),
            Note::Listing { path, entries, .. } if entries.is_empty() => format!("[{} 中没有可显示的内容。]", shown_path(path)),
            Note::Listing { path, entries, more } => {
                let more = if *more {
                    format!("\n[内容过多，未全部列出。请用 {} 查看其中的目录。]", names.tools.read)
                } else {
                    String::new()
                };
                let head = format!("{} 中的内容，两层，不含隐藏文件和 node_modules：", shown_path(path));
                format!("{head}\n{entries}{more}")
            }
        }
    }

    fn description(&self, op: Op, names: &Names) -> String {
        zh_input::description(op, names)
    }

    fn argument(&self, op: Op, argument: &str, names: &Names) -> String {
        zh_input::argument(op, argument, names)
    }

    fn stale_recovered(&self, names: &Names, changed: Option<&[Hunk]>) -> String {
        let what = match changed {
            Some([]) => "此前只有换行符变了。".to_owned(),
            Some(hunks) => format!("这次修改之前的变化：\n{}", diff_of(hunks)),
            None => format!("文件还带有别的改动：在依据其他行之前请用 {} 读取。", names.tools.read),
        };
        format!("注意：文件在读取之后已被修改。要替换的文本仍然恰好出现一次，因此按现在的内容作了修改。{what}")
    }
    fn repaired(&self, kind: &str, names: &Names) -> String {
        let what = match kind {
            "indentation" => "缩进不同",
            "trailing_whitespace" => "行尾空白不同",
            _ => "带有行号",
        };
        format!(
            "注意：{} 与文件并不完全一致（{what}）。恰好有一处相符，修改已在那里进行，{} 也作了同样的更正。",
            names.args.old(),
            names.args.new_text()
        )
    }
    fn inside_identifier(&self, lines: &[usize]) -> String {
        format!("注意：{}替换的是较长名字的一部分，请检查。", on_lines(numbers(lines)))
    }
    fn unseen(&self, lines: &[usize]) -> String {
        format!("注意：改动了没有显示过的行（{}）。", on_lines(numbers(lines)))
    }
    fn unknown_bytes(&self) -> String {
        "注意：此文件不是 UTF-8。其余字节保持不变；摘录中无法解码的部分显示为 U+FFFD。".into()
    }
    fn line_ends(&self) -> String {
        "注意：新文本的换行符已按文件的换行符写入。".into()
    }
    fn twice(&self, line: usize) -> String {
        format!("注意：第 {line} 行处加入的文本现在连续出现两次。若先前已作过此修改，请去掉其中一份。")
    }
    fn placeholder(&self, line: &str) -> String {
        format!("注意：新文本含有 `{}` 这一行，已原样写入文件。若它代表省略的代码，那些代码已经没有了。", quoted(line))
    }
    fn same_call_again(&self, excerpt: &str) -> String {
        let lines = if excerpt.is_empty() { String::new() } else { format!("相关的行如下：\n{}", fenced(excerpt)) };
        format!("这与前一次调用相同，失败的原因也相同：请修改后再调用。{lines}")
    }

    fn changed_to_binary(&self, path: &str) -> String {
        format!("{} 在读取之后已被修改，不能再显示为文本。", shown_path(path))
    }
    fn changed(&self, path: &str, hunks: Option<&[Hunk]>) -> String {
        let path = shown_path(path);
        match hunks {
            Some([]) => format!("{path} 在读取之后已被修改：只有换行符变了。"),
            Some(hunks) => format!("{path} 在读取之后已被修改：\n{}", diff_of(hunks)),
            None => format!("{path} 在读取之后已被修改。先前看到的版本没有保留，请重新读取。"),
        }
    }

    fn read_empty(&self, path: &str) -> String {
        format!("[{} 是空文件：0 行。]", shown_path(path))
    }
    fn read_cut(&self, lines: &[usize], unshowable: bool, names: &Names) -> String {
        let next = match (unshowable, &names.args.offset, &names.args.limit) {
            (false, ..) if names.form == Form::TextEditor => format!("用 {} 并给出 view_range 可完整显示。", names.tools.read),
            (false, Some(offset), Some(limit)) => format!("用 {} 并给出 {offset} 和 {limit} 可完整显示。", names.tools.read),
            _ => String::new(),
        };
        format!("[{}过长，已截断。{next}]", on_lines(numbers(lines)))
    }
    fn read_more(&self, last: usize, total: usize, names: &Names) -> String {
        let (read, from) = (&names.tools.read, last + 1);
        let next = match (&names.args.offset, names.form) {
            (Some(offset), _) => format!("继续读取：{read} 的 {offset} 取 {from}。"),
            (_, Form::TextEditor) => format!("继续读取：{read} 的 view_range 取 [{from}, -1]。"),
            _ => String::new(),
        };
        format!("[已显示到第 {last} 行，共 {total} 行。{next}]")
    }
    fn read_unknown(&self) -> String {
        "[此文件不是 UTF-8：无法解码的字节显示为 U+FFFD。其中的 ASCII 文本可以修改，其余字节保持不变。]".into()
    }
}

fn more_lines(context: &[MoreLines]) -> String {
    let advice: Vec<String> = context
        .iter()
        .filter_map(|more| match (more.above, more.below) {
            (Some(above), Some(below)) if below <= above => Some(format!("第 {} 行：向下多 {below} 行", more.line)),
            (Some(above), _) => Some(format!("第 {} 行：向上多 {above} 行", more.line)),
            (None, Some(below)) => Some(format!("第 {} 行：向下多 {below} 行", more.line)),
            (None, None) => None,
        })
        .collect();
    if advice.is_empty() { String::new() } else { format!("使其唯一所需的最少行数：{}。", advice.join("；")) }
}

fn too_large(what: Large, path: Option<&str>, argument: Option<&str>, actual: f64, limit: f64, names: &Names) -> String {
    let path = shown_path(path.unwrap_or_default());
    let (count, most) = (actual as u64, limit as u64);
    match what {
        Large::Argument => format!(
            "{} 过长：{}，至多 {}。没有改动。请分成几次提交。",
            names.args.of(argument.unwrap_or("edits")),
            size(actual),
            size(limit)
        ),
        Large::File => format!("{path} 过大：{}，至多 {}。请用别的工具。", size(actual), size(limit)),
        Large::Result => format!("{path} 将会过大：{}，至多 {}。没有写入。", size(actual), size(limit)),
        Large::Replacements => {
            format!("{path} 中将替换 {count} 处，至多 {most} 处。没有改动。请在 {} 中多复制一些文本。", names.args.old())
        }
    }
}

fn encoding(path: &str, problem: EncodingProblem, argument: Option<&str>, line: Option<usize>, names: &Names) -> String {
    let path = shown_path(path);
    let argument = names.args.of(argument.unwrap_or("oldString"));
    match problem {
        EncodingProblem::Utf32 => format!("{path} 是 UTF-32，不能修改。请先转换，例如 iconv -f UTF-32 -t UTF-8。"),
        EncodingProblem::BrokenUtf16 => format!("{path} 以 UTF-16 开头但内容无效，不能当作文本处理。请先修复或转换。"),
        EncodingProblem::NotAscii => format!(
            "{path} 不是 UTF-8，编码未知，只能修改其中的 ASCII 文本，而 {argument} 含有其他字符。没有改动。请只给出 ASCII 部分，或先用 iconv 转换文件。"
        ),
        EncodingProblem::ReplacementCharacter => format!(
            "{argument} 含有 U+FFFD，它代表 {path} 中无法显示的字节，文件中并没有这个字符。没有改动。请只给出 ASCII 部分，或先用 iconv 转换文件。"
        ),
        EncodingProblem::HalfCharacter => format!(
            "{path} 不是 UTF-8，第 {} 行的匹配紧跟在可能是半个字符的字节之后（GBK、Big5、Shift-JIS）。没有改动。请先用 iconv 转换文件，或让 {argument} 从更前面的 ASCII 字符开始。",
            line.unwrap_or(1)
        ),
        EncodingProblem::Write => format!(
            "{path} 不是 UTF-8，整体写入会丢失其中的其他字符。没有写入。请用 {} 修改 ASCII 部分，或先用 iconv 转换文件。",
            names.tools.edit
        ),
    }
}
