//! What results say about strength: Elo with an interval, the likelihood of superiority, and the sequential test.
//!
//! The unit is a pair: two games from one opening, the colours exchanged. Such games are not independent of each
//! other, so wins, draws and losses of single games would make intervals too wide or too narrow; the five scores a pair
//! can have (the *pentanomial* model) do not. Where every opening is played once, the unit is a game: its three scores
//! are the even ones of the five.

use serde::{Deserialize, Serialize};

/// What a pair can be worth to the first engine, in games: index 0 is 0, index 4 is 2.
pub const SCORES: usize = 5;

/// A count of zero stands for this much in the sequential test, so that no outcome is taken for impossible.
const ZERO_COUNT: f64 = 1e-3;

/// Pairs (or games, if they are the unit) before which no test is decided. A few pairs that happen to have one and the same score look like certainty: of
/// decisive games between equals, five pairs in a row are even once in 32 tests.
const LEAST_PAIRS: u64 = 16;

/// The 97.5 % point of the normal distribution: 95 % lie within ± this many standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// What is scored as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// Two games from one opening, the colours exchanged.
    #[default]
    Pair,
    /// A game.
    Game,
}

impl Unit {
    /// Games of a unit.
    pub const fn games(self) -> u64 {
        match self {
            Unit::Pair => 2,
            Unit::Game => 1,
        }
    }

    /// In words, for one of them.
    pub const fn text(self) -> &'static str {
        match self {
            Unit::Pair => "pair",
            Unit::Game => "game",
        }
    }
}

/// Pairs counted by their score, from the view of the first engine: both lost, …, both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; SCORES]);

/// A distribution of the score of a pair, per game: from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Distribution {
    /// Number of pairs.
    total: f64,
    /// Share of each score.
    shares: [f64; SCORES],
}

/// What the pairs say about the difference of two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean score per game, 0 to 1.
    pub score: f64,
    /// Difference in Elo; infinite after a shut-out.
    pub elo: f64,
    /// The 95 % interval of the difference.
    pub interval: (f64, f64),
    /// The probability that the first engine is the stronger one.
    pub superiority: f64,
}

impl Pentanomial {
    /// Adds a pair that was worth `half_points` half points (0 to 4) to the first engine; more is counted as 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[(half_points as usize).min(SCORES - 1)] += 1;
    }

    /// Adds a game that was worth `half_points` half points (0 to 2) to the first engine and is a unit of its own.
    pub fn add_game(&mut self, half_points: u32) {
        self.add(half_points.saturating_mul(2));
    }

    /// Number of pairs, or of games if they are the unit.
    pub fn units(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs from the view of the second engine.
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }

    /// All pairs of both.
    pub fn plus(&self, other: &Pentanomial) -> Pentanomial {
        Pentanomial(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    /// Elo, interval and likelihood of superiority; nothing without a pair.
    ///
    /// Pairs that all have the same score say nothing about their spread. Then half a pair lost and half a pair won are
    /// added for the interval, so that it says no more than it can.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.units() == 0 {
            return None;
        }
        let seen = Distribution::new(self.0.map(|count| count as f64));
        let mut spread = seen;
        if seen.variance() == 0.0 {
            let mut counts = self.0.map(|count| count as f64);
            counts[0] += 0.5;
            counts[SCORES - 1] += 0.5;
            spread = Distribution::new(counts);
        }
        let deviation = (spread.variance() / spread.total).sqrt();
        let bound = |sign: f64| elo(spread.mean() + sign * TWO_SIDED_95 * deviation);
        Some(Estimate {
            score: seen.mean(),
            elo: elo(seen.mean()),
            interval: (bound(-1.0), bound(1.0)),
            superiority: normal((spread.mean() - 0.5) / deviation),
        })
    }

    /// The logarithm of the likelihood ratio of two differences in Elo, `elo1` over `elo0`: the generalised test, in
    /// which the shares of the five scores are fitted to the pairs under either hypothesis.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.units() == 0 {
            return 0.0;
        }
        let seen = Distribution::new(self.0.map(|count| if count == 0 { ZERO_COUNT } else { count as f64 }));
        let (under0, under1) = (seen.fitted(expected_score(elo0)), seen.fitted(expected_score(elo1)));
        let terms = (0..SCORES).map(|i| seen.shares[i] * (under1[i] / under0[i]).ln());
        seen.total * terms.sum::<f64>()
    }
}

