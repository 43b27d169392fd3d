pub mod eol;
pub mod text;
