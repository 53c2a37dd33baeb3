use super::*;
use crate::engine::{self, Interface, Options};
use crate::games::NAMES;
use crate::notation::MoveFormat;
use crate::settings::Settings;

/// The board of a game after these moves, and the last of them.
fn board(variant: &str, position: &str) -> (BoardView, Option<MoveView>) {
    let options = Options::new(Interface::CommandLine, None, Settings::default());
    let mut engine = engine::create(variant, &options).unwrap();
    engine.set_position(position).unwrap();
    (engine.board(), engine.last_move(MoveFormat::Usi))
}

const LETTERS: Picture<'static> = Picture::new(BoardStyle::Letters, SquareNames::Japanese);
const SIGNS: Picture<'static> = Picture::new(BoardStyle::Kanji, SquareNames::Japanese);

/// The line of a rank.
fn rank<'a>(drawn: &'a str, name: &str) -> &'a str {
    drawn.lines().find(|line| line.starts_with(&format!("{name:>2} |"))).unwrap_or_else(|| panic!("{name} in {drawn}"))
}

/// Columns on a terminal: signs are two wide.
fn width(line: &str) -> usize {
    line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

#[test]
fn marks_stand_before_their_own_piece() {
    // Promoted kirins of both sides, side by side, beside pawns.
    let (board, _) = board("chu", "k11/12/12/12/12/4P+O+opP3/12/12/12/12/12/11K b - 1");
    assert_eq!(rank(&board.draw(&LETTERS), "f"), " f |  .  .  .  .  P +O +o  p  P  .  .  . | f");
    let signs = board.draw(&SIGNS);
    let shown = " f |   ・   ・   ・   ・   歩  +獅 +v獅  v歩   歩   ・   ・   ・ | f";
    assert_eq!(rank(&signs, "f"), shown);
    // Turned, the pieces that point down are Black's.
    let turned = board.draw(&Picture { flip: true, ..SIGNS });
    let shown = " f |   ・   ・   ・  v歩   歩  +獅 +v獅  v歩   ・   ・   ・   ・ | f";
    assert_eq!(rank(&turned, "f"), shown);
    // A header is as wide as its board.
    for drawn in [signs, turned] {
        assert!(drawn.lines().all(|line| width(line) <= 70), "{drawn}");
    }
}

#[test]
fn the_last_move_is_marked() {
    let (board, last) = board("chu", "startpos moves 7i7h");
    let last = last.as_ref();
    let letters = board.draw(&Picture { last, ..LETTERS });
    assert_eq!(rank(&letters, "h"), " h |  .  .  .  I  . [P] .  .  I  .  .  . | h");
    assert_eq!(rank(&letters, "i"), " i |  P  P  P  P  P  *  P  P  P  P  P  P | i");
    let signs = board.draw(&Picture { last, ..SIGNS });
    assert!(rank(&signs, "h").contains("  [歩]  ・"), "{signs}");
    assert!(rank(&signs, "i").contains("＊"), "{signs}");
    // On the last file the bracket closes before the frame.
    let (board, last) = self::board("chu", "startpos moves 1i1h");
    let letters = board.draw(&Picture { last: last.as_ref(), ..LETTERS });
    assert_eq!(rank(&letters, "h"), " h |  .  .  .  I  .  .  .  .  I  .  . [P]| h");
    // In colour nothing else changes: without the codes the text is the same.
    let painted = board.draw(&Picture { last: last.as_ref(), colour: true, ..LETTERS });
    assert!(painted.contains("\u{1b}[31m"), "{painted}");
    let plain = [BOLD, RED, REVERSE, PLAIN].iter().fold(painted, |text, code| text.replace(code, ""));
    assert_eq!(plain, letters);
}

#[test]
fn what_is_held_and_what_is_fresh_is_shown() {
    let (board, _) = board("heisei", "startpos moves L*a5");
    let names = SquareNames::Western;
    let letters = board.draw(&Picture { names, ..LETTERS });
    assert!(letters.starts_with("    reserve: 2l2c2s2m2v2aox\n"), "{letters}");
    assert!(letters.ends_with("    reserve: L2C2S2M2V2AOX\n"), "{letters}");
    let signs = board.draw(&Picture { names, flip: true, ..SIGNS });
    assert!(signs.starts_with("    reserve: L香 2C銅 2S銀 2M横 2V竪 2A反 O麒 X鳳\n"), "{signs}");
}

#[test]
fn of_every_game_the_part_that_fits_is_shown() {
    for variant in NAMES {
        let (board, _) = board(variant, "startpos");
        let size = board.size;
        for style in [BoardStyle::Letters, BoardStyle::Kanji] {
            let whole = Picture::new(style, SquareNames::Western);
            assert_eq!(board.draw(&whole).lines().filter(|line| line.contains(" |")).count(), size.ranks, "{variant}");
            for middle in
                [size.square(0, 0), size.square(size.files - 1, size.ranks - 1), size.square(3, size.ranks / 2)]
            {
                for (columns, rows) in [(80, 18), (40, 12), (35, 0), (0, 15)] {
                    let drawn = board.draw(&Picture { columns, rows, middle: Some(middle), ..whole });
                    let name = SquareNames::Western.rank(middle.rank, size.ranks);
                    let file = SquareNames::Western.file(middle.file, size.files);
                    assert!(
                        columns == 0 || drawn.lines().all(|line| width(line) <= columns),
                        "{variant} {columns}: {drawn}"
                    );
                    assert!(rows == 0 || drawn.lines().count() <= rows, "{variant} {rows}: {drawn}");
                    assert!(!rank(&drawn, &name).is_empty());
                    assert!(
                        drawn.lines().any(|line| line.split_whitespace().any(|word| word == file)),
                        "{variant} {file}"
                    );
                }
            }
        }
    }
}
