//! stub until the diagnosis lands
use crate::refusal::MoreLines;
/// stub
pub fn more_lines(_file: &[u8], _old: &[u8], _keep: usize) -> Vec<MoreLines> {
    Vec::new()
}