impl Distribution {
    fn new(counts: [f64; SCORES]) -> Distribution {
        let total: f64 = counts.iter().sum();
        Distribution { total, shares: counts.map(|count| count / total) }
    }

    fn mean(&self) -> f64 {
        (0..SCORES).map(|i| self.shares[i] * score(i)).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        (0..SCORES).map(|i| self.shares[i] * (score(i) - mean).powi(2)).sum()
    }

    /// The most likely shares among those whose mean is `mean`. They are `share / (1 + t (score - mean))`, with the one
    /// `t` that makes the mean right; it is found by halving.
    fn fitted(&self, mean: f64) -> [f64; SCORES] {
        let fit = |t: f64| -> [f64; SCORES] { std::array::from_fn(|i| self.shares[i] / (1.0 + t * (score(i) - mean))) };
        // All shares must stay positive: t lies between these two.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..200 {
            let middle = (low + high) / 2.0;
            let excess: f64 = fit(middle).iter().enumerate().map(|(i, share)| share * (score(i) - mean)).sum();
            // The larger t, the smaller the mean.
            if excess > 0.0 { low = middle } else { high = middle }
        }
        fit((low + high) / 2.0)
    }
}

/// The score per game of a pair with this index.
fn score(index: usize) -> f64 {
    index as f64 / (SCORES - 1) as f64
}

/// The score per game that a difference in Elo makes expect.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes expect this score per game; infinite at 0 and 1 and beyond.
pub fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        // Not the negated logarithm of the inverse: that would be a negative zero for even scores.
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// The cumulative normal distribution.
fn normal(x: f64) -> f64 {
    libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}

/// A sequential test of two hypotheses on the difference in Elo of the first engine over the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference if nothing is gained.
    pub elo0: f64,
    /// The difference if something is.
    pub elo1: f64,
    /// Greatest probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// Greatest probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// How far a test is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// More pairs are needed.
    Continue,
    /// `elo0` is accepted.
    AcceptH0,
    /// `elo1` is accepted.
    AcceptH1,
}

impl Sprt {
    /// The ratio at which `elo0` is accepted, and the one at which `elo1` is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the pairs so far say.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let ratio = pairs.log_likelihood_ratio(self.elo0, self.elo1);
        let (lower, upper) = self.bounds();
        match ratio {
            _ if pairs.units() < LEAST_PAIRS => SprtState::Continue,
            ratio if ratio <= lower => SprtState::AcceptH0,
            ratio if ratio >= upper => SprtState::AcceptH1,
            _ => SprtState::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Random;

    fn near(found: f64, right: f64, tolerance: f64) {
        assert!((found - right).abs() <= tolerance, "{found} is not {right}");
    }

    #[test]
    fn elo_and_scores() {
        assert_eq!(elo(0.5), 0.0);
        // 10 to 1 against is 400 by definition of the scale.
        near(elo(10.0 / 11.0), 400.0, 1e-9);
        near(elo(0.75), 400.0 * 3f64.log10(), 1e-9);
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
        near(expected_score(elo(0.3)), 0.3, 1e-12);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn the_normal_distribution() {
        // From printed tables.
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_746_069), (1.959_963_984_540, 0.975), (-2.0, 0.022_750_131_948)] {
            near(normal(x), p, 1e-11);
        }
        near(normal(-4.0), 3.167_124_183e-5, 1e-13);
        near(normal(3.0), 0.998_650_101_968, 1e-11);
        assert_eq!((normal(50.0), normal(-50.0)), (1.0, 0.0));
    }

