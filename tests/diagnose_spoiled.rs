//! Needles spoiled anew from real commits (STET_SEED chooses others): the place, the kind, the corrected new text, the
//! repair; and needles from another repository. A sample by default; every row under STET_LONG=1.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;
#[path = "diagnose_support/spoil.rs"]
mod spoil;

use diagnose_support::{Asked, is_long, rows, text};
use spoil::{Rng, WAYS, seed, spoil, spoil_by, unit};
use std::collections::BTreeMap;
use stet::diagnose::Kind;

/// A commit's edit that stands once in its file.
struct Row {
    name: String,
    repo: String,
    before: String,
    old: String,
    new: String,
    at: usize,
    line: usize,
}

fn edits(step: usize) -> Option<Vec<Row>> {
    let rows = rows("replay")?;
    let picked = rows.enumerate().filter(|(index, _)| is_long() || index % step == 0).filter_map(|(_, row)| {
        let before = text(&row, "before")?.trim_start_matches('\u{FEFF}').replace("\r\n", "\n");
        let edit = &row["edits"][0];
        let lf = |key: &str| edit[key].as_str().map(|text| text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n"));
        let (old, new) = (lf("old")?, lf("new")?);
        let mut places = before.match_indices(&old);
        let (at, _) = places.next().filter(|_| !old.trim().is_empty())?;
        if places.next().is_some() || old.contains('\r') || before.contains('\0') {
            return None;
        }
        let line = before[..at].matches('\n').count() + 1;
        let name = format!("{} {}", text(&row, "commit")?.get(..10)?, text(&row, "path")?);
        Some(Row { name, repo: text(&row, "repo")?.to_owned(), before, old, new, at, line })
    });
    Some(picked.collect())
}

#[derive(Default)]
struct Tally {
    asked: usize,
    named: usize,
    right: usize,
    exact: usize,
    kind: usize,
    corrected: usize,
    corrected_right: usize,
    repaired: usize,
    repaired_right: usize,
}

#[test]
fn needles_spoiled_anew_are_named_where_they_stand() {
    let Some(rows) = edits(8) else { return };
    let verbose = std::env::var_os("STET_PRINT").is_some();
    let mut rng = Rng::new(seed());
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for row in &rows {
        for way in WAYS.iter().filter(|_| true) {
            // Three ways a row: enough of each over all rows.
            if rng.below(WAYS.len()) >= if is_long() { 6 } else { 4 } {
                continue;
            }
            let Some(spoiled) = spoil(way.name, &row.old, row.line, &mut rng) else { continue };
            let new = if way.layout {
                spoil_by(way.name, &row.new, unit(&row.old).as_deref(), row.line, &mut rng).unwrap_or_else(|| row.new.clone())
            } else {
                row.new.clone()
            };
            let asked = Asked::new(row.before.as_bytes(), &spoiled, Some(&new));
            if asked.exact > 0 {
                continue;
            }
            let diagnosis = asked.diagnose();
            let tally = tallies.entry(way.name).or_default();
            tally.asked += 1;
            let place = row.at..row.at + row.old.len();
            let end_line = row.line + row.old.trim_end_matches('\n').matches('\n').count();
            let named = diagnosis.hints.iter().any(|hint| hint.has_place());
            let right = diagnosis.hints.iter().any(|hint| {
                (hint.count <= 1 && hint.start < place.end && place.start < hint.end_exclusive)
                    || hint.places.iter().any(|lines| lines.start_line <= end_line && lines.end_line >= row.line)
            });
            let exact = diagnosis.hints.iter().any(|hint| {
                hint.text.as_ref().is_some_and(|text| *text == row.old) || (hint.start_line == row.line && hint.end_line == end_line)
            }) || diagnosis
                .hints
                .iter()
                .flat_map(|hint| &hint.places)
                .any(|lines| lines.start_line == row.line && lines.end_line >= end_line);
            let kind = diagnosis.hints.iter().any(|hint| hint.kinds.iter().any(|kind| way.kinds.contains(&kind.name())));
            // A new text that stands at that place as it is makes another claim, and a true one.
            let applied = diagnosis.hints.iter().any(|hint| hint.kind == Kind::AlreadyApplied);
            tally.named += usize::from(named);
            tally.right += usize::from(right);
            tally.exact += usize::from(exact);
            tally.kind += usize::from(kind || applied);
            let first = diagnosis.hints.first();
            if way.layout && right {
                if let Some(corrected) = first.and_then(|hint| hint.corrected_new_string.as_ref()) {
                    let result = format!(
                        "{}{corrected}{}",
                        &row.before[..first.map_or(0, |hint| hint.start)],
                        &row.before[first.map_or(0, |hint| hint.end_exclusive)..]
                    );
                    let truth = format!("{}{}{}", &row.before[..place.start], row.new, &row.before[place.end..]);
                    tally.corrected += 1;
                    tally.corrected_right += usize::from(result == truth);
                    if verbose && result != truth {
                        println!(
                            "{} {}: corrected otherwise\n old {:?}\n new {:?}\n got {:?}",
                            way.name, row.name, row.old, row.new, corrected
                        );
                    }
                }
                if let Some(repair) = asked.repair(&diagnosis) {
                    let result = format!("{}{}{}", &row.before[..repair.start], repair.text, &row.before[repair.end_exclusive..]);
                    let truth = format!("{}{}{}", &row.before[..place.start], row.new, &row.before[place.end..]);
                    tally.repaired += 1;
                    tally.repaired_right += usize::from(result == truth);
                    if verbose && result != truth {
                        println!(
                            "{} {}: REPAIRED otherwise\n old {:?}\n new {:?}\n got {:?}",
                            way.name, row.name, row.old, row.new, repair.text
                        );
                    }
                    assert!(repair.start < place.end && place.start < repair.end_exclusive, "{}: repaired at another place", row.name);
                }
            }
            if verbose && !(named && right && exact && (kind || applied)) {
                println!(
                    "{} {} true {}-{end_line}: named {named} right {right} exact {exact} kind {kind}: {:?} {:?}",
                    way.name,
                    row.name,
                    row.line,
                    first.map(|hint| (
                        hint.kinds.iter().map(Kind::name).collect::<Vec<_>>(),
                        hint.start_line,
                        hint.end_line,
                        hint.count,
                        hint.similarity
                    )),
                    spoiled.chars().take(70).collect::<String>()
                );
            }
        }
    }
    println!("seed {}", seed());
    println!(
        "{:28}{:>6}{:>6}{:>6}{:>6}{:>6}{:>10}{:>6}{:>9}{:>6}",
        "way", "asked", "named", "right", "exact", "kind", "corrected", "right", "repaired", "right"
    );
    let mut all = Tally::default();
    for (way, tally) in &tallies {
        println!(
            "{way:28}{:6}{:6}{:6}{:6}{:6}{:10}{:6}{:9}{:6}",
            tally.asked,
            tally.named,
            tally.right,
            tally.exact,
            tally.kind,
            tally.corrected,
            tally.corrected_right,
            tally.repaired,
            tally.repaired_right
        );
        all.asked += tally.asked;
        all.named += tally.named;
        all.right += tally.right;
        all.exact += tally.exact;
        assert!(tally.kind * 100 >= tally.asked * 98 || tally.asked < 50, "kind of {way}");
    }
    println!("{:28}{:6}{:6}{:6}{:6}", "all", all.asked, all.named, all.right, all.exact);
    assert!(all.named * 100 >= all.asked * 99, "named");
    assert!(all.right * 1000 >= all.named * 995, "right place");
    assert!(all.exact * 100 >= all.named * 97, "exact range");
}

/// The unit of indentation of an edit whose lines, old and new, all have one: no line at column 0, from a line's beginning.
fn shiftable(row: &Row) -> Option<String> {
    let whole = row.at == 0 || row.before[..row.at].ends_with('\n');
    let indented = row.old.split('\n').filter(|line| !line.trim().is_empty()).all(|line| line.starts_with([' ', '\t']));
    if !whole || !indented {
        return None;
    }
    let unit = unit(&row.old)?;
    let all_have_it =
        row.old.split('\n').chain(row.new.split('\n')).filter(|line| !line.trim().is_empty()).all(|line| line.starts_with(&unit));
    all_have_it.then_some(unit)
}

#[test]
fn uniform_shifts_are_repaired_and_never_twice() {
    let Some(rows) = edits(2) else { return };
    let verbose = std::env::var_os("STET_PRINT").is_some();
    let less = |unit: &str, text: &str| {
        text.split('\n')
            .map(|line| if line.trim().is_empty() { line } else { line.strip_prefix(unit).unwrap_or(line) })
            .collect::<Vec<_>>()
            .join("\n")
    };
    let more = |unit: &str, text: &str| {
        text.split('\n')
            .map(|line| if line.trim().is_empty() { line.to_owned() } else { format!("{unit}{line}") })
            .collect::<Vec<_>>()
            .join("\n")
    };
    // [shifted new, new that is right already]
    let (mut asked, mut right, mut wrong, mut several) = ([0; 2], [0; 2], [0; 2], [0; 2]);
    for row in &rows {
        let Some(unit) = shiftable(row) else { continue };
        let truth = format!("{}{}{}", &row.before[..row.at], row.new, &row.before[row.at + row.old.len()..]);
        for deeper in [false, true] {
            let spoiled = |text: &str| if deeper { more(&unit, text) } else { less(&unit, text) };
            let old = spoiled(&row.old);
            for (index, new) in [spoiled(&row.new), row.new.clone()].into_iter().enumerate() {
                let asked_one = Asked::new(row.before.as_bytes(), &old, Some(&new));
                if asked_one.exact > 0 || old == row.old {
                    continue;
                }
                let diagnosis = asked_one.diagnose();
                if diagnosis.hints.first().is_some_and(|hint| hint.count > 1) {
                    several[index] += 1;
                    continue;
                }
                asked[index] += 1;
                let Some(repair) = asked_one.repair(&diagnosis) else {
                    if verbose {
                        println!(
                            "{} deeper {deeper} new {index}: refused {:?}\n old {:?}\n asked {:?}\n new {:?}",
                            row.name,
                            diagnosis.hints.first().map(|hint| (
                                hint.kinds.iter().map(Kind::name).collect::<Vec<_>>(),
                                hint.count,
                                hint.matches,
                                hint.verdict.clone()
                            )),
                            row.old,
                            old,
                            new
                        );
                    }
                    continue;
                };
                let result = format!("{}{}{}", &row.before[..repair.start], repair.text, &row.before[repair.end_exclusive..]);
                if result == truth {
                    right[index] += 1;
                } else {
                    wrong[index] += 1;
                    if verbose {
                        println!(
                            "{} deeper {deeper} new {index}: wrong\n old {:?}\n new {:?}\n got {:?}",
                            row.name, row.old, row.new, repair.text
                        );
                    }
                }
            }
        }
    }
    for (index, what) in ["new text shifted too", "new text right already"].iter().enumerate() {
        println!(
            "{what:24} asked {:5} right {:5} wrong {:3} refused {:4} (and {} where several places fit)",
            asked[index],
            right[index],
            wrong[index],
            asked[index] - right[index] - wrong[index],
            several[index]
        );
    }
    assert!(right[0] * 100 >= asked[0] * 98, "right");
    assert!(wrong[0] * 100 <= asked[0], "wrong");
    assert!(wrong[1] * 1000 <= asked[1] * 6, "shifted twice");
}

#[test]
fn needles_from_another_repository_get_no_place() {
    let Some(rows) = edits(8) else { return };
    let mut rng = Rng::new(seed());
    let (mut asked, mut named) = (0, 0);
    for row in &rows {
        let other = &rows[rng.below(rows.len())];
        if other.repo == row.repo {
            continue;
        }
        let asked_one = Asked::new(row.before.as_bytes(), &other.old, Some(&other.new));
        if asked_one.exact > 0 {
            continue;
        }
        asked += 1;
        let diagnosis = asked_one.diagnose();
        if let Some(hint) = diagnosis.hints.iter().find(|hint| hint.has_place()) {
            named += 1;
            if std::env::var_os("STET_PRINT").is_some() {
                println!(
                    "{:?} {:?} in {}: {:?} {:?}",
                    hint.kind,
                    hint.similarity,
                    row.name,
                    other.old.chars().take(80).collect::<String>(),
                    hint.text.as_ref().map(|text| text.chars().take(80).collect::<String>())
                );
            }
        }
    }
    println!("needles from another repository: {named} of {asked} got a place");
    assert!(named * 100 <= asked * 2, "{named} of {asked}");
}
