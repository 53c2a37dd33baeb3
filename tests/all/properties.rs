//! What holds in every game whatever its rules: moves can be taken back, what is updated is what would be computed anew,
//! texts can be read again, and a game seen in a mirror or from the other side is the same game. Random games of every
//! variant, under every preset and under flags set at random.

use crate::model_check::{games, random_board};
use crate::support::random::Random;
use shishi::eval::{Evaluation, Evaluator};
use shishi::game::Game;
use shishi::games::{Chu, Heisei, Paulowich, Taikyoku, Variant, Whale};
use shishi::ini::Section;
use shishi::notation::{MoveFormat, PositionFormat};
use shishi::position::{Move, MoveCounting, MoveList, Outcome, Position, Presets, SearchHints, Side};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

/// What the properties ask of a variant: positions that can be compared as a whole, rules as a list of flags.
trait Tested: Variant<Position: Position<Rules: Presets + Debug> + PartialEq + Debug> {
    /// Files and ranks of the board.
    const SIZE: u32;

    /// A position to start from.
    fn start_text(random: &mut Random) -> String {
        let positions = Self::bench_positions();
        match random.below(3) {
            0 => (*random.pick(positions)).to_owned(),
            _ => "startpos".to_owned(),
        }
    }
}

impl Tested for Chu {
    const SIZE: u32 = 12;

    fn start_text(random: &mut Random) -> String {
        match random.below(3) {
            0 => (*random.pick(Chu::bench_positions())).to_owned(),
            1 => "startpos".to_owned(),
            _ => random_board(random, 3, 80),
        }
    }
}

impl Tested for Heisei {
    const SIZE: u32 = 12;
}

impl Tested for Whale {
    const SIZE: u32 = 6;
}

impl Tested for Paulowich {
    const SIZE: u32 = 7;
}

impl Tested for Taikyoku {
    const SIZE: u32 = 36;
}

type Of<V> = <V as Variant>::Position;
type RulesOf<V> = <Of<V> as Position>::Rules;

/// A preset, half of the time with some flags set to anything they can be.
fn random_rules<V: Tested>(random: &mut Random) -> RulesOf<V> {
    let mut rules = random.pick(RulesOf::<V>::PRESETS).1;
    if random.once_in(2) {
        return rules;
    }
    for _ in 0..=random.below(5) {
        let flag = random.pick(RulesOf::<V>::FLAGS);
        // The recursive reading of the lion rules takes long on boards full of lions.
        if flag.name == "end.ply_cap" || flag.name == "lion.recursive" {
            continue;
        }
        let value = random.pick(flag.values);
        assert!((flag.set)(&mut rules, value), "{} = {value}", flag.name);
        assert_eq!((flag.get)(&rules), *value, "{}", flag.name);
    }
    rules
}

/// The moves of a position: the list of captures and promotions and that of the others make up all, nothing is in both,
/// the counter counts them, and only they pass for moves.
fn check_lists<V: Tested>(position: &Of<V>, strangers: &[Move], random: &mut Random) {
    let mut all = MoveList::new();
    position.moves(&mut all);
    let mut parts = MoveList::new();
    position.tacticals(&mut parts);
    assert!(parts.iter().all(|&mv| position.class(mv).is_tactical()), "{position:?}");
    let tacticals = parts.len();
    position.quiets(&mut parts);
    assert!(parts[tacticals..].iter().all(|&mv| !position.class(mv).is_tactical()), "{position:?}");
    let set: BTreeSet<Move> = all.iter().copied().collect();
    assert_eq!(set.len(), all.len(), "a move is listed twice: {position:?}");
    assert_eq!(set, parts.iter().copied().collect(), "{position:?}");
    assert_eq!(parts.len(), all.len(), "{position:?}");
    let legal = all.iter().filter(|&&mv| position.is_legal(mv)).count();
    assert_eq!(position.count_moves(), legal as u64, "{position:?}");
    assert!(all.iter().all(|&mv| position.is_pseudo_legal(mv)), "{position:?}");
    for &mv in strangers {
        assert_eq!(position.is_pseudo_legal(mv), set.contains(&mv), "{mv:?} in {position:?}");
    }
    for _ in 0..20 {
        // A move with a bit or two turned over, or any number at all.
        let known = all.first().map_or(0, |_| random.pick(&all).code());
        let code = match random.below(3) {
            0 => known ^ 1 << random.below(32),
            1 => known ^ 1 << random.below(32) ^ 1 << random.below(32),
            _ => (random.below(1 << 16) << 16 | random.below(1 << 16)) as u32,
        };
        let mv = Move::from_code(code);
        assert_eq!(position.is_pseudo_legal(mv), set.contains(&mv), "{mv:?} in {position:?}");
    }
}