    #[test]
    fn an_estimate_worked_out_by_hand() {
        // Four pairs: 1, 1, 2 and 2 half points of 2 games, that is 1/4, 1/4, 1/2 and 1/2 per game. Mean 3/8; variance
        // 1/64; of the mean 1/256, deviation 1/16.
        let pairs = Pentanomial([0, 2, 2, 0, 0]);
        let estimate = pairs.estimate().unwrap();
        near(estimate.score, 0.375, 1e-15);
        near(estimate.elo, -400.0 * (5f64 / 3.0).log10(), 1e-9);
        let low: f64 = 0.375 - 1.959_963_984_540_054 / 16.0;
        near(estimate.interval.0, -400.0 * (1.0 / low - 1.0).log10(), 1e-9);
        // Two deviations below one half.
        near(estimate.superiority, 0.022_750_131_948, 1e-11);
        let other = pairs.reversed().estimate().unwrap();
        near(other.elo, -estimate.elo, 1e-9);
        near(other.superiority, 1.0 - estimate.superiority, 1e-12);
    }

    #[test]
    fn single_games_are_scored_by_their_three_results() {
        // Two won, one drawn, one lost: mean 5/8, variance (9 + 9 + 1 + 25) / 64 / 4 = 11/64.
        let mut games = Pentanomial::default();
        [2, 2, 1, 0].into_iter().for_each(|points| games.add_game(points));
        assert_eq!((games, games.units()), (Pentanomial([1, 0, 1, 0, 2]), 4));
        let estimate = games.estimate().unwrap();
        near(estimate.score, 0.625, 1e-15);
        near(estimate.elo, 400.0 * (5f64 / 3.0).log10(), 1e-9);
        let low: f64 = 0.625 - 1.959_963_984_540_054 * (11f64 / 256.0).sqrt();
        near(estimate.interval.0, 400.0 * (low / (1.0 - low)).log10(), 1e-9);
    }

    #[test]
    fn estimates_agree_with_published_ones() {
        // Elo, half the width of the interval, and likelihood of superiority as the Stockfish testing framework has
        // them for these pairs.
        for (counts, right, half_width, superiority) in [
            ([10789, 19328, 33806, 19402, 10543], -0.773_577_335_9, 1.277_579_895_7, 0.117_658_858_0),
            ([39, 2226, 31451, 2412, 40], 0.902_981_048_8, 0.662_531_486_0, 0.996_222_097_3),
            ([1187, 7410, 13475, 7378, 1164], -0.442_607_799_2, 1.729_859_027_6, 0.308_013_879_1),
        ] {
            let estimate = Pentanomial(counts).estimate().unwrap();
            near(estimate.elo, right, 1e-6);
            near((estimate.interval.1 - estimate.interval.0) / 2.0, half_width, 1e-6);
            near(estimate.superiority, superiority, 1e-6);
        }
    }

    #[test]
    fn a_shut_out_claims_no_certainty() {
        assert_eq!(Pentanomial::default().estimate(), None);
        let estimate = Pentanomial([0, 0, 0, 0, 10]).estimate().unwrap();
        assert_eq!(estimate.elo, f64::INFINITY);
        assert!(estimate.interval.0 > 0.0 && estimate.interval.0 < 1000.0, "{estimate:?}");
        assert!(estimate.superiority > 0.99 && estimate.superiority < 1.0);
        let drawn = Pentanomial([0, 0, 1, 0, 0]).estimate().unwrap();
        assert_eq!((drawn.elo, drawn.superiority), (0.0, 0.5));
        assert!(drawn.interval.0 < -200.0 && drawn.interval.1 > 200.0);
    }

