//! What there is to say about the pieces.

use super::kif;
use crate::games::chu::piece::KINDS;
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

/// What a kind is called besides: in the books, in English, and in Japanese.
fn other_names(kind: Kind) -> Vec<&'static str> {
    let japanese = kif::names_of(kind);
    let others = OTHER_NAMES.iter().filter(|(named, _)| *named == kind).flat_map(|(_, names)| names.iter().copied());
    japanese.chain(others).collect()
}

/// Abbreviations of books, other English names, and Japanese names in Latin letters.
#[rustfmt::skip]
const OTHER_NAMES: [(Kind, &[&str]); KINDS] = {
    use Kind::*;
    [
        (Pawn, &["fuhyo", "fu", "foot soldier"]),
        (GoBetween, &["GB", "chunin", "middle man"]),
        (Copper, &["dosho", "copper"]),
        (Silver, &["ginsho", "gin", "silver"]),
        (Gold, &["kinsho", "kin", "gold"]),
        (Leopard, &["FL", "mohyo", "leopard"]),
        (Tiger, &["BT", "moko", "tiger"]),
        (Elephant, &["DE", "suizo", "elephant", "drunken elephant"]),
        (King, &["gyokusho", "osho", "gyoku", "ou", "o", "jewel", "jeweled king"]),
        (Lance, &["kyosha", "kyo", "incense chariot"]),
        (ReverseChariot, &["RC", "hensha", "chariot"]),
        (VerticalMover, &["VM", "shugyo", "kengyo"]),
        (SideMover, &["SM", "ogyo"]),
        (Bishop, &["kakugyo", "kaku", "angle mover"]),
        (Rook, &["hisha", "hi", "flying chariot"]),
        (DragonHorse, &["DH", "ryume", "ryuma", "uma", "horse"]),
        (DragonKing, &["DK", "ryuo", "ryu", "dragon"]),
        (Queen, &["FK", "free king", "honno", "hon'o"]),
        (Kirin, &["Ky", "Kr", "kylin"]),
        (Phoenix, &["Ph", "hoo", "ho-o"]),
        (Lion, &["Ln", "shishi"]),
        (PromotedPawn, &["tokin", "to", "PP"]),
        (PromotedGoBetween, &["+GB"]),
        (PromotedCopper, &["promoted copper general"]),
        (PromotedSilver, &["promoted silver general"]),
        (PromotedGold, &["promoted gold general"]),
        (PromotedLeopard, &["+FL", "promoted ferocious leopard"]),
        (FlyingStag, &["FS", "+BT", "hiroku", "stag"]),
        (Prince, &["CP", "+DE", "crown prince", "taishi"]),
        (WhiteHorse, &["WH", "hakku"]),
        (Whale, &["W", "+RC", "keigei"]),
        (FlyingOx, &["FO", "+VM", "higyu", "ox"]),
        (FreeBoar, &["FB", "+SM", "honcho", "boar", "running boar"]),
        (PromotedBishop, &["promoted dragon horse"]),
        (PromotedRook, &["promoted dragon king"]),
        (HornedFalcon, &["HF", "+DH", "kakuo", "falcon"]),
        (SoaringEagle, &["SE", "+DK", "hiju", "eagle"]),
        (PromotedKirin, &["+Ky", "+Kr", "promoted kylin", "promoted lion"]),
        (PromotedPhoenix, &["+Ph", "promoted queen", "promoted free king"]),
    ]
};

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
        other_names: other_names(info.kind),
        royal: info.traits.contains(Traits::ROYAL),
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

    #[test]
    fn pieces_are_found_by_signs_abbreviations_and_other_names() {
        let find = |name: &str| {
            let sheet = sheets().into_iter().find(|sheet| sheet.is_called(name));
            sheet.map_or_else(|| panic!("{name}"), |sheet| sheet.letters)
        };
        for (names, letters) in [
            (&["獅", "獅子", "師子", "Ln", "ln", "Shishi", "lion"][..], "N"),
            (&["奔", "奔王", "FK", "free king", "Q"], "Q"),
            (&["Ky", "Kr", "麒麟", "kylin"], "O"),
            (&["CP", "太子", "crown prince", "+DE"], "+E"),
            (&["と", "と金", "tokin"], "+P"),
            (&["玉", "王将", "jeweled king"], "K"),
            (&["gobetween", "GB", "仲人"], "I"),
            (&["角鷹", "HF"], "+H"),
            // A name of two kinds means the one that starts on the board.
            (&["飛車"], "R"),
        ] {
            for name in names {
                assert_eq!(find(name), letters, "{name}");
            }
        }
        for (row, kind) in OTHER_NAMES.iter().zip(Kind::all()) {
            assert_eq!(row.0, kind);
        }
        let words = find_sheet("lion").words().join("\n");
        assert!(words.contains("may pass the turn if any neighbouring square is empty"), "{words}");
    }

    fn find_sheet(name: &str) -> PieceSheet {
        sheets().into_iter().find(|sheet| sheet.is_called(name)).unwrap()
    }
}
