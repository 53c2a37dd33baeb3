//! The parameters of the search: one field each, with its unit, its sensible range and what it trades.

/// The constants of one game's search. All margins are centipawns, all depths plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchParams {
    /// Contempt: centipawns by which a draw is less than an even game to the side that searches, -1000–1000. High: draws are
    /// avoided at a price.
    pub contempt: i32,
    /// Half width of the first aspiration window, centipawns, 10–200. Small: cheaper iterations, more repeats.
    pub aspiration_window: i32,
    /// First depth searched with an aspiration window, plies, 2–10.
    pub aspiration_depth: i32,
    /// Greatest depth of reverse futility pruning, plies, 0–10. High: faster, blinder.
    pub reverse_futility_depth: i32,
    /// Reverse futility margin per ply, centipawns, 30–1000. Small: more nodes cut although a threat hangs over them.
    pub reverse_futility_margin: i32,
    /// Greatest depth of razoring, plies, 0–5.
    pub razor_depth: i32,
    /// Razoring margin per ply, centipawns, 100–1000. Small: more nodes are left to quiescence.
    pub razor_margin: i32,
    /// Least depth for a null move, plies, 1–6.
    pub null_depth: i32,
    /// Null move: reduction at any depth, plies, 2–5. High: cheaper proof, weaker threat detection.
    pub null_base: i32,
    /// Null move: plies of depth for one more ply of reduction, 2–8.
    pub null_depth_step: i32,
    /// Null move: centipawns above beta for one more ply of reduction, 50–500.
    pub null_eval_step: i32,
    /// Null move: greatest number of plies of reduction for the evaluation, 0–5.
    pub null_eval_max: i32,
    /// Internal iterative reduction: least depth at which a node without a table move is searched a ply less, 2–10.
    pub iir_depth: i32,
    /// Greatest (reduced) depth of futility pruning, plies, 0–10.
    pub futility_depth: i32,
    /// Futility margin at depth 0, centipawns, 0–500.
    pub futility_base: i32,
    /// Futility margin per ply, centipawns, 30–300.
    pub futility_margin: i32,
    /// Greatest depth of late move pruning, plies, 0–8.
    pub lmp_depth: i32,
    /// Quiet moves kept at depth 1 in per mille of those there are, 50–1000.
    pub lmp_share: usize,
    /// Least number of quiet moves kept at any depth, 1–30.
    pub lmp_min: usize,
    /// Greatest depth at which captures that lose by exchange are pruned, plies, 0–10.
    pub see_capture_depth: i32,
    /// Loss by exchange per ply of depth that a capture is allowed, centipawns, 0–300.
    pub see_capture_margin: i32,
    /// Greatest (reduced) depth at which quiet moves that lose by exchange are pruned, plies, 0–10.
    pub see_quiet_depth: i32,
    /// Loss by exchange per ply of depth that a quiet move is allowed, centipawns, 0–300.
    pub see_quiet_margin: i32,
    /// Least depth for late move reductions, plies, 2–5.
    pub lmr_depth: i32,
    /// Constant part of late move reductions, hundredths of a ply, -100–200.
    pub lmr_base: i32,
    /// Divisor of `ln(depth)·ln(moves)` in late move reductions, hundredths, 100–500. Small: deeper, blinder.
    pub lmr_divisor: i32,
    /// Plies by which a move that gives check is reduced less, 0–5.
    pub lmr_check: i32,
    /// History points worth one ply of reduction, 1000–20000.
    pub lmr_history: i32,
    /// Quiescence: margin above the gain of a capture, centipawns, 50–500. Small: fewer captures tried.
    pub delta_margin: i32,
    /// Quiescence: captures tried in its first nodes, 1–50.
    pub quiescence_moves: usize,
    /// Quiescence: plies after which half as many captures are tried, and so on down to one, 1–10.
    pub quiescence_plies: usize,
    /// Quiescence: moves made in one quiescence search after which every node tries one capture only, 500–1000000. Ordinary
    /// positions stay below 512; where multiple captures abound, the search would not end without a limit.
    pub quiescence_nodes: u64,
    /// Quiescence: plies in which a side in check gets all its moves instead of standing pat, 0–10.
    pub quiescence_evasions: usize,
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams {
            contempt: 0,
            aspiration_window: 40,
            aspiration_depth: 4,
            reverse_futility_depth: 7,
            reverse_futility_margin: 300,
            razor_depth: 3,
            razor_margin: 300,
            null_depth: 2,
            null_base: 3,
            null_depth_step: 4,
            null_eval_step: 200,
            null_eval_max: 3,
            iir_depth: 4,
            futility_depth: 6,
            futility_base: 200,
            futility_margin: 180,
            lmp_depth: 6,
            lmp_share: 150,
            lmp_min: 6,
            see_capture_depth: 6,
            see_capture_margin: 100,
            see_quiet_depth: 6,
            see_quiet_margin: 60,
            lmr_depth: 2,
            lmr_base: 60,
            lmr_divisor: 220,
            lmr_check: 1,
            lmr_history: 8000,
            delta_margin: 150,
            quiescence_moves: 12,
            quiescence_plies: 2,
            quiescence_nodes: 1000,
            quiescence_evasions: 2,
        }
    }
}

