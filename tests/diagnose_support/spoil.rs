//! Spoils exact needles as models spoil them. Seeded: the same seed gives the same needles.

/// A small generator (xorshift64*); good enough to choose with.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

/// The seed, by STET_SEED.
pub fn seed() -> u64 {
    std::env::var("STET_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

/// A way to spoil: its name, the kinds that may be named, and whether a new text is spoiled in the same way.
pub struct Way {
    pub name: &'static str,
    pub kinds: &'static [&'static str],
    pub layout: bool,
}

const fn way(name: &'static str, kinds: &'static [&'static str], layout: bool) -> Way {
    Way { name, kinds, layout }
}

pub const WAYS: [Way; 25] = [
    way("number_tab", &["line_number_prefix"], true),
    way("number_arrow", &["line_number_prefix"], true),
    way("number_pipe", &["line_number_prefix"], true),
    way("number_colon", &["line_number_prefix"], true),
    way("trailing_added", &["trailing_whitespace"], true),
    way("trailing_dropped", &["trailing_whitespace"], true),
    way("tabs_to_spaces", &["tabs_spaces"], true),
    way("spaces_to_tabs", &["tabs_spaces"], true),
    way("indent_less", &["indentation"], true),
    way("indent_more", &["indentation"], true),
    way("blank_added", &["blank_line"], false),
    way("blank_dropped", &["blank_line"], false),
    way("quotes", &["unicode_lookalike"], false),
    way("dash", &["unicode_lookalike"], false),
    way("nbsp", &["unicode_lookalike"], false),
    way("zero_width", &["unicode_lookalike"], false),
    way("escaped_newline", &["escape"], false),
    way("escaped_quotes", &["escape"], false),
    way("doubled_backslash", &["escape"], false),
    way("entities", &["escape"], false),
    way("case", &["case"], false),
    way("inner_blank", &["inner_whitespace"], false),
    way("number_tab+tabs_to_spaces", &["line_number_prefix"], false),
    way("indent_less+quotes", &["indentation", "unicode_lookalike"], false),
    way("trailing_added+case", &["trailing_whitespace", "case"], false),
];

/// A spoiled needle; `None` where this way does nothing to it. `line` is the first line's number.
pub fn spoil(way: &str, text: &str, line: usize, rng: &mut Rng) -> Option<String> {
    spoil_by(way, text, unit(text).as_deref(), line, rng)
}

/// The same by a given unit of indentation: a new text is shifted by its old text's.
pub fn spoil_by(way: &str, text: &str, unit: Option<&str>, line: usize, rng: &mut Rng) -> Option<String> {
    let mut spoiled = text.to_owned();
    for step in way.split('+') {
        spoiled = spoil_once(step, &spoiled, unit, line, rng)?;
    }
    (spoiled != text).then_some(spoiled)
}

fn each_line(text: &str, change: impl FnMut(&str) -> String) -> String {
    text.split('\n').map(change).collect::<Vec<_>>().join("\n")
}

fn numbered(text: &str, line: usize, form: impl Fn(usize) -> String) -> String {
    let mut number = line;
    let count = text.split('\n').count();
    let mut index = 0;
    each_line(text, |content| {
        index += 1;
        // Nothing stands behind a final line end, so nothing is numbered there.
        if index == count && content.is_empty() && count > 1 {
            return String::new();
        }
        number += 1;
        form(number - 1) + content
    })
}

/// The unit by which a text is indented: a tab, or the smallest indentation by spaces.
pub fn unit(text: &str) -> Option<String> {
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let indents: Vec<&str> =
        lines.map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]).filter(|indent| !indent.is_empty()).collect();
    if indents.iter().any(|indent| indent.starts_with('\t')) {
        return Some("\t".into());
    }
    let least = indents.iter().map(|indent| indent.len()).min()?;
    Some(" ".repeat(least.min(4)))
}

fn swap(text: &str, from: char, to: &str, rng: &mut Rng) -> Option<String> {
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    let at = *places.get(rng.below(places.len()))?;
    Some(format!("{}{to}{}", &text[..at], &text[at + from.len_utf8()..]))
}

fn spoil_once(way: &str, text: &str, unit: Option<&str>, line: usize, rng: &mut Rng) -> Option<String> {
    Some(match way {
        "number_tab" => numbered(text, line, |number| format!("{number:>6}\t")),
        "number_arrow" => numbered(text, line, |number| format!("{number:>6}→")),
        "number_pipe" => numbered(text, line, |number| format!("{number} | ")),
        "number_colon" => numbered(text, line, |number| format!("{number}: ")),
        "trailing_added" => each_line(text, |line| if line.trim().is_empty() { line.to_owned() } else { format!("{line}  ") }),
        "trailing_dropped" => each_line(text, |line| line.trim_end_matches([' ', '\t']).to_owned()),
        "tabs_to_spaces" => text.replace('\t', "    "),
        "spaces_to_tabs" => each_line(text, |line| {
            let rest = line.trim_start_matches(' ');
            let blanks = line.len() - rest.len();
            format!("{}{}{rest}", "\t".repeat(blanks / 4), " ".repeat(blanks % 4))
        }),
        "indent_less" => {
            let unit = unit?;
            each_line(text, |line| line.strip_prefix(unit).unwrap_or(line).to_owned())
        }
        "indent_more" => {
            let unit = unit?;
            each_line(text, |line| if line.trim().is_empty() { line.to_owned() } else { format!("{unit}{line}") })
        }
        "blank_added" => {
            let lines: Vec<&str> = text.split('\n').collect();
            let inner: Vec<usize> = (1..lines.len()).filter(|&at| !lines[at].trim().is_empty()).collect();
            let at = *inner.get(rng.below(inner.len()))?;
            [&lines[..at], &[""], &lines[at..]].concat().join("\n")
        }
        "blank_dropped" => {
            let mut lines: Vec<&str> = text.split('\n').collect();
            let inner: Vec<usize> = (1..lines.len().saturating_sub(1)).filter(|&at| lines[at].trim().is_empty()).collect();
            let at = *inner.get(rng.below(inner.len()))?;
            lines.remove(at);
            lines.join("\n")
        }
        "quotes" => text.replace('"', "\u{201D}").replace('\'', "\u{2019}"),
        "dash" => swap(text, '-', "\u{2013}", rng)?,
        "nbsp" => swap(text, ' ', "\u{A0}", rng)?,
        "zero_width" => swap(text, ' ', " \u{200B}", rng)?,
        "escaped_newline" => text.replace('\n', "\\n"),
        "escaped_quotes" => text.replace('"', "\\\""),
        "doubled_backslash" => text.replace('\\', "\\\\"),
        "entities" => text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
        "case" => {
            let letters: Vec<(usize, char)> = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).collect();
            let (at, c) = *letters.get(rng.below(letters.len()))?;
            let other = if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
            format!("{}{other}{}", &text[..at], &text[at + 1..])
        }
        "inner_blank" => {
            let places: Vec<usize> = text
                .match_indices(' ')
                .map(|(at, _)| at)
                .filter(|&at| {
                    at > 0
                        && !text[..at].ends_with([' ', '\t', '\n'])
                        && !text[at + 1..].starts_with([' ', '\t', '\n'])
                        && at + 1 < text.len()
                })
                .collect();
            let at = *places.get(rng.below(places.len()))?;
            format!("{} {}", &text[..at], &text[at..])
        }
        _ => return None,
    })
}
