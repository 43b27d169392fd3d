//! The edit engine of stet: exact text edits for coding agents, that leave every other byte as it was.
//!
//! Vocabulary: an *edit* names an `old_string` and a `new_string`; a place where the old one stands is a *match*; a *splice*
//! replaces bytes of a *base*; a *stamp* is a version of a file; a *read record* says which lines the model has seen.
//! [`check::check`] proves a call's arguments, [`plan::plan`] answers with splices or with a [`refusal::Refusal`],
//! [`read::render`] shows a file. The engine does no I/O, reads no clock and never panics on input: the same bytes in
//! give the same answer out on every runtime.
//!
//! Units: offsets are bytes, and say in their doc whether they index the file or its view ([`text`]); lines are 1-based.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod ambiguous;
pub mod changed;
pub mod check;
pub mod diagnose;
mod edit_outcome;
pub mod eol;
mod excerpt;
mod fence;
mod file;
pub mod find;
pub mod hunk;
mod insert;
mod line_diff;
pub mod lines_seen;
mod locate;
pub mod messages;
mod miss;
pub mod names;
mod new_text;
mod notes;
pub mod options;
mod patched;
pub mod plain;
pub mod plan;
mod plan_edit;
mod plan_write;
pub mod read;
pub mod refusal;
mod refusal_input;
pub mod request;
mod snippet;
pub mod splice;
pub mod stamp;
pub mod text;
pub mod trace;
#[cfg(target_arch = "wasm32")]
#[allow(missing_docs)]
mod wasm;
