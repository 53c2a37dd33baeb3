//! Speed of the hot path on the bench positions: `cargo bench`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use shishi::eval::{Evaluation, Evaluator};
use shishi::games::{Chu, Variant};
use shishi::position::{Move, MoveCounting, MoveList, Position, SearchHints};
use std::hint::black_box;
use std::sync::Arc;

type Game = <Chu as Variant>::Position;

fn positions() -> Vec<Game> {
    let rules = Chu::RULES.parse().expect("the default rules are a rule set");
    let texts = Chu::bench_positions().iter();
    texts.map(|text| Chu::parse_position(text, &rules).expect("bench positions are positions")).collect()
}

/// Every position with its moves.
fn positions_with_moves() -> Vec<(Game, Vec<Move>)> {
    let with_moves = |position: Game| {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        (position, moves)
    };
    positions().into_iter().map(with_moves).collect()
}

fn generation(c: &mut Criterion) {
    let positions = positions();
    let mut list = MoveList::with_capacity(512);
    let mut group = c.benchmark_group("generate, all bench positions");
    group.bench_function("tacticals", |b| {
        b.iter(|| {
            for position in &positions {
                list.clear();
                position.tacticals(&mut list);
                black_box(&list);
            }
        });
    });
    group.bench_function("quiets", |b| {
        b.iter(|| {
            for position in &positions {
                list.clear();
                position.quiets(&mut list);
                black_box(&list);
            }
        });
    });
    group.bench_function("count", |b| b.iter(|| positions.iter().map(MoveCounting::count_moves).sum::<u64>()));
    group.finish();
}

fn make_unmake(c: &mut Criterion) {
    let positions = positions_with_moves();
    c.bench_function("make and unmake, every move of all bench positions", |b| {
        b.iter_batched_ref(
            || positions.clone(),
            |positions| {
                for (position, moves) in positions {
                    for &mv in moves.iter() {
                        let undo = position.make(mv, &mut ());
                        position.unmake(mv, undo);
                    }
                }
            },
            BatchSize::SmallInput,
        );
    });
}

fn exchanges(c: &mut Criterion) {
    let positions = positions_with_moves();
    c.bench_function("see_ge 0, every move of all bench positions", |b| {
        b.iter(|| {
            let winning =
                |(position, moves): &(Game, Vec<Move>)| moves.iter().filter(|&&mv| position.see_ge(mv, 0)).count();
            positions.iter().map(winning).sum::<usize>()
        });
    });
}

fn evaluation(c: &mut Criterion) {
    let evaluation = Arc::new(<Chu as Variant>::Evaluation::default());
    let evaluator = |position: Game| (evaluation.evaluator(&position), position);
    let mut positions: Vec<_> = positions().into_iter().map(evaluator).collect();
    c.bench_function("evaluate in full, all bench positions", |b| {
        b.iter(|| positions.iter_mut().map(|(evaluator, position)| evaluator.evaluate(position)).sum::<i32>());
    });
}

criterion_group!(hot_path, generation, make_unmake, exchanges, evaluation);
criterion_main!(hot_path);