/// A position and its legal moves survive being written and read.
fn check_texts<V: Tested>(game: &Game<Of<V>>, legal: &[Move]) {
    let position = game.position();
    let text = V::write_position(position, PositionFormat::Sfen, game.ply());
    let read = V::parse_position(&text, position.rules()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(V::write_position(&read, PositionFormat::Sfen, 0), text);
    let fen = V::write_position(position, PositionFormat::Fen, game.ply());
    let from_fen = V::parse_fen(&fen, position.rules()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(V::write_position(&from_fen, PositionFormat::Fen, 0), fen);
    assert_eq!(from_fen.side_to_move(), position.side_to_move());
    for format in V::MOVE_FORMATS {
        for &mv in legal {
            let written = V::write_move(position, mv, *format);
            let read = V::parse_move_as(position, &written, *format);
            // XBoard's pass names no piece, on the wire or in a game file.
            if ["@@@@", "--"].iter().any(|pass| written.starts_with(pass)) {
                assert_eq!(read.map(|read| position.class(read)), Ok(position.class(mv)), "{position:?}");
            } else {
                assert_eq!(read, Ok(mv), "{written} as {format:?} in {position:?}");
            }
        }
    }
}

/// Makes a move and takes it back.
fn check_make<V: Tested>(before: &Of<V>, mv: Move, evaluation: &Arc<V::Evaluation>) {
    let mut position = before.clone();
    let mut evaluator = evaluation.evaluator(before);
    let value = evaluator.evaluate(before);
    evaluator.push();
    let undo = position.make(mv, &mut evaluator);
    assert!(position.is_consistent(), "{mv:?} in {before:?}");
    let fresh = evaluation.evaluator(&position).evaluate(&position);
    assert_eq!(evaluator.evaluate(&position), fresh, "{mv:?} in {before:?}");
    assert_eq!(position.side_to_move(), !before.side_to_move());
    position.unmake(mv, undo);
    evaluator.pop();
    assert!(position == *before, "{mv:?} in {before:?} taken back is {position:?}");
    assert_eq!(evaluator.evaluate(&position), value, "{mv:?} in {before:?} taken back");
    assert_eq!(position.key(), before.key());
    let undo = position.make_null();
    assert!(position.is_consistent(), "null move in {before:?}");
    position.unmake_null(undo);
    assert!(position == *before, "null move in {before:?}");
}

/// A game and what must be remembered of it.
fn random_game<V: Tested>(random: &mut Random, plies: usize) {
    let rules = random_rules::<V>(random);
    let start = V::parse_position(&V::start_text(random), &rules).expect("a position");
    let evaluation = V::evaluation(&Section::empty("eval")).expect("an evaluation");
    let mut game = Game::new(start.clone());
    let mut positions = vec![start];
    let mut strangers = Vec::new();
    // Keys that can never come again, and those that can.
    let (mut gone, mut current) = (HashSet::new(), vec![game.position().key()]);
    while game.ply() < plies && game.outcome().is_none() {
        let legal = game.legal_moves();
        check_lists::<V>(game.position(), &strangers, random);
        check_texts::<V>(&game, &legal);
        strangers.truncate(200);
        strangers.extend((0..10).map(|_| *random.pick(&legal)));
        for _ in 0..3 {
            check_make::<V>(game.position(), *random.pick(&legal), &evaluation);
        }
        let mv = *random.pick(&legal);
        if game.position().is_irreversible(mv) {
            gone.extend(current.drain(..));
        }
        assert_eq!((game.judge_own(mv), game.judge(mv)), (Ok(()), Ok(())), "{mv:?} in {:?}", game.position());
        game.play(mv);
        let key = game.position().key();
        assert!(!gone.contains(&key), "{:?} has come again after an irreversible move", game.position());
        current.push(key);
        positions.push(game.position().clone());
    }
    check_replay::<V>(&mut game, &positions, random);
}

/// Taking back and playing again, and other rules for a while, change nothing.
fn check_replay<V: Tested>(game: &mut Game<Of<V>>, positions: &[Of<V>], random: &mut Random) {
    let (moves, outcome, legal) = (game.moves().to_vec(), game.status(), game.legal_moves());
    let rules = *game.position().rules();
    game.set_rules(random_rules::<V>(random));
    assert_eq!(game.moves(), moves);
    game.set_rules(rules);
    let same = |game: &Game<Of<V>>| {
        assert!(game.position() == &positions[moves.len()], "{:?}", game.position());
        assert_eq!((game.status(), game.legal_moves()), (outcome, legal.clone()), "{:?}", game.position());
        assert_eq!(game.history().len(), moves.len() + 1);
    };
    same(game);
    // A flag that is said to make no difference under these rules makes none.
    for flag in RulesOf::<V>::FLAGS.iter().filter(|flag| !(flag.matters)(&rules) && flag.name != "end.ply_cap") {
        let mut others = rules;
        let value = *random.pick(flag.values);
        assert!((flag.set)(&mut others, value), "{} = {value}", flag.name);
        game.set_rules(others);
        assert_eq!((game.status(), game.legal_moves()), (outcome, legal.clone()), "{}: {rules:?}", flag.name);
    }
    game.set_rules(rules);
    let back = random.below(moves.len() + 1);
    for number in (moves.len() - back..moves.len()).rev() {
        assert_eq!(game.undo(), Some(moves[number]));
        assert!(game.position() == &positions[number], "{:?}", game.position());
    }
    moves[moves.len() - back..].iter().for_each(|&mv| game.play(mv));
    same(game);
}

/// The name of a file, from 0.
fn file_name(file: u32) -> String {
    let letter = (b'a' + (file % 26) as u8) as char;
    if file < 26 { letter.to_string() } else { format!("a{letter}") }
}

/// How a board is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    /// Left and right change places.
    Mirror,
    /// The players change places: half a turn, and every piece changes its owner.
    Flip,
}

impl Turn {
    fn case(self, text: &str) -> String {
        let swap = |letter: char| match letter {
            'a'..='z' => letter.to_ascii_uppercase(),
            _ => letter.to_ascii_lowercase(),
        };
        if self == Turn::Flip { text.chars().map(swap).collect() } else { text.to_owned() }
    }

    /// A native position text, turned.
    fn position<V: Tested>(self, text: &str) -> String {
        let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut rows: Vec<String> = fields[0].split('/').map(|row| self.row(row)).collect();
        if self == Turn::Flip {
            rows.reverse();
            fields[1] = if fields[1] == "b" { "w" } else { "b" }.to_owned();
        }
        fields[0] = rows.join("/");
        if V::NAME == Chu::NAME {
            // The counter-strike square, in Japanese coordinates.
            fields[2] = match fields[2].split_at_checked(fields[2].len() - 1) {
                Some((file, rank)) if fields[2] != "-" => {
                    let rank = rank.as_bytes()[0];
                    let rank = if self == Turn::Flip { b'a' + b'l' - rank } else { rank };
                    format!("{}{}", 13 - file.parse::<u32>().expect("a file"), rank as char)
                }
                _ => "-".to_owned(),
            };
        } else {
            fields[2] = self.case(&fields[2]);
        }
        if V::NAME == Heisei::NAME {
            // The counter-strike square, in coordinates.
            fields[3] = self.mv::<V>(&fields[3]);
        }
        fields.join(" ")
    }

    fn row(self, row: &str) -> String {
        if row.contains(',') {
            return row.split(',').rev().map(|cell| self.case(cell)).collect::<Vec<_>>().join(",");
        }
        let mut cells: Vec<String> = Vec::new();
        for letter in row.chars() {
            match cells.last_mut() {
                Some(last) if last == "+" || last == "~" || last.parse::<u32>().is_ok() && letter.is_ascii_digit() => {
                    last.push(letter);
                }
                _ => cells.push(letter.to_string()),
            }
        }
        cells.iter().rev().map(|cell| self.case(cell)).collect()
    }

    /// A move in coordinates, turned.
    fn mv<V: Tested>(self, text: &str) -> String {
        let (drop, mut rest) =
            text.split_once('*').map_or((String::new(), text), |(kind, to)| (format!("{kind}*"), to));
        let mut turned = drop;
        while rest.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            let rank: u32 = rest[letters..letters + digits].parse().expect("a rank");
            let rank = if self == Turn::Flip { V::SIZE + 1 - rank } else { rank };
            // After z comes aa.
            let file = rest[..letters].bytes().fold(0, |file, letter| 26 * file + u32::from(letter - b'a' + 1));
            turned += &format!("{}{rank}", file_name(V::SIZE - file));
            rest = &rest[letters + digits..];
        }
        turned + rest
    }

    fn outcome(self, outcome: Option<Outcome>) -> Option<Outcome> {
        let flip = |winner: Side| if self == Turn::Flip { !winner } else { winner };
        outcome.map(|outcome| Outcome { winner: outcome.winner.map(flip), ..outcome })
    }
}

