//! Refusals that a session or a host decides, read from their code and plain data. The other codes are the engine's own.

use crate::plain::{Plain, Read, Wrong};
use crate::refusal::{Large, Problem, Why};
use crate::request::{OPS, Op};

impl Why {
    /// A refusal that a session or a host decides. The other codes are the engine's own: `Wrong` names the code then.
    pub fn from_plain(code: &str, data: &Plain) -> Read<Self> {
        let path = || Ok(data.opt::<String>("path")?.unwrap_or_default());
        let op = || Ok(data.choice("op", &OPS)?.unwrap_or(Op::Edit));
        let wrong = || Wrong(format!("code {code}"));
        Ok(match code {
            "invalid_input" => Why::InvalidInput {
                problem: data.choice("problem", &PROBLEMS)?.ok_or_else(|| Wrong("problem".into()))?,
                argument: Some(data.opt("argument")?.unwrap_or_else(|| "filePath".to_owned())),
                got: data.opt("got")?,
                index: None,
                path: data.opt("path")?,
            },
            "outside_root" => Why::OutsideRoot { path: path()? },
            "denied" => Why::Denied { path: path()?, rule: data.opt("rule")? },
            "user_rejected" => Why::UserRejected { path: path()?, reason: data.opt("reason")? },
            "missing" => Why::Missing { path: path()?, op: op()?, near: data.or_default("near")? },
            "exists" => Why::Exists { path: path()?, index: None },
            "is_directory" => Why::IsDirectory { path: path()? },
            "not_regular" => Why::NotRegular { path: path()? },
            "symlink" => Why::Symlink { path: path()?, target: data.opt("target")? },
            "too_large" => Why::TooLarge {
                what: Large::File,
                path: data.opt("path")?,
                argument: None,
                size: data.or_default("size")?,
                limit: data.or_default("limit")?,
            },
            "conflict" => Why::Conflict { path: path()?, tries: data.or_default("tries")? },
            "busy" => Why::Busy { path: path()? },
            "permission_denied" => Why::PermissionDenied { path: path()?, errno: data.opt("errno")? },
            "read_only_fs" => Why::ReadOnlyFs { path: path()? },
            "no_space" => Why::NoSpace { path: path()? },
            "partial_write" => Why::PartialWrite { path: path()?, kept: data.opt("kept")? },
            "io_error" => Why::IoError { path: path()?, errno: data.opt("errno")?, syscall: data.opt("syscall")? },
            "aborted" => Why::Aborted { path: path()?, written: data.or_default("written")? },
            "internal" => Why::Internal { path: data.opt("path")?, what: data.opt("what")? },
            _ => return Err(wrong()),
        })
    }
}

/// What a host can find wrong with a path, and a dialect with a command.
const PROBLEMS: [(&str, Problem); 6] = [
    ("bad_command", Problem::BadCommand),
    ("path_empty", Problem::PathEmpty),
    ("path_nul", Problem::PathNul),
    ("path_too_long", Problem::PathTooLong),
    ("path_form", Problem::PathForm),
    ("path_control", Problem::PathControl),
];
