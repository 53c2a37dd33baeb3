//! Moves and scores in words.

use crate::engine::Info;
use crate::notation::SquareNames;
use crate::position::Side;
use crate::search::score;
use crate::view::{BoardView, MoveView, PieceView};

/// What a side is called.
pub const fn name(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::White => "White",
    }
}

/// What a move does, given the boards before and after it: `lion takes pawn on 7f and gold general on 6e`. The verb can be
/// left out where nothing is taken.
pub fn action(mv: &MoveView, before: &BoardView, after: &BoardView, names: SquareNames) -> String {
    let square = |square| before.size.name(square, names);
    if let Some(kind) = &mv.drop {
        let promoted = if mv.promotes { ", promoted" } else { "" };
        return format!("{} dropped on {}{promoted}", kind.name, square(mv.to));
    }
    let piece = mv.from.and_then(|from| before.piece_on(from));
    let mover = piece.map_or("piece", |piece| &piece.kind.name);
    if mv.pass {
        return format!("{mover} passes");
    }
    let taken: Vec<String> =
        mv.captures.iter().filter_map(|&at| taken(before.piece_on(at), piece, &square(at))).collect();
    let mut text = if taken.is_empty() { mover.to_owned() } else { format!("{mover} takes {}", list(&taken)) };
    if mv.from == Some(mv.to) {
        text += if taken.is_empty() { " comes back" } else { " and stays where it is" };
    }
    if mv.promotes {
        let promoted = after.piece_on(mv.to).map_or("", |piece| &piece.kind.name);
        text +=
            &if taken.is_empty() { format!(" promotes to {promoted}") } else { format!(" and promotes to {promoted}") };
    }
    text
}

/// A piece that is taken, and where; its own side is named, since some games let a piece take those.
fn taken(piece: Option<&PieceView>, by: Option<&PieceView>, square: &str) -> Option<String> {
    let piece = piece?;
    let own = if by.is_some_and(|by| by.side == piece.side) { "own " } else { "" };
    Some(format!("{own}{} on {square}", piece.kind.name))
}

/// Most things that a list names.
const LONGEST_LIST: usize = 6;

/// `a`, `a and b`, `a, b and c`.
fn list(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if things.len() <= LONGEST_LIST => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", things[..LONGEST_LIST - 1].join(", "), things.len() + 1 - LONGEST_LIST),
    }
}

/// What the mover's chances are, and whose view it is: `+0.35 for Black, depth 9`, in pawns.
pub fn evaluation(info: &Info, mover: Side) -> String {
    match score::mate_plies(info.score) {
        Some(plies) if plies > 0 => format!("{} wins in {}", name(mover), (plies + 1) / 2),
        Some(plies) => format!("{} wins in {}", name(!mover), (1 - plies) / 2),
        None => format!("{:+.2} for {}, depth {}", f64::from(info.score) / 100.0, name(mover), info.depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Interface, Options};
    use crate::notation::MoveFormat;
    use crate::settings::Settings;

    /// What a move of a game does, in words.
    fn words(variant: &str, position: &str, text: &str) -> String {
        let options = Options::new(Interface::CommandLine, None, Settings::default());
        let mut engine = engine::create(variant, &options).unwrap();
        engine.set_position(position).unwrap();
        let before = engine.board();
        engine.play(text).unwrap();
        let mv = engine.last_move(MoveFormat::Usi).unwrap();
        action(&mv, &before, &engine.board(), engine.square_names(MoveFormat::Usi))
    }

    #[test]
    fn captures_promotions_passes_and_drops_are_told() {
        let lion = "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K b - 1";
        assert_eq!(words("chu", "startpos", "7i7h"), "pawn");
        assert_eq!(words("chu", lion, "7g7f"), "lion takes pawn on 7f");
        assert_eq!(words("chu", lion, "7g7f7g"), "lion takes pawn on 7f and stays where it is");
        assert_eq!(words("chu", lion, "7g6g7g"), "lion passes");
        let two = "k11/12/12/12/6g5/5p6/5N6/12/12/12/12/11K b - 1";
        assert_eq!(words("chu", two, "7g7f6e"), "lion takes pawn on 7f and gold general on 6e");
        let zone = "k11/12/12/4s7/4P7/12/12/12/12/12/12/11K b - 1";
        assert_eq!(words("chu", zone, "8e8d+"), "pawn takes silver general on 8d and promotes to promoted pawn");
        assert_eq!(
            words("chu", "k11/12/12/12/4P7/12/12/12/12/12/12/11K b - 1", "8e8d+"),
            "pawn promotes to promoted pawn"
        );
        assert_eq!(words("heisei", "startpos", "L*a5"), "lance dropped on a5");
        assert_eq!(words("whale", "2w3/6/6/6/6/2W3 b D 1", "D*c3"), "dolphin dropped on c3");
    }

    #[test]
    fn long_lists_are_cut() {
        let things: Vec<String> = (1..=8).map(|number| number.to_string()).collect();
        assert_eq!(list(&things), "1, 2, 3, 4, 5 and 3 more");
        assert_eq!(list(&things[..6]), "1, 2, 3, 4, 5 and 6");
    }
}