/// A random game and the same game turned: the same moves, turned, are legal, and the results are the same.
fn turned_game<V: Tested>(random: &mut Random, turn: Turn, plies: usize) {
    let rules = random_rules::<V>(random);
    let start = V::parse_position(&V::start_text(random), &rules).expect("a position");
    let native = |position: &Of<V>| V::write_position(position, PositionFormat::Sfen, 0);
    let other = V::parse_position(&turn.position::<V>(&native(&start)), &rules).expect("the position, turned");
    let evaluation = V::evaluation(&Section::empty("eval")).expect("an evaluation");
    let value = |position: &Of<V>| evaluation.evaluator(position).evaluate(position);
    let (mut game, mut other) = (Game::new(start), Game::new(other));
    let coord = |position: &Of<V>, mv: Move| V::write_move(position, mv, MoveFormat::Coord);
    for _ in 0..plies {
        let (position, mirror) = (game.position(), other.position());
        let legal = game.legal_moves();
        let turned: BTreeSet<String> = legal.iter().map(|&mv| turn.mv::<V>(&coord(position, mv))).collect();
        let found: BTreeSet<String> = other.legal_moves().iter().map(|&mv| coord(mirror, mv)).collect();
        assert_eq!(found, turned, "{turn:?} of {position:?}, rules {rules:?}");
        assert_eq!(other.status(), turn.outcome(game.status()), "{turn:?} of {position:?}, rules {rules:?}");
        assert_eq!(mirror.in_check(), position.in_check(), "{position:?}");
        assert_eq!(value(mirror), value(position), "{turn:?} of {position:?}");
        let text = turn.position::<V>(&native(position));
        assert_eq!(native(mirror), native(&V::parse_position(&text, &rules).expect("turned")), "{position:?}");
        if legal.is_empty() || game.outcome().is_some() {
            return;
        }
        let mv = *random.pick(&legal);
        let text = turn.mv::<V>(&coord(position, mv));
        let same = V::parse_move_as(mirror, &text, MoveFormat::Coord);
        let same = same.unwrap_or_else(|error| panic!("{text} in {mirror:?}: {error}"));
        game.play(mv);
        other.play(same);
    }
}

