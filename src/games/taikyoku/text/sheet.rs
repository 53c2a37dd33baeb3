//! What there is to say about the pieces.

use super::names;
use crate::games::taikyoku::{Kind, Switches, TaikyokuRules};
use crate::geometry::Directions;
use crate::notation::{PieceSheet, Way};

/// The names of the directions, clockwise from north.
const DIRECTIONS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The sheets of all pieces, those that start on the board first.
pub fn sheets(rules: &TaikyokuRules) -> Vec<PieceSheet> {
    let promotion = |kind: Kind| match rules.has(Switches::ALTERNATIVE_PROMOTION) {
        true => kind.info().promotion_alt,
        false => kind.info().promotion,
    };
    let name = |kind: Kind| format!("{} ({})", kind.info().name, kind.info().id);
    let origins = |kind: Kind| Kind::all().filter(move |&origin| promotion(origin) == Some(kind));
    Kind::all()
        .map(|kind| {
            let info = kind.info();
            let text = if rules.has(Switches::ALTERNATIVE_MOVES) { info.moves_alt } else { info.moves };
            let mut sheet = PieceSheet {
                letters: info.id.to_owned(),
                other_letters: origins(kind).map(|origin| format!("+{}", origin.info().id)).collect(),
                name: info.name.to_owned(),
                other_names: names::of(info.id),
                royal: info.royal,
                kanji: None,
                moves: Vec::new(),
                leaps: Vec::new(),
                notes: Vec::new(),
                becomes: promotion(kind).map(name),
                comes_from: origins(kind).map(name).collect(),
            };
            text.split(", ").for_each(|atom| add(&mut sheet, atom, rules));
            if info.royal {
                sheet.notes.push("royal: a side that has lost its last one has lost".to_owned());
            }
            if info.rank < 5 {
                sheet.notes.push(format!(
                    "rank {}: range moves go over pieces of lower rank only, 5 being the lowest",
                    info.rank
                ));
            }
            if !kind.starts() {
                sheet.notes.push("does not start on the board".to_owned());
            }
            sheet
        })
        .collect()
}

/// Adds an atom of the table's notation.
fn add(sheet: &mut PieceSheet, atom: &str, rules: &TaikyokuRules) {
    let Some((names, kind)) = atom.split_once(':') else { return };
    let bit = |name: &str| DIRECTIONS.iter().position(|known| *known == name).map_or(0, |index| 1 << index);
    let directions = Directions(names.split('/').map(bit).fold(0, |set, bit| set | bit));
    let number = |text: &str| text.parse().unwrap_or(0);
    let mut push = |way| sheet.moves.push((directions, way));
    match kind {
        "leap" => {
            let change = |name: &str| {
                let step = |letter: char| name.chars().filter(|&c| c == letter).count() as i32;
                (step('E') - step('W'), step('N') - step('S'))
            };
            sheet.leaps.extend(names.split('/').map(change));
        }
        "slide" => push(Way::Slide),
        "hook" => push(Way::Hook),
        "range" if rules.has(Switches::SWEEP) => push(Way::Sweep),
        "range" => push(Way::RangeJump),
        "hash" if rules.has(Switches::HASH_OVER) => push(Way::OverThree),
        "hash" => [Way::Slide, Way::JumpOn(2, None), Way::JumpOn(3, None)].into_iter().for_each(push),
        "igui" => push(Way::Igui),
        "pass" => push(Way::Pass),
        "lion" => [Way::Lion, Way::Pass].into_iter().for_each(push),
        _ => {
            if let Some(steps) = kind.strip_prefix("step") {
                push(Way::Step(number(steps)));
            } else if let Some(steps) = kind.strip_prefix("walk") {
                push(Way::Walk(number(steps)));
            } else if let Some(jump) = kind.strip_prefix("jump") {
                push(match jump.split_once('+') {
                    None => Way::Jump(number(jump)),
                    Some((to, "slide")) => Way::JumpOn(number(to), None),
                    Some((to, then)) => Way::JumpOn(number(to), then.strip_prefix("step").map(number)),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_a_sheet_that_says_how_it_moves() {
        for rules in [TaikyokuRules::STANDARD, TaikyokuRules::SWEEPING] {
            for (sheet, kind) in sheets(&rules).iter().zip(Kind::all()) {
                assert!(!sheet.moves.is_empty() || !sheet.leaps.is_empty(), "{}", sheet.name);
                assert!(sheet.moves.iter().all(|(directions, _)| !directions.is_empty()), "{}", sheet.name);
                assert_eq!(sheet.comes_from.is_empty(), sheet.comes_from.is_empty() && kind.starts(), "{}", sheet.name);
                assert!(sheet.draw().contains('@'), "{}", sheet.name);
            }
        }
        let general =
            sheets(&TaikyokuRules::STANDARD).into_iter().find(|sheet| sheet.is_called("great general")).unwrap();
        assert_eq!(general.moves, [(Directions::ALL, Way::RangeJump)]);
        let mut from: Vec<&str> = general.comes_from.iter().map(String::as_str).collect();
        from.sort_unstable();
        assert_eq!(from, ["Fire General (FIG)", "Free King (FK)", "Vice General (VG)"]);
        assert!(general.becomes.is_none() && general.draw().contains("R R") && general.letters == "GG");
    }

    #[test]
    fn pieces_are_found_by_japanese_and_other_names() {
        let all = sheets(&TaikyokuRules::STANDARD);
        for (name, letters) in [
            ("大将", "GG"),
            ("Tengu", "LG"),
            ("天狗", "LG"),
            ("FK", "FK"),
            ("kirin", "KY"),
            ("獅子", "LN"),
            ("と金", "TK"),
        ] {
            let sheet = all.iter().find(|sheet| sheet.is_called(name));
            assert_eq!(sheet.map(|sheet| sheet.letters.as_str()), Some(letters), "{name}");
        }
    }
}
