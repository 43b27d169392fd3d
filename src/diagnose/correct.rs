//! What the new text becomes where only the layout differs, and whether it is clear enough to be written without asking.
//! Texts here have LF line ends; lines of the needle and of the place answer to each other one by one.

use super::explain::{indent_len, lines_of, trimmed_len};
use super::fit::Fit;
use super::indentation::{Shift, Verdict};
use super::kind::{Kind, Kinds};
use super::line_number_prefix::without_form;
use super::tabs_spaces::columns;
use super::variant::Variant;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The kinds that are nothing but layout.
pub const LAYOUT: Kinds = Kinds::layout();

/// A place that fits, and the new text that is meant for it.
pub struct Correct<'a> {
    /// How the place fits.
    pub fit: &'a Fit,
    /// The form of the needle that fits.
    pub variant: &'a Variant<'a>,
    /// What stands at the place.
    pub text: &'a [u8],
    /// The new text as given.
    pub new: &'a [u8],
}

type Line<'t> = (&'t [u8], bool);

fn is_blank(line: &[u8]) -> bool {
    trimmed_len(line) == 0
}

fn indent(line: &[u8]) -> &[u8] {
    &line[..indent_len(line)]
}

/// From each key to its value, or to nothing where it has several.
fn only<'t>(pairs: impl Iterator<Item = (&'t [u8], &'t [u8])>) -> BTreeMap<&'t [u8], Option<&'t [u8]>> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.entry(key).and_modify(|known: &mut Option<&[u8]>| *known = known.filter(|known| *known == value)).or_insert(Some(value));
    }
    map
}