fn seed(kind: u64, number: usize) -> Random {
    Random(kind << 40 | (number as u64) << 16)
}

#[test]
fn random_games_of_chu_keep_every_promise() {
    (0..games(100)).for_each(|number| random_game::<Chu>(&mut seed(11, number), 120));
}

#[test]
fn random_games_of_the_whale_games_keep_every_promise() {
    (0..games(100)).for_each(|number| random_game::<Whale>(&mut seed(12, number), 120));
    (0..games(100)).for_each(|number| random_game::<Paulowich>(&mut seed(13, number), 120));
}

#[test]
fn random_games_of_heisei_keep_every_promise() {
    (0..games(20)).for_each(|number| random_game::<Heisei>(&mut seed(20, number), 80));
}

#[test]
fn random_games_of_taikyoku_keep_every_promise() {
    (0..games(6)).for_each(|number| random_game::<Taikyoku>(&mut seed(20, number), 40));
}

#[test]
fn a_game_in_the_mirror_is_the_same_game() {
    (0..games(30)).for_each(|number| turned_game::<Heisei>(&mut seed(21, number), Turn::Mirror, 100));
    (0..games(100)).for_each(|number| turned_game::<Chu>(&mut seed(14, number), Turn::Mirror, 100));
    (0..games(50)).for_each(|number| turned_game::<Whale>(&mut seed(15, number), Turn::Mirror, 100));
    (0..games(50)).for_each(|number| turned_game::<Paulowich>(&mut seed(16, number), Turn::Mirror, 100));
}

#[test]
fn a_game_from_the_other_side_is_the_same_game() {
    (0..games(30)).for_each(|number| turned_game::<Heisei>(&mut seed(22, number), Turn::Flip, 100));
    (0..games(100)).for_each(|number| turned_game::<Chu>(&mut seed(17, number), Turn::Flip, 100));
    (0..games(50)).for_each(|number| turned_game::<Whale>(&mut seed(18, number), Turn::Flip, 100));
    (0..games(50)).for_each(|number| turned_game::<Paulowich>(&mut seed(19, number), Turn::Flip, 100));
    // No mirror for this one: it has left and right pieces.
    (0..games(6)).for_each(|number| turned_game::<Taikyoku>(&mut seed(21, number), Turn::Flip, 60));
}
