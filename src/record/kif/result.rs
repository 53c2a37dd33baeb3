//! Why games end, in Japanese.

use crate::position::{Reason, Side};
use crate::record::{Cause, Ending};

/// The words for every cause.
static CAUSES: [(Cause, &str); 11] = [
    (Cause::Rules(Reason::Royals), "玉取り"),
    (Cause::Rules(Reason::BareKing), "裸玉"),
    (Cause::Rules(Reason::Stalemate), "手詰まり"),
    (Cause::Rules(Reason::Mate), "詰み"),
    (Cause::Rules(Reason::Repetition), "千日手"),
    (Cause::Rules(Reason::PlyCap), "手数制限"),
    (Cause::Rules(Reason::NoProgress), "無進展"),
    (Cause::Resignation, "投了"),
    (Cause::Time, "時間切れ"),
    (Cause::IllegalMove, "反則"),
    (Cause::Agreement, "合意"),
];

/// The winner by a word in the place of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Winner {
    Mover,
    Opponent,
    Nobody,
    /// The game was interrupted.
    Unknown,
}

/// The words in the place of a move that programs write. Where one is the beginning of another the longer one comes
/// first.
static WORDS: [(&str, Winner, Option<Cause>); 36] = [
    ("投了", Winner::Opponent, Some(Cause::Resignation)),
    ("降参", Winner::Opponent, Some(Cause::Resignation)),
    ("負けました", Winner::Opponent, Some(Cause::Resignation)),
    ("TORYO", Winner::Opponent, Some(Cause::Resignation)),
    ("resign", Winner::Opponent, Some(Cause::Resignation)),
    ("切れ負け", Winner::Opponent, Some(Cause::Time)),
    ("時間切", Winner::Opponent, Some(Cause::Time)),
    ("時間負け", Winner::Opponent, Some(Cause::Time)),
    ("タイムアップ", Winner::Opponent, Some(Cause::Time)),
    ("Time-up", Winner::Opponent, Some(Cause::Time)),
    ("TIME_UP", Winner::Opponent, Some(Cause::Time)),
    ("反則勝ち", Winner::Mover, Some(Cause::IllegalMove)),
    ("反則負け", Winner::Opponent, Some(Cause::IllegalMove)),
    ("反則負", Winner::Opponent, Some(Cause::IllegalMove)),
    ("反則勝", Winner::Mover, Some(Cause::IllegalMove)),
    // Also 詰み and 詰まされ: the side to move is mated.
    ("詰", Winner::Opponent, Some(Cause::Rules(Reason::Mate))),
    ("玉取り", Winner::Opponent, Some(Cause::Rules(Reason::Royals))),
    ("王取り", Winner::Opponent, Some(Cause::Rules(Reason::Royals))),
    ("千日手", Winner::Nobody, Some(Cause::Rules(Reason::Repetition))),
    ("引き分", Winner::Nobody, Some(Cause::Other(String::new()))),
    ("引分", Winner::Nobody, Some(Cause::Other(String::new()))),
    ("合意", Winner::Nobody, Some(Cause::Agreement)),
    ("無勝負", Winner::Nobody, None),
    ("持将棋", Winner::Nobody, None),
    ("入玉勝", Winner::Mover, None),
    ("入玉宣言", Winner::Mover, None),
    ("勝ち宣言", Winner::Mover, None),
    ("宣言勝", Winner::Mover, None),
    ("不戦勝", Winner::Mover, None),
    ("不戦敗", Winner::Opponent, None),
    ("不詰", Winner::Unknown, None),
    ("打ち掛け", Winner::Unknown, None),
    ("指し掛け", Winner::Unknown, None),
    ("無効", Winner::Unknown, None),
    ("封じ手", Winner::Unknown, None),
    ("中断", Winner::Unknown, None),
];

