//! Writes game records as lishogi's server does.

use super::header::write_tags;
use super::result::{write_last_line, write_word};
use crate::games::{KifTexts, Variant};
use crate::notation::PositionFormat;
use crate::position::{Move, Position, Side};
use crate::record::Record;
use std::time::Duration;

/// Writes a game of a variant that is written in KIF.
pub(in crate::record) fn write<V: Variant>(record: &Record<V>) -> String {
    let Some(texts) = V::KIF else { return String::new() };
    let mut text = write_start::<V>(&record.start, &texts) + &write_tags(&record.tags);
    text += "手数----指手---------消費時間--\n";
    add_remarks(&mut text, &record.comment);
    let mut position = record.start.clone();
    let mut last: Option<Move> = None;
    let mut clocks = [Duration::ZERO; 2];
    for (index, ply) in record.plies.iter().enumerate() {
        let steps = (texts.write_move)(&position, last, ply.mv);
        let marks: &[&str] = if steps.len() > 1 { &["一歩目", "二歩目"] } else { &["  "] };
        let lines: Vec<String> =
            steps.iter().zip(marks).map(|(step, mark)| format!("{:>4}手目{mark} {step}", index + 1)).collect();
        text += &lines.join("\n");
        if let Some(spent) = ply.spent {
            let side = position.side_to_move().index();
            let total = clocks.get(side).map_or(spent, |clock| clock.saturating_add(spent));
            clocks[side] = total;
            text += &format!("   ({}/{})", minutes(spent), hours(total));
        }
        text.push('\n');
        add_remarks(&mut text, &ply.comment);
        position.make(ply.mv, &mut ());
        last = Some(ply.mv);
    }
    if let Some(ending) = &record.ending {
        if let Some(word) = write_word(ending, position.side_to_move()) {
            text += &format!("{:>4}手目   {word}\n", record.plies.len() + 1);
        }
        text += &write_last_line(ending, record.plies.len());
    }
    text
}

/// The start position: the name of the game, or a board.
fn write_start<V: Variant>(start: &V::Position, texts: &KifTexts<V::Position>) -> String {
    let native = |position: &V::Position| V::write_position(position, PositionFormat::Sfen, 0);
    let exact = native(start);
    if exact == native(&V::start(start.rules())) {
        return format!("手合割：{}\n", texts.names.first().unwrap_or(&""));
    }
    let board = (texts.write_board)(start);
    let ranks: Vec<&str> = board.lines().filter(|line| line.starts_with('|')).collect();
    let side = start.side_to_move();
    let told = (texts.parse_board)(&ranks, side, start.rules()).is_ok_and(|position| native(&position) == exact);
    let turn = if side == Side::White { "後手番\n" } else { "" };
    let more = if told { String::new() } else { format!("# sfen {exact}\n") };
    format!("手合割：その他\n{board}{turn}{more}")
}

fn add_remarks(text: &mut String, remark: &str) {
    for line in remark.lines() {
        *text += format!("* {line}").trim_end();
        text.push('\n');
    }
}

/// `mm:ss`, with a fraction if there is one; the minutes may be more than 59.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}{}", seconds / 60, seconds % 60, fraction(time))
}

/// `hh:mm:ss`
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn fraction(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => String::new(),
        nanos => format!(".{nanos:09}").trim_end_matches('0').to_owned(),
    }
}
