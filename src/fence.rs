//! Text of files as it's shown to a model: fenced by a fence longer than any inside, cut where it's too long.

/// `text` between two fences of backticks, longer than any run of backticks in it.
pub fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}\n{text}{end}{fence}")
}

/// The longest prefix of `bytes` that has at most `max` bytes and doesn't cut a UTF-8 character.
pub fn cut(bytes: &[u8], max: usize) -> &[u8] {
    if bytes.len() <= max {
        return bytes;
    }
    let mut end = max;
    while end > 0 && max - end < 4 && bytes[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    &bytes[..end]
}

/// The first offset at or after `from` that begins a UTF-8 character.
pub fn char_start(bytes: &[u8], from: usize) -> usize {
    let mut at = from.min(bytes.len());
    while at < bytes.len() && at - from < 4 && bytes[at] & 0xC0 == 0x80 {
        at += 1;
    }
    at
}