/// What a word in the place of a move says about the end, `mover` being to move: `Some(None)` if the game was
/// interrupted, `None` if it is no such word.
pub(super) fn read_word(text: &str, mover: Side) -> Option<Option<Ending>> {
    // The words of CSA have a sign before them.
    let text = text.trim_start_matches('%');
    let (word, winner, cause) = WORDS.iter().find(|(word, _, _)| text.starts_with(word))?;
    let cause = cause.clone().unwrap_or_else(|| Cause::Other((*word).to_owned()));
    let winner = match winner {
        Winner::Mover => Some(mover),
        Winner::Opponent => Some(!mover),
        Winner::Nobody => None,
        Winner::Unknown => return Some(None),
    };
    Some(Some(Ending { winner, cause }))
}

/// The word in the place of a move that lishogi reads as this end, if it has one.
pub(super) fn write_word(ending: &Ending, mover: Side) -> Option<&'static str> {
    match (ending.winner.map(|winner| winner == mover), &ending.cause) {
        (Some(false), Cause::Resignation) => Some("投了"),
        (Some(false), Cause::Time) => Some("切れ負け"),
        (Some(true), Cause::IllegalMove) => Some("反則勝ち"),
        (None, Cause::Rules(Reason::Repetition)) => Some("千日手"),
        (None, _) => Some("引き分け"),
        _ => None,
    }
}

/// The last line: `まで117手で後手の勝ち（投了）`.
pub(super) fn write_last_line(ending: &Ending, plies: usize) -> String {
    let winner = match ending.winner {
        Some(Side::Black) => "先手の勝ち",
        Some(Side::White) => "後手の勝ち",
        None => "引き分け",
    };
    let known = CAUSES.iter().find(|(cause, _)| *cause == ending.cause).map(|(_, word)| *word);
    let cause = known.unwrap_or(ending.cause.words()).replace(|c: char| c.is_control(), " ");
    let cause = if cause.is_empty() { cause } else { format!("（{cause}）") };
    format!("まで{plies}手で{winner}{cause}\n")
}

/// Whether the last line says that somebody has won or lost.
pub(super) fn tells_a_winner(text: &str) -> bool {
    text.contains(['勝', '負'])
}

/// The ending after the last line has been read, `known` being the ending before it; `text` is what follows まで, and
/// `names` are those of the players: Black's, White's.
pub(super) fn read_last_line(text: &str, known: Option<Ending>, names: [&str; 2]) -> Option<Ending> {
    let (body, told) = match text.split_once(['（', '(']) {
        Some((body, rest)) => (body, Some(rest.trim_end().trim_end_matches(['）', ')']))),
        None => (text, None),
    };
    let has = |words: &[&str]| words.iter().any(|word| body.contains(word));
    let winner = if has(&["千日手", "持将棋", "引き分け", "引分"]) {
        None
    } else if let Some(winner) = named_winner(body, names) {
        Some(winner)
    } else {
        return known;
    };
    let told = told.map(|word| {
        let cause = CAUSES.iter().find(|(_, known)| *known == word).map(|(cause, _)| cause.clone());
        cause.unwrap_or_else(|| Cause::Other(word.to_owned()))
    });
    let implied = || {
        let words = [
            ("反則", Cause::IllegalMove),
            ("切れ", Cause::Time),
            ("千日手", Cause::Rules(Reason::Repetition)),
            ("持将棋", Cause::Other("持将棋".to_owned())),
        ];
        words.into_iter().find(|(word, _)| has(&[word])).map_or(Cause::Other(String::new()), |(_, cause)| cause)
    };
    let cause = told.or(known.map(|ending| ending.cause)).unwrap_or_else(implied);
    Some(Ending { winner, cause })
}