impl SearchParams {
    /// Captures tried in a quiescence node, `plies` deep in quiescence. A large board has so many captures that both their
    /// number and the length of their sequences must be bounded.
    pub(super) fn quiescence_captures(&self, plies: usize) -> usize {
        let halvings = (plies / self.quiescence_plies.max(1)).min(31);
        (self.quiescence_moves >> halvings).max(1)
    }

    /// Late move pruning: how many quiet moves a node near the horizon tries. Once the number of quiet moves is known,
    /// it is a share of them; it grows with the square of the depth.
    pub(super) fn lmp_quiets(&self, depth: i32, total: usize, improving: bool) -> usize {
        let square = (depth.clamp(0, 100) as usize).pow(2);
        let share = total.saturating_mul(self.lmp_share) / 1000;
        let kept = (self.lmp_min + share) * (square + 2) / if improving { 3 } else { 6 };
        kept.max(self.lmp_min)
    }
}

/// Move numbers and depths beyond this reduce no further: 60 to 200 moves in a node are normal.
const REDUCTION_CAP: usize = 64;

/// Late move reductions by depth and number of the move, in hundredths of a ply.
pub(super) struct Reductions([[i16; REDUCTION_CAP]; REDUCTION_CAP]);

impl Reductions {
    pub fn new(params: &SearchParams) -> Reductions {
        let mut table = [[0; REDUCTION_CAP]; REDUCTION_CAP];
        let divisor = f64::from(params.lmr_divisor.max(1)) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let plies = (depth as f64).ln() * (number as f64).ln() / divisor;
                *cell = (f64::from(params.lmr_base) + plies * 100.0) as i16;
            }
        }
        Reductions(table)
    }

    /// Hundredths of a ply for the `number`-th move (from 1) at `depth`.
    #[inline]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(REDUCTION_CAP - 1);
        i32::from(self.0[depth][number.min(REDUCTION_CAP - 1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_move_pruning_keeps_a_share() {
        let params = SearchParams { lmp_min: 6, lmp_share: 150, ..SearchParams::default() };
        // Depth 1, 100 quiet moves: 6 and 15 percent, or half of it but never fewer than 6.
        assert_eq!(params.lmp_quiets(1, 100, true), 21);
        assert_eq!(params.lmp_quiets(1, 100, false), 10);
        assert_eq!(params.lmp_quiets(1, 10, false), 6);
        assert!(params.lmp_quiets(3, 100, true) > params.lmp_quiets(2, 100, true));
    }

    #[test]
    fn quiescence_narrows_to_one_capture() {
        let params = SearchParams { quiescence_moves: 12, quiescence_plies: 2, ..SearchParams::default() };
        let tries: Vec<usize> = (0..9).map(|plies| params.quiescence_captures(plies)).collect();
        assert_eq!(tries, [12, 12, 6, 6, 3, 3, 1, 1, 1]);
        assert_eq!(params.quiescence_captures(1000), 1);
    }

    #[test]
    fn reductions_grow_and_saturate() {
        let reductions = Reductions::new(&SearchParams::default());
        assert!(reductions.get(6, 20) > reductions.get(6, 4));
        assert!(reductions.get(12, 20) > reductions.get(6, 20));
        assert_eq!(reductions.get(6, 63), reductions.get(6, 1000));
        assert_eq!(reductions.get(63, 10), reductions.get(500, 10));
        assert_eq!(reductions.get(-3, 10), 0);
        // The greatest reduction there is stays a few plies, however many moves a node has.
        assert!(reductions.get(10, 500) < 600);
    }
}
