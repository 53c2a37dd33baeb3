//! What pieces are called besides their names in the table.

use once_cell::sync::Lazy;
use std::collections::HashMap;

static NAMES: Lazy<HashMap<&'static str, Vec<&'static str>>> = Lazy::new(|| {
    let rows = include_str!("../names.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once('\t')).map(|(id, names)| (id, names.split(',').collect())).collect()
});

/// The other names of the kind with these letters.
pub(super) fn of(id: &str) -> Vec<&'static str> {
    NAMES.get(id).cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::taikyoku::Kind;

    #[test]
    fn every_kind_has_its_japanese_name_and_no_other_has_rows() {
        assert_eq!(Kind::all().count(), NAMES.len());
        for kind in Kind::all() {
            let names = of(kind.info().id);
            assert!(names.first().is_some_and(|name| !name.is_ascii()), "{}: {names:?}", kind.info().name);
            assert!(!names.contains(&kind.info().name), "{}", kind.info().name);
        }
        assert_eq!(of("GG"), ["大将"]);
    }
}
