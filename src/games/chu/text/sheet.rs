//! What there is to say about the pieces.

use crate::games::chu::{Kind, KindInfo, Traits};
use crate::geometry::Directions;
use crate::notation::{PieceSheet, Way};

/// The sheets of all pieces, promoted ones with a `+` before their letter.
pub fn sheets() -> Vec<PieceSheet> {
    Kind::all().map(|kind| sheet(kind.info())).collect()
}

/// The letters of a kind, as Black's.
pub fn letters(kind: Kind) -> String {
    let letter = kind.info().letter;
    if kind.is_promoted() { format!("+{letter}") } else { letter.to_string() }
}

fn sheet(info: &KindInfo) -> PieceSheet {
    let name = |kind: Kind| format!("{} ({})", kind.info().name, letters(kind));
    let lion = info.traits.contains(Traits::LION);
    let ways = if lion {
        vec![(Directions::ALL, Way::Lion), (Directions::ALL, Way::Pass)]
    } else {
        // A sting is a step and a jump besides.
        let step = Directions(info.step.0 & !info.sting.0);
        let jump = Directions(info.jump.0 & !info.sting.0);
        let sting = [(info.sting, Way::Sting), (info.sting, Way::Jump(2)), (info.sting, Way::Pass)];
        [(step, Way::Step(1)), (info.slide, Way::Slide), (jump, Way::Jump(2))].into_iter().chain(sting).collect()
    };
    let mut notes = Vec::new();
    if info.traits.contains(Traits::ROYAL) {
        notes.push("royal: a side that has lost its last one has lost (chu-rules §6.2)".to_owned());
    }
    if lion {
        notes.push("may not always take a lion from two squares away, or be taken (chu-rules §4)".to_owned());
    }
    PieceSheet {
        letters: letters(info.kind),
        other_letters: Vec::new(),
        name: info.name.to_owned(),
        kanji: Some(info.kanji),
        moves: ways.into_iter().filter(|(directions, _)| !directions.is_empty()).collect(),
        leaps: Vec::new(),
        notes,
        becomes: info.promotion.map(name),
        comes_from: Kind::all().filter(|kind| kind.info().promotion == Some(info.kind)).map(name).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_say_what_the_table_says() {
        let find = |name: &str| sheets().into_iter().find(|sheet| sheet.is_called(name)).unwrap();
        assert_eq!(sheets().len(), 39);
        let falcon = find("+H");
        assert_eq!(
            (falcon.name.as_str(), falcon.comes_from.as_slice()),
            ("horned falcon", &["dragon horse (H)".to_owned()][..])
        );
        assert_eq!(falcon.moves[1], (Directions(1), Way::Sting));
        assert_eq!(find("lion").moves[0], (Directions::ALL, Way::Lion));
        assert_eq!(find("pawn").moves, [(Directions(1), Way::Step(1))]);
        assert!(find("drunk elephant").becomes.is_some_and(|name| name == "prince (+E)"));
    }
}
