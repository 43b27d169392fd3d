//! The project's own cases, natively: one reported test a folder of tests/cases. `UPDATE_CASES=1` writes the texts that the
//! engine gives into expected.json, to be read before they are committed. Cases that need a disk run in tests/cases.test.mjs.

#[cfg(not(target_arch = "wasm32"))]
mod support;

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    native::main();
}

#[cfg(target_arch = "wasm32")]
fn main() {}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use crate::support::{Case, differences};
    use libtest_mimic::{Arguments, Trial};
    use serde_json::Value;
    use std::path::{Path, PathBuf};
    use std::{fs, process};

    pub fn main() {
        let arguments = Arguments::from_args();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let mut cases = load(&folder);
        let all = cases.len();
        cases.retain(|(_, case)| !case.needs_disk());
        let native = cases.len();
        let update = std::env::var_os("UPDATE_CASES").is_some();
        let trials = cases
            .into_iter()
            .map(|(path, case)| {
                Trial::test(case.name.clone(), move || {
                    if update {
                        bless(&path, &case)?;
                    }
                    load_one(&path)?.check().map_err(Into::into)
                })
            })
            .collect();
        let conclusion = libtest_mimic::run(&arguments, trials);
        println!("cases natively: {} of {native} passed; {} more need a disk", conclusion.num_passed, all - native);
        process::exit(if conclusion.has_failed() || native == 0 { 101 } else { 0 });
    }

    fn load(folder: &Path) -> Vec<(PathBuf, Case)> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).expect("tests/cases").map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
        paths.sort();
        paths
            .into_iter()
            .map(|path| (path.clone(), load_one(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))))
            .collect()
    }

    fn load_one(path: &Path) -> Result<Case, String> {
        let text = |name: &str| fs::read_to_string(path.join(name)).map_err(|error| format!("{name}: {error}"));
        Ok(Case {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            before: fs::read(path.join("before")).ok(),
            outside: fs::read(path.join("outside")).ok(),
            request: text("request.json")?,
            expected: text("expected.json")?,
            after: fs::read(path.join("after")).ok(),
        })
    }

    /// Puts the text that the engine gives now into expected.json, where all else is as expected.
    fn bless(path: &Path, case: &Case) -> Result<(), String> {
        let run = case.run()?;
        let wrong: Vec<String> =
            differences(&run.answer.value, &run.expected).into_iter().filter(|wrong| !wrong.starts_with("text is")).collect();
        if !wrong.is_empty() {
            return Err(wrong.join("\n"));
        }
        let mut expected = run.expected.as_object().cloned().unwrap_or_default();
        if !expected.contains_key("textEnds") {
            expected.insert("text".into(), run.answer.value["text"].clone());
        }
        fs::write(path.join("expected.json"), in_order(&expected)).map_err(|error| error.to_string())
    }

    /// One field a line, the outcome first and the text last.
    fn in_order(expected: &serde_json::Map<String, Value>) -> String {
        let rank = |field: &str| match field {
            "ok" => 0,
            "code" => 1,
            "hint" => 2,
            "matches" => 3,
            "text" | "textEnds" => 5,
            _ => 4,
        };
        let mut fields: Vec<_> = expected.iter().collect();
        fields.sort_by_key(|(field, _)| rank(field));
        let lines: Vec<String> = fields.iter().map(|(field, value)| format!("  \"{field}\": {value}")).collect();
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}