impl<'a> Correct<'a> {
    /// The new text without line numbers, if the needle had them.
    fn plain_new(&self) -> Option<Cow<'a, [u8]>> {
        match self.variant.prefix {
            Some(form) => without_form(self.new, form).map(Cow::Owned),
            None => Some(Cow::Borrowed(self.new)),
        }
    }

    fn lines(&self) -> Option<(Vec<Line<'_>>, Vec<Line<'_>>)> {
        let (needle, file): (Vec<Line>, Vec<Line>) = (lines_of(&self.variant.text).collect(), lines_of(self.text).collect());
        (needle.len() == file.len()).then_some((needle, file))
    }

    /// The new text with the same correction; `None` where none can be given.
    pub fn corrected(&self) -> Option<Vec<u8>> {
        if !self.fit.kinds.within(LAYOUT) {
            return None;
        }
        let new = self.plain_new()?;
        if let Verdict::Shift(shift) = &self.fit.judged.verdict
            && self.is_unclear_at_zero(&new, shift)
        {
            return None;
        }
        self.carry(&new)
    }

    /// The file has lines at column 0, which didn't shift, and the new text has others there, which may have to.
    fn is_unclear_at_zero(&self, new: &[u8], shift: &Shift) -> bool {
        let at_zero = |line: &[u8]| !is_blank(line) && indent_len(line) == 0;
        let exempt = shift.file_deeper && lines_of(self.text).skip(usize::from(self.fit.apart)).any(|(line, _)| at_zero(line));
        let is_kept = |line: &[u8]| lines_of(&self.variant.text).any(|(kept, _)| kept == line);
        exempt && lines_of(new).any(|(line, _)| at_zero(line) && !is_kept(line))
    }

    fn carry(&self, new: &[u8]) -> Option<Vec<u8>> {
        let (needle, file) = self.lines()?;
        let pairs = || needle.iter().zip(&file).map(|((needle, _), (file, _))| (*needle, *file));
        // Lines that the new text keeps become the file's own, blank ones too.
        let kept = only(pairs());
        let indents = only(pairs().filter(|(needle, _)| !is_blank(needle)).map(|(needle, file)| (indent(needle), indent(file))));
        // Blank lines are shifted too where the needle's were.
        let blanks_shift = match &self.fit.judged.verdict {
            Verdict::Shift(shift) => Some(shift)
                .filter(|shift| pairs().any(|(needle, file)| is_blank(needle) && shifted(needle, shift).as_deref() == Some(file))),
            _ => None,
        };
        let added = added_blanks(pairs());
        let file_has_tabs = file.iter().any(|(line, _)| indent(line).contains(&b'\t'));
        let mut carried = Vec::with_capacity(new.len() + 64);
        for (index, (line, ended)) in lines_of(new).enumerate() {
            let apart = self.fit.apart && index == 0;
            if let Some(Some(own)) = kept.get(line) {
                carried.extend_from_slice(own);
            } else if is_blank(line) {
                carried.extend_from_slice(&blanks_shift.and_then(|shift| shifted(line, shift)).unwrap_or_else(|| line.to_vec()));
            } else {
                let end = added.and_then(|added| line.strip_suffix(added)).map_or(line.len(), <[u8]>::len);
                let (blanks, rest) = (indent(line), &line[indent_len(line)..end]);
                match &self.fit.judged.verdict {
                    // A first line that begins behind its indentation, or right, stays where it is.
                    _ if apart => carried.extend_from_slice(blanks),
                    Verdict::Same => carried.extend_from_slice(blanks),
                    Verdict::Shift(shift) => carried.extend_from_slice(&shifted(blanks, shift)?),
                    Verdict::Tabs => carried.extend_from_slice(&self.retabbed(blanks, file_has_tabs)?),
                    Verdict::Varied { .. } => carried.extend_from_slice((*indents.get(blanks)?)?),
                }
                carried.extend_from_slice(rest);
            }
            if ended {
                carried.push(b'\n');
            }
        }
        Some(carried)
    }

    fn retabbed(&self, blanks: &[u8], file_has_tabs: bool) -> Option<Vec<u8>> {
        let tabs = self.fit.judged.tabs?;
        let columns = columns(blanks, tabs);
        if !file_has_tabs {
            return Some(vec![b' '; columns]);
        }
        let mut made = vec![b'\t'; columns / tabs.width];
        made.resize(made.len() + columns % tabs.width, b' ');
        Some(made)
    }

    /// What is written where the session allows repairs. The first non-blank line of the new text decides: it has the
    /// needle's indentation: everything is shifted; it has the file's: it was right already; anything else is refused.
    pub fn repaired(&self) -> Option<Vec<u8>> {
        let allowed = Kinds::of(&[Kind::LineNumberPrefix, Kind::Indentation, Kind::TrailingWhitespace]);
        if !self.fit.kinds.within(allowed) {
            return None;
        }
        let new = self.plain_new()?;
        let shift = match &self.fit.judged.verdict {
            Verdict::Same => return self.carry(&new),
            Verdict::Shift(shift) if !self.fit.apart => shift,
            _ => return None,
        };
        let Some((first, _)) = lines_of(&new).find(|(line, _)| !is_blank(line)) else { return Some(new.into_owned()) };
        let (needle, file) = self.lines()?;
        let ((ours, _), (theirs, _)) = needle.iter().zip(&file).find(|((line, _), _)| !is_blank(line))?;
        let (ours, theirs, given) = (indent(ours), indent(theirs), indent(first));
        if ours == theirs {
            None
        } else if given == ours {
            self.safely_shifted(&new, &needle, shift)
        } else if given == theirs {
            Some(new.into_owned())
        } else {
            None
        }
    }

    /// The shifted text; `None` where it's unclear what is to be shifted.
    fn safely_shifted(&self, new: &[u8], needle: &[Line], shift: &Shift) -> Option<Vec<u8>> {
        // The last line speaks against the first: it is as the file has it, and no line is as the needle has it. (Kept lines
        // may not vote beyond that: code that is wrapped in a block looks as if it were shifted.)
        let keeps = lines_of(new).any(|(line, _)| !is_blank(line) && needle.iter().any(|(own, _)| *own == line));
        let last_of = |text| lines_of(text).map(|(line, _)| line).filter(|line| !is_blank(line)).last();
        let contradicts = !keeps && last_of(new) == last_of(self.text);
        if self.is_unclear_at_zero(new, shift) || contradicts { None } else { self.carry(new) }
    }
}

fn shifted(blanks: &[u8], shift: &Shift) -> Option<Vec<u8>> {
    if shift.file_deeper {
        return Some([shift.blanks.as_slice(), blanks].concat());
    }
    blanks.strip_prefix(shift.blanks.as_slice()).map(<[u8]>::to_vec)
}

/// The blanks that the needle has at its line ends and the file hasn't, where they are always the same and the file never has more.
fn added_blanks<'t>(pairs: impl Iterator<Item = (&'t [u8], &'t [u8])>) -> Option<&'t [u8]> {
    let mut added: Option<&[u8]> = None;
    for (needle, file) in pairs.filter(|(needle, _)| !is_blank(needle)) {
        let (ours, theirs) = (&needle[trimmed_len(needle)..], &file[trimmed_len(file)..]);
        if ours == theirs {
            continue;
        }
        let more = ours.strip_prefix(theirs).filter(|more| !more.is_empty())?;
        if added.is_some_and(|added| added != more) {
            return None;
        }
        added = Some(more);
    }
    added
}
