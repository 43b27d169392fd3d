//! For the tests in browsers, where there is no disk: lists the case folders as tests with their files embedded, for
//! tests/wasm_cases.rs. `STET_NATIVE_OUTCOMES` names the file that tests/outcomes.rs wrote, to compare with byte for byte.
//! Nothing is done for native builds.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_ARCH").as_deref() != Ok("wasm32") {
        return Ok(());
    }
    println!("cargo::rerun-if-changed=tests/cases");
    println!("cargo::rerun-if-env-changed=STET_NATIVE_OUTCOMES");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut folders: Vec<PathBuf> = match fs::read_dir(root.join("tests/cases")) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?,
        // A crate without its tests.
        Err(_) => Vec::new(),
    };
    // Those with a "setup" of links, modes or folders need a disk; tests/wasm_cases.rs checks that the count is right.
    folders.retain(|path| fs::read_to_string(path.join("request.json")).is_ok_and(|request| !request.contains("\"setup\":")));
    folders.sort();
    let mut list = String::new();
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let file = |name: &str| embedded(&folder.join(name));
        let [before, outside, after, request, expected] = ["before", "outside", "after", "request.json", "expected.json"].map(file);
        let _ = writeln!(list, "case!(case_{name}, {name:?}, {before}, {outside}, {after}, {request}, {expected});");
    }
    let native = env::var_os("STET_NATIVE_OUTCOMES").map_or("None".into(), |path| embedded(Path::new(&path)));
    let _ = writeln!(list, "const CASES: usize = {};", folders.len());
    let _ = writeln!(list, "const NATIVE: Option<&[u8]> = {native};");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("wasm_cases.rs"), list)
}

/// The file's bytes as an expression; `None` where there is no such file.
fn embedded(path: &Path) -> String {
    if !path.is_file() {
        return "None".into();
    }
    println!("cargo::rerun-if-changed={}", path.display());
    format!("Some(include_bytes!({:?}))", path.display().to_string())
}
