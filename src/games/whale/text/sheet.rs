//! What there is to say about the pieces.

use crate::games::whale::Kind;
use crate::notation::{PieceSheet, Way};

/// The sheets of the pieces on boards of this size.
pub fn sheets(size: usize) -> Vec<PieceSheet> {
    Kind::all().filter(|kind| kind.is_on_board_of(size)).map(sheet).collect()
}

fn sheet(kind: Kind) -> PieceSheet {
    let info = kind.info();
    let ways = [(info.step, Way::Step(1)), (info.jump, Way::Jump(2)), (info.slide, Way::Slide)];
    let mut notes = Vec::new();
    if !info.far_slide.is_empty() {
        let far = PieceSheet { moves: vec![(info.far_slide, Way::Slide)], ..empty(kind) };
        notes.push(format!("on the farthest rank, instead: {}", far.words().join(", ")));
        notes.push("may not be dropped on the farthest rank, on a file with two others, or to give mate".to_owned());
    }
    match info.captured_as {
        None => notes.push("royal: it may not be left in check".to_owned()),
        Some(held) if held != kind => notes.push(format!("whoever takes it gets a {} in hand", held.info().name)),
        Some(_) => notes.push("whoever takes it gets it in hand".to_owned()),
    }
    PieceSheet {
        moves: ways.into_iter().filter(|(directions, _)| !directions.is_empty()).collect(),
        notes,
        ..empty(kind)
    }
}

fn empty(kind: Kind) -> PieceSheet {
    let info = kind.info();
    PieceSheet {
        letters: info.letter.to_string(),
        other_letters: Vec::new(),
        name: info.name.to_owned(),
        kanji: None,
        moves: Vec::new(),
        leaps: Vec::new(),
        notes: Vec::new(),
        becomes: None,
        comes_from: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_has_its_pieces() {
        assert_eq!((sheets(6).len(), sheets(7).len()), (8, 9));
        let dolphin = sheets(6).into_iter().find(|sheet| sheet.is_called("d")).unwrap();
        assert!(dolphin.draw().contains("instead: any number of squares diagonally backward"), "{}", dolphin.draw());
        let porpoise = sheets(6).into_iter().find(|sheet| sheet.is_called("porpoise")).unwrap();
        assert!(porpoise.draw().contains("gets a killer whale in hand"));
    }
}
