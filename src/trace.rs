//! The checks in their order, and how far a call came.

use serde::Serialize;

/// The checks of an edit, in order. The session does `Path` and `Allowed`, the engine the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Check {
    Input,
    Change,
    Path,
    Exists,
    View,
    Read,
    Fresh,
    Match,
    Overlap,
    Allowed,
}

/// The names of the checks.
pub const CHECKS: [(&str, Check); 10] = [
    ("input", Check::Input),
    ("change", Check::Change),
    ("path", Check::Path),
    ("exists", Check::Exists),
    ("view", Check::View),
    ("read", Check::Read),
    ("fresh", Check::Fresh),
    ("match", Check::Match),
    ("overlap", Check::Overlap),
    ("allowed", Check::Allowed),
];

/// What became of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum State {
    Passed,
    Failed,
    NotReached,
}

/// One check of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct TraceStep {
    pub check: Check,
    pub state: State,
}

/// Makes traces.
pub struct Trace;

impl Trace {
    /// Every check before `failed` passed, those after it weren't reached.
    pub fn failed_at(failed: Check) -> Vec<TraceStep> {
        Self::by(|check| match check.cmp(&failed) {
            std::cmp::Ordering::Less => State::Passed,
            std::cmp::Ordering::Equal => State::Failed,
            std::cmp::Ordering::Greater => State::NotReached,
        })
    }

    /// All but `Allowed` passed, which the session has still to do.
    pub fn planned() -> Vec<TraceStep> {
        Self::by(|check| if check == Check::Allowed { State::NotReached } else { State::Passed })
    }

    fn by(state: impl Fn(Check) -> State) -> Vec<TraceStep> {
        CHECKS.iter().map(|&(_, check)| TraceStep { check, state: state(check) }).collect()
    }
}
