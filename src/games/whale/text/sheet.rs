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

/// What a kind is called besides, in English and in Japanese.
fn other_names(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Killer => &["KW", "killer", "orca", "シャチ", "鯱", "shachi"],
        Kind::Grey => &["GW", "grey", "gray whale", "gray", "コククジラ", "克鯨", "kokukujira"],
        Kind::Humpback => &["HW", "humpback whale", "ザトウクジラ", "座頭鯨", "zatokujira"],
        Kind::Narwhal => &["イッカク", "一角", "ikkaku"],
        Kind::Blue => &["BW", "blue", "シロナガスクジラ", "白長須鯨", "shironagasukujira"],
        Kind::Right => &["RW", "right", "セミクジラ", "背美鯨", "semikujira"],
        Kind::Dolphin => &["イルカ", "海豚", "iruka"],
        Kind::Porpoise => &["ネズミイルカ", "鼠海豚", "nezumiiruka"],
        Kind::White => &["WW", "white", "beluga", "シロイルカ", "白海豚", "shiroiruka"],
    }
}

fn empty(kind: Kind) -> PieceSheet {
    let info = kind.info();
    PieceSheet {
        letters: info.letter.to_string(),
        other_letters: Vec::new(),
        name: info.name.to_owned(),
        other_names: other_names(kind).to_vec(),
        royal: info.captured_as.is_none(),
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

    #[test]
    fn pieces_are_found_by_other_names() {
        for (name, letters) in
            [("orca", "K"), ("gray whale", "G"), ("イルカ", "D"), ("ikkaku", "N"), ("beluga", "W"), ("RW", "A")]
        {
            let sheet = sheets(7).into_iter().find(|sheet| sheet.is_called(name));
            assert_eq!(sheet.map(|sheet| sheet.letters).as_deref(), Some(letters), "{name}");
        }
    }
}
