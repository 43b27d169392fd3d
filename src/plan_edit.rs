//! Edit: replaces exact texts of a file, or creates one. The order of checks is DESIGN section 5's; nothing is decided
//! twice, and the first check that fails is the answer.

use crate::edit_outcome;
use crate::excerpt;
use crate::file::File;
use crate::insert;
use crate::lines_seen::{LineRange, LineSet, sort_by_start};
use crate::locate::{Located, MAX_REPLACEMENTS, NAMED_MATCHES, lines_of, locate};
use crate::new_text;
use crate::options::{PlanInput, ReadBeforeEdit, StalePolicy};
use crate::plan::{PlanKind, Planned};
use crate::refusal::{EncodingProblem, Hurdle, Large, Problem, Refusal, SameReason, Why};
use crate::request::{Edit, Op};
use crate::snippet::Snippet;
use crate::splice::{Splice, SpliceList};
use crate::trace::Check;
use crate::{changed, miss};

/// An edit on its way through the checks.
pub struct Call<'a> {
    /// Everything but the bytes.
    pub input: &'a PlanInput,
    /// As the model wrote it.
    pub path: &'a str,
    /// Its edits.
    pub edits: &'a [Edit],
    /// The model sent a list.
    pub several: bool,
    /// How many places the model expects.
    pub expected: Option<f64>,
    /// Instead of a text to replace: the line (1-based, 0 the beginning) after which the one new text goes.
    pub insert: Option<usize>,
}

/// Plans an edit; see [`crate::plan::plan`].
pub fn plan(bytes: Option<&[u8]>, call: &Call) -> Planned {
    let creates = !call.several && call.insert.is_none() && call.edits.first().is_some_and(|edit| edit.old_string.is_empty());
    match bytes {
        None if creates => edit_outcome::created(call, None, PlanKind::Create),
        None => {
            let near = call.input.context.near_paths.clone();
            Err(call.refuse(Why::Missing { path: call.path.to_owned(), op: Op::Edit, near }, Check::Exists))
        }
        Some(raw) if creates => call.fill(raw),
        Some(raw) => call.edit(raw),
    }
}

