//! Options with words of their own: how many games, where they begin, and when they end early.

use super::group::Group;
use super::{DrawRule, ResignRule, Tournament, UsageError, refuse};
use crate::arena::stats::{Sprt, Unit};
use crate::openings::{OpeningFormat, Openings};

/// Least ply cap: games of Chu Shogi are long.
const LEAST_MAX_MOVES: u32 = 500;

/// Most games of each two engines.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// What the command line says about the number of games.
#[derive(Default)]
pub struct Games {
    /// `-games`
    pub games: Option<u64>,
    /// `-rounds`
    pub rounds: Option<u64>,
    /// `-repeat`
    pub repeat: bool,
    /// `-noswap`
    pub no_swap: bool,
}

impl Games {
    /// The games of each two engines, and what is scored as one. One game alone has no other to be paired with.
    pub fn count(&self) -> Result<(u64, Unit), UsageError> {
        if self.repeat && self.no_swap {
            return refuse(
                "-repeat plays each opening with both colours, -noswap once with one: it must be one of them",
            );
        }
        let games = self.games.unwrap_or(if self.no_swap { 1 } else { 2 }) * self.rounds.unwrap_or(1);
        let unit = if self.no_swap || games == 1 { Unit::Game } else { Unit::Pair };
        if games > MOST_GAMES {
            return refuse(format!("{games} games: more than {MOST_GAMES} are too many"));
        }
        if !games.is_multiple_of(unit.games()) {
            return refuse(format!(
                "{games} games: every opening is played with both colours, so it must be even; -noswap plays each once"
            ));
        }
        Ok((games, unit))
    }
}

/// `-tournament`
pub fn tournament(group: &Group) -> Result<Tournament, UsageError> {
    match group.one()? {
        "round-robin" => Ok(Tournament::RoundRobin),
        "gauntlet" => Ok(Tournament::Gauntlet),
        known @ ("knockout" | "pyramid") => refuse(format!(
            "-tournament {known} is not supported: who meets whom would hang on single results, and the games of one \
             match would differ from run to run; round-robin and gauntlet say more about strength"
        )),
        other => refuse(format!("-tournament {other}: there is no such type (round-robin, gauntlet)")),
    }
}

/// `-maxmoves`
pub fn max_moves(group: &Group) -> Result<u32, UsageError> {
    match group.number(0, 100_000)? as u32 {
        moves if moves == 0 || moves >= LEAST_MAX_MOVES => Ok(moves),
        moves => refuse(format!("-maxmoves {moves}: games are long here, it must be 0 or at least {LEAST_MAX_MOVES}")),
    }
}

/// `-resign`
pub fn resign(group: &Group) -> Result<ResignRule, UsageError> {
    let pairs = group.pairs(&["movecount", "score", "twosided"])?;
    if pairs.text("twosided") == Some("false") {
        return refuse("-resign twosided=false is not supported: both engines must agree");
    }
    Ok(ResignRule { moves: pairs.need("movecount", 1, 1000)? as u32, score: pairs.need("score", 1, 1_000_000)? as i32 })
}

/// `-draw`
pub fn draw(group: &Group) -> Result<DrawRule, UsageError> {
    let pairs = group.pairs(&["movenumber", "movecount", "score"])?;
    Ok(DrawRule {
        from_move: pairs.number("movenumber", 0, 100_000)?.unwrap_or(0) as u32,
        moves: pairs.need("movecount", 1, 1000)? as u32,
        score: pairs.need("score", 0, 1_000_000)? as i32,
    })
}

/// `-sprt`
pub fn sprt(group: &Group) -> Result<Sprt, UsageError> {
    let pairs = group.pairs(&["elo0", "elo1", "alpha", "beta", "model"])?;
    if pairs.text("model").is_some_and(|model| model != "logistic") {
        return refuse("-sprt model: only 'logistic' is supported");
    }
    let rate = |key| match pairs.real(key)?.unwrap_or(0.05) {
        rate if rate > 0.0 && rate < 0.5 => Ok(rate),
        rate => refuse(format!("-sprt {key}={rate}: it must lie between 0 and 0.5")),
    };
    let (Some(elo0), Some(elo1)) = (pairs.real("elo0")?, pairs.real("elo1")?) else {
        return refuse("-sprt needs elo0= and elo1=");
    };
    if elo0 >= elo1 || elo0 < -2000.0 || elo1 > 2000.0 {
        return refuse(format!("-sprt elo0={elo0} elo1={elo1}: elo0 must be the smaller, both within 2000"));
    }
    Ok(Sprt { elo0, elo1, alpha: rate("alpha")?, beta: rate("beta")? })
}

/// `-openings`
pub fn openings(group: &Group) -> Result<Openings, UsageError> {
    let pairs = group.pairs(&["file", "format", "order", "plies", "start", "margin", "depth", "policy"])?;
    if pairs.text("policy").is_some_and(|policy| policy != "default" && policy != "round") {
        return refuse("-openings policy: a new opening comes with every pair, 'default' or 'round'");
    }
    let format = match (pairs.text("format"), pairs.text("file")) {
        (Some("start"), None) => return Ok(Openings::Start),
        (None | Some("random"), None) => {
            return Ok(Openings::Random {
                plies: pairs.number("plies", 0, 200)?.unwrap_or(8) as usize,
                margin: pairs.number("margin", 0, 1_000_000)?.unwrap_or(150) as i32,
                depth: pairs.number("depth", 1, 20)?.unwrap_or(4) as u32,
            });
        }
        (None, Some(_)) => None,
        (Some("sfen"), _) => Some(OpeningFormat::Sfen),
        (Some("epd"), _) => Some(OpeningFormat::Epd),
        (Some("usi"), _) => Some(OpeningFormat::Usi),
        (Some("pgn"), _) => Some(OpeningFormat::Pgn),
        (Some(format @ ("start" | "random")), Some(_)) => {
            return refuse(format!("-openings format={format} takes no file="));
        }
        (Some(format), _) => {
            return refuse(format!("-openings format={format} is not supported (random, start, sfen, epd, usi, pgn)"));
        }
    };
    let Some(file) = pairs.text("file") else { return refuse("-openings needs file= with this format") };
    let shuffled = match pairs.text("order") {
        None | Some("sequential") => false,
        Some("random") => true,
        Some(order) => return refuse(format!("-openings order={order}: it is sequential or random")),
    };
    let plies = pairs.number("plies", 0, 100_000)?.map(|plies| plies as usize);
    let start = pairs.number("start", 1, 1_000_000_000)?.unwrap_or(1) as usize;
    Ok(Openings::File { file: file.into(), format, plies, shuffled, start })
}