/// The winner by the last word for winning or losing: that of the side or the player named before it, as in
/// 先手の反則により後手の勝ち. Of two names that end at the same place the longer one is meant.
fn named_winner(text: &str, names: [&str; 2]) -> Option<Side> {
    let (before, verdict) = text.split_at_checked(text.rfind(['勝', '負'])?)?;
    let sides = [("先手", Side::Black), ("下手", Side::Black), ("後手", Side::White), ("上手", Side::White)];
    let players = [(names[0], Side::Black), (names[1], Side::White)];
    // A name that both have names nobody.
    let players = players.into_iter().filter(|(name, _)| !name.is_empty() && names[0] != names[1]);
    let words = sides.into_iter().chain(players);
    let named = words.filter_map(|(word, side)| Some((before.rfind(word)? + word.len(), word.len(), side)));
    let (_, _, side) = named.max_by_key(|&(end, length, _)| (end, length))?;
    Some(if verdict.starts_with('負') { !side } else { side })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_survives_the_round_trip() {
        let causes = CAUSES.iter().map(|(cause, _)| cause.clone());
        let others = ["", "xboard adjudication"].map(|text| Cause::Other(text.to_owned()));
        for cause in causes.chain(others) {
            for winner in [None, Some(Side::Black), Some(Side::White)] {
                for mover in Side::BOTH {
                    let ending = Ending { winner, cause: cause.clone() };
                    let word = write_word(&ending, mover).and_then(|word| read_word(word, mover));
                    let line = write_last_line(&ending, 12);
                    let rest = line.trim_end().strip_prefix("まで").unwrap();
                    assert_eq!(read_last_line(rest, word.flatten(), ["", ""]), Some(ending), "{line}");
                }
            }
        }
    }

    const NAMES: [&str; 2] = ["山田", "山田太郎"];

    #[test]
    fn who_is_not_known_has_not_won() {
        for names in [["A", "A"], ["", ""], ["A", "B"]] {
            assert_eq!(read_last_line("1手でCの勝ち", None, names), None);
        }
        assert_eq!(read_last_line("1手でAの勝ち", None, ["A", "A"]), None);
    }

    #[test]
    fn words_alone_tell_the_winner() {
        for (word, winner) in [
            ("投了", Some(Side::White)),
            ("切れ負け", Some(Side::White)),
            ("Time-up", Some(Side::White)),
            ("反則勝ち", Some(Side::Black)),
            ("反則負け", Some(Side::White)),
            ("千日手", None),
            ("引き分け", None),
            ("持将棋", None),
            ("入玉勝ち", Some(Side::Black)),
            // The side to move is mated.
            ("詰み", Some(Side::White)),
            ("詰", Some(Side::White)),
            ("引分", None),
            ("時間切", Some(Side::White)),
            ("宣言勝ち", Some(Side::Black)),
            ("%TORYO", Some(Side::White)),
        ] {
            assert_eq!(read_word(word, Side::Black).unwrap().unwrap().winner, winner, "{word}");
        }
        assert_eq!(read_word("中断", Side::Black), Some(None));
        assert_eq!(read_word("不詰", Side::Black), Some(None));
        assert_eq!(read_word("7八歩兵", Side::Black), None);
    }

    #[test]
    fn last_lines_of_other_programs() {
        let resigned = Some(Ending { winner: Some(Side::White), cause: Cause::Resignation });
        assert_eq!(read_last_line("117手で上手の勝ち", resigned.clone(), NAMES), resigned);
        for (text, winner, cause) in [
            ("81手で先手の勝ち", Some(Side::Black), Cause::Other(String::new())),
            ("81手で後手の反則負け", Some(Side::Black), Cause::IllegalMove),
            ("81手で時間切れにより後手の勝ち", Some(Side::White), Cause::Time),
            ("1手で先手の反則により後手の勝ち", Some(Side::White), Cause::IllegalMove),
            ("2手で後手の時間切れにより先手の勝ち", Some(Side::Black), Cause::Time),
            ("2手で先手の反則負けとなり後手の勝ち", Some(Side::White), Cause::IllegalMove),
            ("2手で後手勝ち、先手の負け", Some(Side::White), Cause::Other(String::new())),
            ("81手で山田の勝ち", Some(Side::Black), Cause::Other(String::new())),
            ("81手で先手 山田の時間切れにより山田太郎の勝ち", Some(Side::White), Cause::Time),
            ("81手で山田太郎の反則負け", Some(Side::Black), Cause::IllegalMove),
            ("100手で千日手", None, Cause::Rules(Reason::Repetition)),
            ("100手で持将棋", None, Cause::Other("持将棋".to_owned())),
        ] {
            assert_eq!(read_last_line(text, None, NAMES), Some(Ending { winner, cause }), "{text}");
        }
        assert_eq!(read_last_line("122手で中断", None, NAMES), None);
    }
}
