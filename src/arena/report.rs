//! A match in words.

use super::entry::{EngineHeader, GameLine, MatchHeader};
use super::stats::{Estimate, Pentanomial, Sprt, SprtState, Unit};
use super::tally::{Encounter, EngineTally, Tally};
use std::cmp::Reverse;
use std::fmt::Write;

/// One line for a finished game of so many, with what its engines have scored against each other so far.
pub fn game_line(header: &MatchHeader, game: &GameLine, games: u64, tally: &Tally) -> String {
    let name = |index: usize| header.engines.get(game.players[index]).map_or("?", |engine| engine.name.as_str());
    let mut text = format!(
        "Finished game {} of {games} ({} vs {}): {} {{{}}}, {} plies",
        game.game,
        name(0),
        name(1),
        game.result.text(),
        game.reason,
        game.plies()
    );
    if let Some(encounter) = tally.encounters.get(&game.encounter) {
        let [one, two] = game.encounter.map(|index| header.engines.get(index).map_or("?", |engine| &engine.name));
        text += ". ";
        text += &score_text(one, two, encounter);
    }
    text
}

/// What is played, and by whom.
pub fn head(header: &MatchHeader, tally: &Tally) -> String {
    let mut seeds: Vec<String> = tally.seeds.iter().map(u64::to_string).collect();
    if seeds.is_empty() {
        seeds.push(header.seed.to_string());
    }
    let mut text = format!("{}, rules {}, seed {}\n", header.variant, header.rules, seeds.join(", "));
    for engine in &header.engines {
        let bench = engine.bench.map_or_else(|| "no bench".to_owned(), |bench| format!("bench {bench}"));
        let own = if engine.own_name.is_empty() { &engine.command } else { &engine.own_name };
        // Writing to a string cannot fail, here and below.
        let _ = write!(text, "{}: {own}, {bench}, {}", engine.name, engine.limit);
        if let Some(threads @ 2..) = engine.threads {
            let _ = write!(text, ", {threads} threads");
        }
        text.push('\n');
    }
    text + &twins(&header.engines)
}

/// A warning about engines that look the same: nobody should test an engine against itself unawares.
fn twins(engines: &[EngineHeader]) -> String {
    let mut text = String::new();
    for (index, one) in engines.iter().enumerate() {
        for two in &engines[index + 1..] {
            let same = one.bench.is_some() && one.bench == two.bench && one.own_name == two.own_name;
            let same_setup = (one.limit, one.memory, one.threads, &one.options, &one.arguments)
                == (two.limit, two.memory, two.threads, &two.options, &two.arguments);
            if same && same_setup {
                let _ = writeln!(text, "note: {} and {} have one bench number and one set-up", one.name, two.name);
            }
        }
    }
    text
}

/// The running result for the progress bar.
pub fn short(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let scored = tally.encounters.get(&[0, 1]).map(|encounter| encounter.scored).unwrap_or_default();
    let none = || format!("no {} yet", tally.unit.text());
    let mut text = scored.estimate().map_or_else(none, |estimate| elo(&estimate));
    if let Some(sprt) = sprt {
        let _ = write!(text, ", LLR {:.2}", scored.log_likelihood_ratio(sprt.elo0, sprt.elo1));
    }
    text
}

/// The whole result.
pub fn summary(header: &MatchHeader, tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut text = head(header, tally);
    for ([one, two], encounter) in &tally.encounters {
        let name = |index: &usize| header.engines.get(*index).map_or("?", |engine| engine.name.as_str());
        text += &encounter_text(name(one), name(two), encounter, tally.unit);
    }
    if let (Some(sprt), Some(encounter)) = (sprt, tally.encounters.get(&[0, 1])) {
        text += &sprt_text(sprt, &encounter.scored);
    }
    if header.engines.len() > 2 {
        text += &ranking(header, tally);
    }
    if tally.games > 0 {
        let games = tally.games as f64;
        let _ = write!(text, "Games: {}, {:.1} plies on average", tally.games, tally.plies as f64 / games);
        let scored = tally.scored_games();
        if scored > 0 {
            let first = 100.0 * tally.first_player as f64 / 2.0 / scored as f64;
            let _ = write!(text, "; the first player scores {first:.1} %");
        }
        text.push('\n');
        let mut causes: Vec<_> = tally.causes.iter().collect();
        causes.sort_by_key(|&(cause, count)| (Reverse(count), cause));
        for (cause, count) in causes {
            let _ = writeln!(text, "{count:>7}  {}", cause.text());
        }
    }
    text + &engines(header, tally)
}

