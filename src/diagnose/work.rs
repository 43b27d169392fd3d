//! The budget of a diagnosis, counted in steps and never in time, so that an answer is the same on every machine.
//!
//! One step is about one byte looked at. Searches of a byte string (SIMD) count an eighth of a step a byte.

/// Most steps of one diagnosis, whatever the file: a plan can't be interrupted.
const MOST: u64 = 1 << 28;
/// Steps that a small file may cost too.
const BASE: u64 = 2_000_000;
/// Steps for each byte of file and needle.
const PER_BYTE: u64 = 4;

/// Counts the steps of one diagnosis.
#[derive(Debug)]
pub struct Work {
    used: u64,
    limit: u64,
    /// Something was left out, because a budget or a cap was reached.
    pub cut: bool,
}

impl Work {
    /// The budget for a file and a needle of these many bytes.
    pub fn new(file: usize, needle: usize) -> Self {
        let bytes = file as u64 + needle as u64;
        Work { used: 0, limit: (PER_BYTE * bytes + BASE).min(MOST), cut: false }
    }

    /// Takes `steps` from the budget; false, and [`Work::cut`] is set, where that many aren't left.
    #[must_use]
    pub fn take(&mut self, steps: usize) -> bool {
        let after = self.used.saturating_add(steps as u64);
        if after > self.limit {
            self.cut = true;
            return false;
        }
        self.used = after;
        true
    }

    /// Takes the steps of a byte-string search over `bytes`.
    #[must_use]
    pub fn take_search(&mut self, bytes: usize) -> bool {
        self.take(bytes / 8 + 1)
    }

    /// Steps used so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// The budget.
    pub fn limit(&self) -> u64 {
        self.limit
    }
}
