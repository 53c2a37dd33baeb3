//! The fit of the weights of an evaluation to the results and scores of games: logistic regression by Adam.

use super::samples::{Sample, Samples};
use crate::eval::{Layout, Taper, Terms};
use crate::position::mix;

/// How to fit.
#[derive(Clone, Debug)]
pub struct Method {
    /// Share of the result in what is to be foretold, 0 to 1; the rest is what the search thought.
    pub results: f32,
    /// Most times that all positions are gone through.
    pub epochs: usize,
    /// Ends after so many epochs without progress on the games set aside.
    pub patience: usize,
    /// Centipawns that a weight moves in a step at first.
    pub rate: f32,
    /// Positions between two steps.
    pub batch: usize,
    /// How strongly weights are held to where they start. 1 takes them to be within a few dozen centipawns of it (values:
    /// a few hundred) and takes every position of a game for a witness of its own; they are not, so more is right.
    pub hold: f32,
    /// Decides the order of the positions.
    pub seed: u64,
}

impl Default for Method {
    fn default() -> Method {
        Method { results: 0.5, epochs: 40, patience: 40, rate: 2.0, batch: 8192, hold: 20.0, seed: 1 }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights.
    pub terms: Terms,
    /// Chances of winning are 1 / (1 + exp(-scale · score)).
    pub scale: f32,
    /// Loss on the games learnt from, before and after.
    pub learnt: [f32; 2],
    /// Loss on the games set aside, before and after.
    pub checked: [f32; 2],
    /// Epochs until the best.
    pub epochs: usize,
}

/// A weight as it is fitted: middle game and ending, in centipawns.
type Weight = [f32; 2];

/// Fits weights, from `start` on. `progress` is told of every epoch: its number, and the loss on what is learnt from and on
/// what is set aside.
pub fn fit(
    layout: &Layout,
    start: &Terms,
    [learn, check]: &[Samples; 2],
    method: &Method,
    mut progress: impl FnMut(usize, f32, f32),
) -> Fitted {
    let scale = scale(learn);
    let from: Vec<Weight> = (0..layout.terms).map(|term| centipawns(start.get(term))).collect();
    let free = freedom(layout);
    let tied: Vec<usize> =
        layout.keys.iter().filter(|key| !key.tapered).flat_map(|key| key.first..key.first + key.len).collect();
    let mut weights = from.clone();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = (0..learn.len() as u32).collect();
    let before = [loss(learn, &from, scale, method.results), loss(check, &from, scale, method.results)];
    let mut best = (before[1], weights.clone(), 0, before[0]);
    let mut gradient = vec![[0.0; 2]; weights.len()];
    for epoch in 1..=method.epochs {
        fastrand::Rng::with_seed(mix(method.seed ^ mix(epoch as u64))).shuffle(&mut order);
        // Smaller and smaller steps, so that what chance adds to the weights dies away.
        let rate = method.rate * (1.0 - (epoch - 1) as f32 / method.epochs as f32);
        let mut learnt = 0.0;
        for batch in order.chunks(method.batch.max(1)) {
            gradient.fill([0.0; 2]);
            for &index in batch {
                learnt += f64::from(learn_from(learn, index as usize, &weights, scale, method.results, &mut gradient));
            }
            // Where both phases have one weight, what either asks for moves it.
            for &term in &tied {
                gradient[term] = [gradient[term].iter().sum(); 2];
            }
            for (term, sum) in gradient.iter_mut().enumerate() {
                for phase in 0..2 {
                    let away = (weights[term][phase] - from[term][phase]) / (free[term] * free[term]);
                    sum[phase] = sum[phase] / batch.len() as f32 + away * method.hold / learn.len() as f32;
                }
            }
            adam.step(&mut weights, &gradient, rate, &free);
        }
        let learnt = (learnt / learn.len().max(1) as f64) as f32;
        let checked = loss(check, &weights, scale, method.results);
        progress(epoch, learnt, checked);
        if checked < best.0 {
            best = (checked, weights.clone(), epoch, learnt);
        } else if epoch >= best.2 + method.patience {
            break;
        }
    }
    let (checked, weights, epochs, _) = best;
    let learnt = loss(learn, &weights, scale, method.results);
    let terms = written(layout, start, &weights);
    Fitted { terms, scale, learnt: [before[0], learnt], checked: [before[1], checked], epochs }
}

/// The weights in the whole units in which they are written, within their ranges. Terms without a name stay as they were.
fn written(layout: &Layout, start: &Terms, weights: &[Weight]) -> Terms {
    let mut terms = start.clone();
    for key in &layout.keys {
        let whole = |weight: f32| {
            let units = (weight * 10.0 / key.unit as f32).round() as i32;
            units.clamp(key.range.0, key.range.1) * key.unit
        };
        for (term, &[middle, end]) in weights.iter().enumerate().skip(key.first).take(key.len) {
            terms.set(term, Taper { middle: whole(middle), end: whole(end) });
        }
    }
    terms
}

fn centipawns(weight: Taper) -> Weight {
    [weight.middle as f32 / 10.0, weight.end as f32 / 10.0]
}

/// How far the weights may be expected to move, in centipawns: no farther than a tenth of their range, and next to nothing
/// for a term that has no name.
fn freedom(layout: &Layout) -> Vec<f32> {
    let mut free = vec![1e-3; layout.terms];
    for key in &layout.keys {
        let centipawns = match key.unit {
            // Values can be anything; the others are small beside them.
            10 if key.range.0 >= 0 => 200.0,
            10 => 40.0,
            _ => 4.0,
        };
        let range = (key.range.1 - key.range.0) as f32 * key.unit as f32 / 10.0;
        free[key.first..key.first + key.len].fill(f32::min(centipawns, range / 10.0));
    }
    free
}

/// What the evaluation says of a position, for Black, in centipawns.
#[inline]
fn evaluate(samples: &Samples, index: usize, weights: &[Weight]) -> f32 {
    let (sample, terms) = samples.get(index);
    let mut sum = [0.0; 2];
    for (term, count) in terms {
        let weight = weights[term];
        sum[0] += weight[0] * count;
        sum[1] += weight[1] * count;
    }
    sum[0] * sample.middle_game + sum[1] * (1.0 - sample.middle_game)
}

/// The chance of winning.
#[inline]
fn chance(scale: f32, score: f32) -> f32 {
    1.0 / (1.0 + (-scale * score).exp())
}

/// What is to be foretold of a position.
#[inline]
fn target(sample: &Sample, scale: f32, results: f32) -> f32 {
    results * sample.result + (1.0 - results) * chance(scale, sample.score)
}

/// Relative entropy: 0 if what is to be foretold is.
#[inline]
fn surprise(target: f32, foretold: f32) -> f32 {
    let part =
        |target: f32, foretold: f32| if target > 0.0 { target * (target / foretold.max(1e-6)).ln() } else { 0.0 };
    part(target, foretold) + part(1.0 - target, 1.0 - foretold)
}

/// Adds the gradient of a position, and returns its loss.
#[inline]
fn learn_from(
    samples: &Samples,
    index: usize,
    weights: &[Weight],
    scale: f32,
    results: f32,
    gradient: &mut [Weight],
) -> f32 {
    let foretold = chance(scale, evaluate(samples, index, weights));
    let (sample, terms) = samples.get(index);
    let target = target(sample, scale, results);
    let slope = (foretold - target) * scale;
    let slopes = [slope * sample.middle_game, slope * (1.0 - sample.middle_game)];
    for (term, count) in terms {
        gradient[term][0] += slopes[0] * count;
        gradient[term][1] += slopes[1] * count;
    }
    surprise(target, foretold)
}

/// Mean loss.
fn loss(samples: &Samples, weights: &[Weight], scale: f32, results: f32) -> f32 {
    let sum: f64 = samples
        .iter()
        .enumerate()
        .map(|(index, sample)| {
            let foretold = chance(scale, evaluate(samples, index, weights));
            f64::from(surprise(target(sample, scale, results), foretold))
        })
        .sum();
    (sum / samples.len().max(1) as f64) as f32
}

/// The scale with which scores of the search foretell results best.
fn scale(samples: &Samples) -> f32 {
    let loss = |scale: f32| {
        samples.iter().map(|sample| f64::from(surprise(sample.result, chance(scale, sample.score)))).sum::<f64>()
    };
    // The loss has one minimum; thirds of the interval close in on it.
    let (mut low, mut high) = (1e-5, 0.05);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

/// Adam: every weight moves at its own pace.
struct Adam {
    mean: Vec<Weight>,
    square: Vec<Weight>,
    steps: i32,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; len], square: vec![[0.0; 2]; len], steps: 0 }
    }

    /// A step against the gradient; weights with less freedom take smaller ones.
    fn step(&mut self, weights: &mut [Weight], gradient: &[Weight], rate: f32, free: &[f32]) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let young = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (term, weight) in weights.iter_mut().enumerate() {
            for phase in 0..2 {
                let slope = gradient[term][phase];
                let mean = &mut self.mean[term][phase];
                let square = &mut self.square[term][phase];
                *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
                *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
                let step = *mean / young[0] / ((*square / young[1]).sqrt() + 1e-12);
                weight[phase] -= rate * step * (free[term] / 40.0).min(1.5);
            }
        }
    }
}
