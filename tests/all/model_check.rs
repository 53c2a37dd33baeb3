//! The program against the slow second implementation in [`model`](crate::model): positions, moves in every spelling,
//! legality with repetition, results; in random games from the start, on random boards and in endings that go round in
//! circles, under every preset and under flags set at random.

use crate::model::game::Game as Model;
use crate::model::moves::Action;
use crate::model::pieces::{Piece, ROWS};
use crate::model::{FLAGS, Rules, State};
use crate::support::random::Random;
use crate::support::{PRESETS, START};
use shishi::game::Game;
use shishi::games::{Chu, Variant};
use shishi::notation::{MoveFormat, PositionFormat};
use shishi::position::{Move, MoveCounting, Position};
use std::collections::BTreeMap;

/// A preset, half of the time with some flags set to anything.
fn random_rules(random: &mut Random) -> String {
    let preset = random.pick(&PRESETS).to_string();
    if random.once_in(2) {
        return preset;
    }
    let mut changes = BTreeMap::new();
    for _ in 0..=random.below(6) {
        let (flag, values, _) = *random.pick(&FLAGS);
        let values: Vec<&str> = values.split(' ').collect();
        changes.insert(flag, *random.pick(&values));
    }
    let changes: Vec<String> = changes.iter().map(|(flag, value)| format!("{flag}={value}")).collect();
    format!("{preset}:{}", changes.join(","))
}

/// The same game in both implementations.
struct Pair {
    rules: String,
    start: String,
    texts: Vec<String>,
    model: Model,
    game: Game<<Chu as Variant>::Position>,
}

impl Pair {
    fn new(rules: String, start: String) -> Pair {
        let position = Chu::parse_position(&start, &rules.parse().expect("rules")).expect("a position");
        let model = Model::new(Rules::parse(&rules), State::parse(&start));
        Pair { rules, start, texts: Vec::new(), model, game: Game::new(position) }
    }

    /// For messages: what to give to the program to see it.
    fn name(&self) -> String {
        format!("--rules {}\n{} moves {}\n", self.rules, self.start, self.texts.join(" "))
    }

    fn written(&self, mv: Move) -> String {
        Chu::write_move(self.game.position(), mv, MoveFormat::Usi)
    }

    /// Compares everything that the position and the game say; returns the legal moves with their texts.
    fn compare(&self, random: &mut Random) -> Vec<(Action, String)> {
        let position = self.game.position();
        let sfen = Chu::write_position(position, PositionFormat::Sfen, self.game.ply());
        let fields = self.model.state.write();
        assert_eq!(sfen, format!("{fields} {}", self.texts.len() + 1), "{}", self.name());
        let legal: Vec<(Action, String)> = self.model.legal().into_iter().map(|a| (a, self.text(&a))).collect();
        let mut expected: Vec<&str> = legal.iter().map(|(_, text)| text.as_str()).collect();
        let mut found: Vec<String> = self.game.legal_moves().into_iter().map(|mv| self.written(mv)).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", self.name());
        let status = self.game.status().map_or("playing".to_owned(), |outcome| outcome.to_string());
        assert_eq!(status, self.model.status(), "{}", self.name());
        assert_eq!(position.in_check(), self.model.state.in_check(self.model.state.white), "{}", self.name());
        if random.once_in(4) {
            self.compare_spellings(random);
        }
        legal
    }

    /// The text that is written.
    fn text(&self, action: &Action) -> String {
        self.model.state.texts(action).swap_remove(0)
    }

    /// Every spelling of every move is read as that move, and no other text is read as a move.
    fn compare_spellings(&self, random: &mut Random) {
        let (position, state) = (self.game.position(), &self.model.state);
        let mut moves = BTreeMap::new();
        for action in state.actions(&self.model.rules) {
            let texts = state.texts(&action);
            let count = texts.len() as u64;
            let first = texts[0].clone();
            let mv = Chu::parse_move(position, &first).unwrap_or_else(|e| panic!("{first}: {e}\n{}", self.name()));
            assert_eq!(position.spellings(mv), count, "{first}\n{}", self.name());
            moves.extend(texts.into_iter().map(|text| (text, first.clone())));
        }
        let square =
            |random: &mut Random| crate::model::name((1 + random.below(12) as i32, 1 + random.below(12) as i32));
        let mut probes: Vec<String> = moves.keys().cloned().collect();
        for (from, piece) in state.board.pieces(state.white) {
            let from = |rest: String| format!("{}{rest}", crate::model::name(from));
            probes.extend(State::paths((0, 0), piece).first().map(|_| from(square(random) + &square(random))));
            probes.extend((0..4).map(|i| from(square(random) + if i % 2 == 0 { "+" } else { "" })));
        }
        for (from, piece) in state.board.pieces(state.white) {
            let three = |(via, to)| [from, via, to].map(crate::model::name).concat();
            probes.extend(State::paths(from, piece).into_iter().map(three));
        }
        for probe in probes {
            let read = Chu::parse_move(position, &probe).ok().map(|mv| self.written(mv));
            assert_eq!(read.as_ref(), moves.get(&probe), "{probe}\n{}", self.name());
        }
    }

