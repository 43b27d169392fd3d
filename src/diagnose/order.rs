//! Sorting with one body of code: each type that the standard library's sorts are used with costs some 4 kB of wasm.

/// The numbers `0..count` in the order of `is_less`; equal ones stay in their order. A merge sort, O(count log count).
pub fn order(count: usize, is_less: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..count).collect();
    let mut merged: Vec<usize> = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        merged.clear();
        for pair in sorted.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            let (mut a, mut b) = (0, 0);
            while a < left.len() || b < right.len() {
                let take_right = b < right.len() && (a == left.len() || is_less(right[b], left[a]));
                let (side, at) = if take_right { (right, &mut b) } else { (left, &mut a) };
                merged.push(side[*at]);
                *at += 1;
            }
        }
        std::mem::swap(&mut sorted, &mut merged);
        width *= 2;
    }
    sorted
}

/// Numbers in ascending order.
#[inline(never)]
pub fn sort_numbers(numbers: &mut [u64]) {
    numbers.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_a_stable_sort() {
        for count in [0, 1, 2, 3, 7, 64, 65, 1_000] {
            let values: Vec<usize> = (0..count).map(|at| at * 7919 % 31).collect();
            let mut expected: Vec<usize> = (0..count).collect();
            expected.sort_by_key(|at| values[*at]);
            assert_eq!(order(count, &|a, b| values[a] < values[b]), expected);
        }
    }
}