impl Call<'_> {
    /// A refusal in this call's language.
    pub fn refuse(&self, why: Why, failed: Check) -> Box<Refusal> {
        self.input.refuse(why, failed)
    }

    /// Which of several edits; `None` where the model sent one.
    pub fn index(&self, index: usize) -> Option<usize> {
        self.several.then_some(index)
    }

    /// An empty `old_string` on a file that is there: it may be filled where it's empty (or a BOM alone).
    fn fill(&self, raw: &[u8]) -> Planned {
        let empty = File::open(raw).ok().filter(|file| file.text().is_empty());
        match empty {
            Some(_) if self.edits.iter().all(|edit| edit.new_string.is_empty()) => {
                Err(self.refuse(Why::NoChange { reason: SameReason::Identical, index: None }, Check::Exists))
            }
            Some(file) => edit_outcome::created(self, Some(&file), PlanKind::Fill),
            None => Err(self.refuse(Why::Exists { path: self.path.to_owned(), index: None }, Check::Exists)),
        }
    }

    fn edit(&self, raw: &[u8]) -> Planned {
        let input = self.input;
        input.check_size(self.path, raw.len(), Large::File, Check::View)?;
        let file = File::open_or_refuse(raw, self.path, &input.names, input.options.locale)?;
        self.check_arguments_fit(&file)?;
        let folded = file.folded();
        let located: Vec<Located> = match (self.insert, self.edits) {
            (Some(line), [edit, ..]) => vec![insert::located(self, &file, line, edit)?],
            _ => self.edits.iter().map(|edit| locate(&file, &folded, edit)).collect(),
        };
        self.check_whole_characters(&file, &located)?;
        self.check_read(&file, &located)?;
        let (base_seen, stale) = self.check_fresh(&file, &located)?;
        let repaired = self.check_matches(&file, &folded.bytes, &located, stale, &base_seen)?;
        let (splices, repaired) = match repaired {
            Some((splice, kind)) => (vec![splice], Some(kind)),
            None => (self.splices(&file, &located)?, None),
        };
        let Ok(splices) = SpliceList::new(file.text().len(), splices) else {
            return Err(
                self.refuse(Why::Internal { path: Some(self.path.to_owned()), what: Some("unsorted splices".into()) }, Check::Overlap)
            );
        };
        input.check_size(self.path, file.view.bom_len + splices.result_len(), Large::Result, Check::Match)?;
        Ok(edit_outcome::edited(self, &file, &located, &splices, &base_seen, stale, repaired))
    }

    /// Arguments of an edit in bytes of unknown encoding must be ASCII; an argument that is nothing but the file's BOM is empty.
    fn check_arguments_fit(&self, file: &File) -> Result<(), Box<Refusal>> {
        for (index, edit) in self.edits.iter().enumerate() {
            if self.insert.is_none() && file.without_bom(&edit.old_string).is_empty() {
                let why = Why::InvalidInput {
                    problem: Problem::EmptyOldString,
                    argument: Some("oldString".into()),
                    got: None,
                    index: self.index(index),
                    path: None,
                };
                return Err(self.refuse(why, Check::View));
            }
            if !file.is_unknown() {
                continue;
            }
            for (text, name) in [(&edit.old_string, "oldString"), (&edit.new_string, "newString")] {
                if text.is_ascii() {
                    continue;
                }
                let problem = if text.contains('\u{FFFD}') { EncodingProblem::ReplacementCharacter } else { EncodingProblem::NotAscii };
                let why = Why::Encoding { path: self.path.to_owned(), problem, argument: Some(name.into()), line: None };
                return Err(self.refuse(why, Check::View));
            }
        }
        Ok(())
    }

    /// In GBK, Big5, GB18030 and Shift-JIS an ASCII byte can be half a character. No candidate is dropped: the edit is refused.
    fn check_whole_characters(&self, file: &File, located: &[Located]) -> Result<(), Box<Refusal>> {
        if !file.is_unknown() {
            return Ok(());
        }
        let text = file.text();
        let half = located.iter().flat_map(|one| one.first.iter().chain(&one.places)).find(|range| {
            let follows_high = range.start.checked_sub(1).and_then(|at| text.get(at)).is_some_and(|&byte| byte >= 0x80);
            follows_high && matches!(text.get(range.start), Some(0x30..=0x39 | 0x40..=0x7E))
        });
        let Some(range) = half else { return Ok(()) };
        let why = Why::Encoding {
            path: self.path.to_owned(),
            problem: EncodingProblem::HalfCharacter,
            argument: None,
            line: Some(file.lines.line_of(range.start)),
        };
        Err(self.refuse(why, Check::View))
    }

    fn check_read(&self, file: &File, located: &[Located]) -> Result<(), Box<Refusal>> {
        let allowed = match (&self.input.record, self.input.options.read_before_edit) {
            (_, ReadBeforeEdit::Never) => true,
            (Some(record), _) if !record.narrow => true,
            // A line's number is no proof of its text.
            (_, ReadBeforeEdit::UnlessUnique) if self.insert.is_none() && located.iter().all(|one| one.count == 1) => true,
            (Some(record), _) => {
                let seen = LineSet::new(record.ranges.clone());
                self.input.is_fresh() && located.iter().all(|one| one.count > 0 && all_inside(file, one, &seen))
            }
            (None, _) => false,
        };
        if allowed { Ok(()) } else { Err(self.not_read(file, located)) }
    }

    /// Shows the lines in question, so that the same call can succeed: they make a narrow record. Whole lines that the
    /// needle itself quotes are in the model's hands already and belong to it.
    fn not_read(&self, file: &File, located: &[Located]) -> Box<Refusal> {
        let matches = located.iter().map(|one| one.count).sum();
        let mut places: Vec<(usize, usize)> =
            located.iter().flat_map(|one| one.first.iter().chain(&one.places).map(|range| lines_of(file, range))).collect();
        sort_by_start(&mut places, |place| place.0);
        places.dedup();
        let snippet = if self.input.options.may_show { excerpt::around(file, &places, self.input.names.form) } else { Snippet::default() };
        let mut shown = snippet.shown;
        if !shown.is_empty() {
            shown.extend(
                located.iter().filter(|one| one.count == 1).flat_map(|one| &one.first).filter_map(|range| quoted_lines(file, range)),
            );
        }
        let shown = LineSet::new(shown);
        let hurdle = self.hurdle(file, located, &shown);
        let shown = shown.into_ranges();
        let excerpt = (!snippet.text.is_empty()).then_some(snippet.text);
        let why = Why::NotRead {
            path: self.path.to_owned(),
            op: Op::Edit,
            partial: false,
            unshowable: false,
            unseen: Vec::new(),
            shown,
            excerpt,
            matches: Some(matches),
            hurdle,
        };
        self.refuse(why, Check::Read)
    }

    /// Would the same call be made once the lines `shown` were seen? Advice that leads to the next refusal is none.
    fn hurdle(&self, file: &File, located: &[Located], shown: &LineSet) -> Hurdle {
        let first = |is_in_the_way: &dyn Fn(&Located) -> bool| located.iter().position(is_in_the_way);
        if let Some(index) = first(&|one| one.count == 0) {
            return Hurdle::Absent { index: self.index(index) };
        }
        if let Some(index) = first(&|one| one.count > 1 && !one.replace_all) {
            return Hurdle::Several { index: self.index(index), matches: located[index].count };
        }
        if located.iter().all(|one| all_inside(file, one, shown)) { Hurdle::None } else { Hurdle::Unshown }
    }

    /// The lines of the present file that the model has seen, and whether the file had changed since.
    fn check_fresh(&self, file: &File, located: &[Located]) -> Result<(LineSet, bool), Box<Refusal>> {
        let Some(record) = &self.input.record else { return Ok((LineSet::default(), false)) };
        if self.input.is_fresh() {
            return Ok((LineSet::new(record.ranges.clone()), false));
        }
        if record.narrow {
            // Its lines were of another version; only the policies `unlessUnique` and `never` come here.
            return Ok((LineSet::default(), false));
        }
        let recovers = self.input.options.stale == StalePolicy::Recover && located.iter().all(|one| one.count == 1);
        if !recovers || self.insert.is_some() {
            return Err(miss::stale(self, file, located));
        }
        let proven = changed::proven(file, &self.input.context, &record.ranges);
        Ok((LineSet::new(proven), true))
    }

    /// Each text must stand exactly once, or be replaced everywhere as often as expected. A repair answers with its splice.
    fn check_matches(
        &self,
        file: &File,
        folded: &[u8],
        located: &[Located],
        stale: bool,
        seen: &LineSet,
    ) -> Result<Option<(Splice, String)>, Box<Refusal>> {
        for (index, one) in located.iter().enumerate() {
            if one.count == 0 {
                return miss::not_found(self, file, located, index, stale);
            }
            if one.count > 1 && !one.replace_all {
                return Err(miss::ambiguous(self, file, folded, one, index, seen));
            }
            if one.disjoint > MAX_REPLACEMENTS && one.replace_all {
                let why = Why::TooLarge {
                    what: Large::Replacements,
                    path: Some(self.path.to_owned()),
                    argument: None,
                    size: one.disjoint as f64,
                    limit: MAX_REPLACEMENTS as f64,
                };
                return Err(self.refuse(why, Check::Match));
            }
        }
        let total: usize = located.iter().map(|one| one.places.len()).sum();
        match self.expected {
            Some(expected) if expected != total as f64 => {
                let mut lines: Vec<usize> =
                    located.iter().flat_map(|one| &one.places).take(NAMED_MATCHES).map(|range| file.lines.line_of(range.start)).collect();
                lines.dedup();
                let why = Why::CountMismatch { path: self.path.to_owned(), matches: total, expected, lines };
                Err(self.refuse(why, Check::Match))
            }
            _ => Ok(None),
        }
    }

    /// The splices in view offsets, sorted; two that overlap are refused, and so is a call that changes nothing.
    fn splices(&self, file: &File, located: &[Located]) -> Result<Vec<Splice>, Box<Refusal>> {
        let mut places: Vec<(usize, std::ops::Range<usize>)> =
            located.iter().enumerate().flat_map(|(index, one)| one.places.iter().map(move |range| (index, range.clone()))).collect();
        sort_by_start(&mut places, |(_, range)| range.start);
        for pair in places.windows(2) {
            if let [(first, before), (second, after)] = pair
                && after.start < before.end
            {
                let (first, second) = (*first.min(second), *first.max(second));
                let line = file.lines.line_of(after.start);
                return Err(self.refuse(Why::Overlap { path: self.path.to_owned(), first, second, line }, Check::Overlap));
            }
        }
        let splices: Vec<Splice> = places
            .into_iter()
            .map(|(index, range)| {
                let text = new_text::for_span(file, range.clone(), located[index].new, located[index].final_cr);
                let text = if self.insert.is_some() { insert::on_lines_of_its_own(file, range.start, text) } else { text };
                Splice { start: range.start, end_exclusive: range.end, text }
            })
            .collect();
        if splices.iter().all(|splice| splice.text == file.text()[splice.start..splice.end_exclusive]) {
            return Err(self.refuse(Why::NoChange { reason: SameReason::LineEnds, index: None }, Check::Match));
        }
        Ok(splices)
    }
}

/// True where each match (a `replace_all` looks at each place) lies in lines of the set.
pub fn all_inside(file: &File, one: &Located, seen: &LineSet) -> bool {
    let named = if one.replace_all { one.places.len() == one.disjoint } else { one.first.len() == one.count };
    named
        && one.first.iter().chain(&one.places).all(|range| {
            let (first, last) = lines_of(file, range);
            seen.covers(first, last)
        })
}

/// The lines that a span covers from end to end.
fn quoted_lines(file: &File, span: &std::ops::Range<usize>) -> Option<LineRange> {
    let (mut start_line, mut end_line) = lines_of(file, span);
    if file.lines.range(start_line).start < span.start {
        start_line += 1;
    }
    if file.lines.content(file.text(), end_line).end > span.end {
        end_line -= 1;
    }
    (start_line <= end_line).then_some(LineRange { start_line, end_line })
}