    fn play(&mut self, (action, text): &(Action, String)) {
        let mv = Chu::parse_move(self.game.position(), text).expect("a legal move");
        assert_eq!(self.game.judge_own(mv), Ok(()), "{text}\n{}", self.name());
        self.game.play(mv);
        self.model.play(*action);
        self.texts.push(text.clone());
    }

    /// Plays on for some plies, a capture every other time if there is one.
    fn play_on(&mut self, plies: usize, random: &mut Random) {
        for _ in 0..plies {
            let legal = self.compare(random);
            if legal.is_empty() || self.model.status() != "playing" {
                return;
            }
            let state = &self.model.state;
            let captures: Vec<_> = legal.iter().filter(|(action, _)| !state.victims(action).is_empty()).collect();
            let next =
                if random.once_in(2) && !captures.is_empty() { *random.pick(&captures) } else { random.pick(&legal) };
            self.play(&next.clone());
        }
    }

    /// Plays on with few different moves, so that positions come again.
    fn go_round(&mut self, plies: usize, random: &mut Random) {
        for _ in 0..plies {
            let legal = self.compare(random);
            if legal.is_empty() || self.model.status() != "playing" {
                return;
            }
            // Where one's last move came from, if one can go back; else one of the first moves in the list.
            let back = self.texts.len().checked_sub(2).and_then(|i| {
                let last = &self.texts[i];
                legal.iter().find(|(action, text)| {
                    action.via.is_none()
                        && !action.promote
                        && last.starts_with(&crate::model::name(action.to))
                        && last.trim_end_matches('+').ends_with(&crate::model::name(action.from))
                        || text == last && action.is_pass()
                })
            });
            let next = match back {
                Some(back) if !random.once_in(12) => back,
                _ => random.pick(&legal),
            };
            self.play(&next.clone());
        }
    }
}

/// Between `least` and `most` random pieces, one in four of a kind that the lion rules are about, and a counter-strike
/// square every third time.
pub fn random_board(random: &mut Random, least: usize, most: usize) -> String {
    let mut state = State::parse("12/12/12/12/12/12/12/12/12/12/12/12 b - 1");
    let square = |random: &mut Random| (1 + random.below(12) as i32, 1 + random.below(12) as i32);
    for _ in 0..least + random.below(most - least + 1) {
        let favourite = *random.pick(&["N", "+O", "+H", "+D", "O", "K", "+E", "P", "I", "L"]);
        let code = if random.once_in(4) { favourite } else { random.pick(&ROWS).code };
        let piece = Piece { white: random.once_in(2), ..Piece::of_code(code) };
        state.board.put(square(random), Some(piece));
    }
    state.white = random.once_in(2);
    // Sometimes where a lion can stand, sometimes anywhere, an empty square included.
    let lions = (1..=12).flat_map(|file| (1..=12).map(move |rank| (file, rank)));
    let lions: Vec<_> = lions.filter(|s| state.board.at(*s).is_some_and(|p| p.is(&["N", "+O"]))).collect();
    if random.once_in(3) {
        let on_a_lion = random.once_in(2) && !lions.is_empty();
        state.cs = Some(if on_a_lion { *random.pick(&lions) } else { square(random) });
    }
    format!("{} 1", state.write())
}

/// The recursive reading looks at whole games of captures: too slow for the model on boards full of lions.
fn without_recursion(rules: String, board: &str) -> String {
    let lions = board.split(' ').next().expect("a board").matches(['N', 'n', 'O', 'o']).count();
    if lions > 4 { rules.replace("lion.recursive=true", "lion.recursive=false") } else { rules }
}

/// Number of games of each kind: a few in every run, more for those who ask.
pub fn games(usual: usize) -> usize {
    std::env::var("SHISHI_MODEL_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn seed(kind: u64, number: usize) -> Random {
    let base: u64 = std::env::var("SHISHI_MODEL_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    Random(base << 48 | kind << 40 | (number as u64) << 16)
}

#[test]
fn random_games_from_the_start() {
    for number in 0..games(20) {
        let mut random = seed(1, number);
        let rules = random_rules(&mut random).replace("lion.recursive=true", "lion.recursive=false");
        Pair::new(rules, START.to_owned()).play_on(150, &mut random);
    }
}

#[test]
pub fn random_boards() {
    for number in 0..games(500) {
        let mut random = seed(2, number);
        let board = random_board(&mut random, 3, 80);
        let rules = without_recursion(random_rules(&mut random), &board);
        Pair::new(rules, board).play_on(12, &mut random);
    }
}

#[test]
fn endings_of_a_few_pieces() {
    for number in 0..games(1000) {
        let mut random = seed(3, number);
        let board = random_board(&mut random, 2, 7);
        let rules = without_recursion(random_rules(&mut random), &board);
        Pair::new(rules, board).play_on(40, &mut random);
    }
}

#[test]
fn games_that_go_round_in_circles() {
    let mut repetitions = 0;
    for number in 0..games(600) {
        let mut random = seed(4, number);
        let board = random_board(&mut random, 4, 14);
        let rules = without_recursion(random_rules(&mut random), &board);
        let mut pair = Pair::new(rules, board);
        pair.go_round(50, &mut random);
        repetitions += usize::from(pair.model.status().ends_with("repetition"));
    }
    assert!(repetitions > games(600) / 30, "only {repetitions} games end by repetition");
}