fn elo(estimate: &Estimate) -> String {
    let (low, high) = estimate.interval;
    format!("Elo {:+.1} [{:+.1}, {:+.1}]", estimate.elo, low, high)
}

/// Wins, losses and draws of the first, and the score a game, as cutechess-cli writes them.
fn score_text(one: &str, two: &str, encounter: &Encounter) -> String {
    let Encounter { wins, draws, losses, .. } = encounter;
    let mut text = format!("Score of {one} vs {two}: {wins} - {losses} - {draws}");
    if encounter.games() > 0 {
        let score = (*wins as f64 + *draws as f64 / 2.0) / encounter.games() as f64;
        let _ = write!(text, " [{score:.3}] {}", encounter.games());
    }
    text
}

fn encounter_text(one: &str, two: &str, encounter: &Encounter, unit: Unit) -> String {
    let Encounter { draws, unfinished, scored, unscored, .. } = encounter;
    let mut text = score_text(one, two, encounter) + "\n";
    if let Some(estimate) = scored.estimate() {
        let superiority = 100.0 * estimate.superiority;
        let share = 100.0 * *draws as f64 / encounter.games() as f64;
        let _ = writeln!(text, "{} (95 %), LOS {superiority:.1} %, draws {share:.1} %", elo(&estimate));
    }
    match unit {
        Unit::Pair => {
            let [ll, ld, even, wd, ww] = scored.0;
            let pairs = scored.units();
            let _ = writeln!(text, "Pairs: {pairs} scored; 0: {ll}, 1/2: {ld}, 1: {even}, 1 1/2: {wd}, 2: {ww}");
            if *unfinished > 0 || encounter.open_pairs() > 0 {
                let open = encounter.open_pairs();
                let _ = writeln!(text, "Not scored: {unscored} pairs with a game without result, {open} half played");
            }
        }
        Unit::Game => {
            text += "Scored by game: each opening was played once, the first engine moving first\n";
            if *unscored > 0 {
                let _ = writeln!(text, "Not scored: {unscored} games without result");
            }
        }
    }
    text
}

fn sprt_text(sprt: &Sprt, pairs: &Pentanomial) -> String {
    let Sprt { elo0, elo1, alpha, beta } = sprt;
    let (lower, upper) = sprt.bounds();
    let ratio = pairs.log_likelihood_ratio(*elo0, *elo1);
    let verdict = match sprt.state(pairs) {
        SprtState::Continue => "undecided",
        SprtState::AcceptH0 => "H0 accepted",
        SprtState::AcceptH1 => "H1 accepted",
    };
    format!(
        "SPRT: elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}: LLR {ratio:.2} of [{lower:.2}, {upper:.2}], {verdict}\n"
    )
}

/// Engines by their score against all others.
fn ranking(header: &MatchHeader, tally: &Tally) -> String {
    let estimates = header.engines.iter().enumerate();
    let mut rows: Vec<(&str, Pentanomial, Option<Estimate>)> = estimates
        .map(|(index, engine)| {
            let scored = tally.scored_by(index);
            (engine.name.as_str(), scored, scored.estimate())
        })
        .collect();
    let score = |row: &(&str, Pentanomial, Option<Estimate>)| row.2.map_or(0.0, |estimate| estimate.score);
    rows.sort_by(|one, two| score(two).total_cmp(&score(one)));
    let mut text = format!("Rank  {}s   score  Elo against all others\n", tally.unit.text());
    for (rank, (name, scored, estimate)) in rows.iter().enumerate() {
        let elo = estimate.map_or_else(String::new, |estimate| elo(&estimate));
        let score = 100.0 * estimate.map_or(0.0, |estimate| estimate.score);
        let _ = writeln!(text, "{:>4} {:>6} {score:>6.1}%  {name}: {elo}", rank + 1, scored.units());
    }
    text
}

fn engines(header: &MatchHeader, tally: &Tally) -> String {
    let mut text = String::new();
    for (engine, EngineTally { work, forfeits, faults }) in header.engines.iter().zip(&tally.engines) {
        if work.moves == 0 {
            continue;
        }
        let seconds = work.time as f64 / 1e6;
        let _ = writeln!(
            text,
            "{}: {} moves, {:.3} s a move (longest {:.3}), depth {:.1}, {:.0} nodes/s, {forfeits} time forfeits, {faults} faults",
            engine.name,
            work.moves,
            seconds / work.moves as f64,
            work.longest as f64 / 1e6,
            work.depths as f64 / work.thoughts.max(1) as f64,
            work.nodes as f64 / seconds.max(1e-9),
        );
    }
    text
}
