//! The diagnosis and the repair on misses that real agents made.

#![cfg(not(target_arch = "wasm32"))]

mod diagnose_support;

use diagnose_support::{Asked, rows, text};
use std::collections::BTreeMap;
use stet::diagnose::{Hint, Kind};

/// A recorded miss.
struct Row {
    id: String,
    cause: String,
    asked: Asked,
}

fn misses() -> Option<Vec<Row>> {
    let rows = rows("recorded")?;
    let misses = rows.filter(|row| text(row, "recorded_error_kind") == Some("not_found")).filter_map(|row| {
        Some(Row {
            id: text(&row, "id")?.to_owned(),
            cause: text(&row, "cause")?.to_owned(),
            asked: Asked::new(text(&row, "before")?.as_bytes(), text(&row, "old_string")?, text(&row, "new_string")),
        })
    });
    Some(misses.collect())
}

#[test]
fn recorded_misses_are_explained_and_repaired() {
    let Some(misses) = misses() else { return };
    let verbose = std::env::var_os("STET_PRINT").is_some();
    let mut named: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let (mut indentation, mut repaired) = (0, 0);
    for row in &misses {
        if row.asked.exact > 0 {
            println!("{} ({}) stands there {} times", row.id, row.cause, row.asked.exact);
            continue;
        }
        let diagnosis = row.asked.diagnose();
        let first = diagnosis.hints.first();
        *named.entry((row.cause.clone(), first.map_or("(none)", |hint| hint.kind.name()))).or_default() += 1;
        if verbose {
            println!(
                "{} {} {:?}",
                row.id,
                row.cause,
                first.map(|hint| (
                    hint.kinds.iter().map(Kind::name).collect::<Vec<_>>(),
                    hint.start_line,
                    hint.end_line,
                    hint.count,
                    hint.similarity
                ))
            );
        }
        if row.cause == "indentation" {
            let fits = first.is_some_and(|hint: &Hint| hint.kind == Kind::Indentation && hint.count == 1);
            indentation += usize::from(fits);
            let repair = row.asked.repair(&diagnosis);
            if let (Some(repair), Some(hint)) = (&repair, first) {
                assert_eq!(repair.start..repair.end_exclusive, hint.range(), "repaired where it was named");
            } else if verbose {
                println!("  not repaired: {:?}", first.map(|hint| &hint.verdict));
            }
            repaired += usize::from(repair.is_some());
        }
    }
    for ((cause, kind), count) in &named {
        println!("{cause:28} {kind:20} {count}");
    }
    println!("indentation named {indentation} of 72, repaired {repaired}");
    assert_eq!(indentation, 72);
    assert!(repaired >= 66, "repaired {repaired}");
}