    #[test]
    fn ratios_agree_with_published_ones() {
        // From the Stockfish testing framework, logistic Elo.
        for (counts, elo0, elo1, right) in [
            ([10789, 19328, 33806, 19402, 10543], -3.0, 1.0, 2.131_067_811_79),
            ([39, 2226, 31451, 2412, 40], 0.2, 0.9, 2.162_542_580_05),
            ([0, 10, 20, 50, 20], 0.0, 5.0, 1.428_686_106_47),
        ] {
            near(Pentanomial(counts).log_likelihood_ratio(elo0, elo1), right, 1e-8);
        }
    }

    #[test]
    fn a_ratio_worked_out_by_hand() {
        // With the two extreme scores alone the shares under a hypothesis are given by its mean: 3 of 4 pairs won, and
        // hypotheses of one half and three quarters, make 3 ln(3/2) + ln(1/2). The zero counts shift it a little.
        let elo1 = elo(0.75);
        let ratio = Pentanomial([1, 0, 0, 0, 3]).log_likelihood_ratio(0.0, elo1);
        near(ratio, 3.0 * 1.5f64.ln() + 0.5f64.ln(), 5e-3);
        // Symmetric pairs cannot tell a gain from the same loss.
        near(Pentanomial([3, 7, 9, 7, 3]).log_likelihood_ratio(-8.0, 8.0), 0.0, 1e-9);
        assert_eq!(Pentanomial::default().log_likelihood_ratio(0.0, 5.0), 0.0);
    }

    #[test]
    fn bounds_follow_the_error_rates() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.1 };
        near(sprt.bounds().0, (0.1f64 / 0.95).ln(), 1e-12);
        near(sprt.bounds().1, (0.9f64 / 0.05).ln(), 1e-12);
    }

    #[test]
    fn a_few_pairs_of_one_score_decide_nothing() {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
        let verdict = |even| sprt.state(&Pentanomial([0, 0, even, 0, 0]));
        // The ratio is beyond the bound long before.
        assert!(Pentanomial([0, 0, 8, 0, 0]).log_likelihood_ratio(0.0, 200.0) < sprt.bounds().0);
        assert_eq!(
            (verdict(8), verdict(15), verdict(16)),
            (SprtState::Continue, SprtState::Continue, SprtState::AcceptH0)
        );
    }

    /// Runs tests on pairs drawn at random from games whose score is expected, with a share of draws; returns how many
    /// of them accept `elo1`.
    fn accepted(sprt: &Sprt, true_elo: f64, draws: f64, tests: usize, seed: u64) -> usize {
        let mut random = Random(seed);
        let win = expected_score(true_elo) - draws / 2.0;
        let mut game = || match random.below(1 << 30) as f64 / (1 << 30) as f64 {
            x if x < win => 2,
            x if x < win + draws => 1,
            _ => 0,
        };
        let mut one = || {
            let mut pairs = Pentanomial::default();
            loop {
                pairs.add(game() + game());
                match sprt.state(&pairs) {
                    SprtState::Continue => {}
                    verdict => return verdict == SprtState::AcceptH1,
                }
            }
        };
        (0..tests).filter(|_| one()).count()
    }

    #[test]
    fn the_test_errs_no_more_often_than_it_says() {
        // Wide hypotheses, so that the tests are short. 400 tests with an error rate of 5 % have 20 errors on average,
        // with a standard deviation of 4.4; 35 is more than three deviations away.
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        for (draws, seed) in [(0.0, 1), (0.3, 2)] {
            let false_positives = accepted(&sprt, 0.0, draws, 400, seed);
            let false_negatives = 400 - accepted(&sprt, 60.0, draws, 400, seed + 10);
            assert!(false_positives <= 35 && false_negatives <= 35, "{false_positives}, {false_negatives}");
            // A test that never errs would be one that plays too long.
            assert!(false_positives >= 3 && false_negatives >= 3, "{false_positives}, {false_negatives}");
        }
        // Far outside the hypotheses there is hardly a doubt.
        assert_eq!(accepted(&sprt, -60.0, 0.1, 100, 5), 0);
        assert_eq!(accepted(&sprt, 120.0, 0.1, 100, 6), 100);
    }
}
