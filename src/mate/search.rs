//! The search: df-pn with and without a limit of plies.

use super::children::{Child, ChildSummary, Thresholds};
use super::closure::Closure;
use super::table::{FOREVER, ProofEntry, ProofTable, work};
use super::value::{INFINITE, PATH_INDEPENDENT, ProofNode, UNBOUNDED, Value};
use super::{Progress, Watch};
use crate::position::{MateHints, Move, MoveList, Outcome, Side, mix};
use fxhash::FxHashMap;

/// Longest line of a search without a limit, in plies. Longer lines are cut; the answer is then open.
pub const MAX_PLY: u16 = 1000;

/// Slots of the cache of move counts.
const COUNTS: usize = 1 << 15;

/// An empty slot of it.
const NO_COUNT: (u64, u32) = (0, u32::MAX);

/// The state of a search.
pub struct ProofSearch<'a, P: MateHints, W> {
    pub position: P,
    pub attacker: Side,
    pub table: &'a mut ProofTable,
    pub watch: &'a mut W,
    /// Repetition keys of positions that the attacker may not bring about again.
    pub banned: &'a [u64],
    /// Positions on the path, with their plies.
    on_path: FxHashMap<u64, u16>,
    /// A hash of the path for every ply of it.
    paths: Vec<u64>,
    children: Vec<Child>,
    moves: MoveList,
    /// A cache of the numbers of checks or evasions, by position key.
    counts: Box<[(u64, u32)]>,
    /// Seed of the move order; 0 for the order of generation.
    pub order: u64,
    /// Nodes expanded.
    pub nodes: u64,
    /// Limit of nodes.
    pub max_nodes: u64,
    /// Limit of positions that a verification may store.
    pub max_known: usize,
    /// A limit has been reached.
    pub stopped: bool,
    /// The watch has ended the search; then nodes are not even completed.
    pub interrupted: bool,
    /// Positions whose moves have been generated.
    generated: u64,
    /// A line has been cut at [`MAX_PLY`].
    pub hit_max_ply: bool,
    /// Failures by repetition met so far.
    repetitions: u64,
    /// Nodes spent on the search for closed sets.
    closure_nodes: u64,
    /// The mate found so far, in moves, for the watch.
    pub found: Option<u32>,
    root: (u32, u32),
}

impl<'a, P: MateHints, W: Watch> ProofSearch<'a, P, W> {
    /// A search for mates by this side.
    pub fn new(position: P, attacker: Side, banned: &'a [u64], table: &'a mut ProofTable, watch: &'a mut W) -> Self {
        ProofSearch {
            attacker,
            position,
            table,
            watch,
            banned,
            on_path: FxHashMap::default(),
            paths: vec![0],
            children: Vec::new(),
            moves: MoveList::new(),
            counts: vec![NO_COUNT; COUNTS].into_boxed_slice(),
            order: 0,
            nodes: 0,
            max_nodes: u64::MAX,
            max_known: usize::MAX,
            stopped: false,
            interrupted: false,
            generated: 0,
            hit_max_ply: false,
            repetitions: 0,
            closure_nodes: 0,
            found: None,
            root: (1, 1),
        }
    }

    /// Searches the current position until it is solved or a limit is reached.
    pub fn run(&mut self, node: ProofNode) -> Value {
        self.on_path.clear();
        self.paths.truncate(1);
        let known = self.look_up(node);
        if known.0.is_solved() { known.0 } else { self.search_again(node) }
    }

    /// Searches even if the table has the result: the entries of the moves that prove it may have been replaced.
    pub fn search_again(&mut self, node: ProofNode) -> Value {
        self.mid(node, Thresholds { phi: INFINITE, delta: INFINITE }, false)
    }

    /// The value of a position in which the game is over.
    fn terminal_value(&self, node: ProofNode) -> Option<Value> {
        let Outcome { winner, .. } = self.position.outcome()?;
        Some(if winner == Some(self.attacker) {
            Value::success(node.attacking, 0)
        } else {
            Value::failure(node.attacking, PATH_INDEPENDENT)
        })
    }

    /// The value of the position without search, and whether the node is old, see [`Child::old`].
    fn look_up(&mut self, node: ProofNode) -> (Value, bool) {
        if let Some(value) = self.terminal_value(node) {
            return (value, false);
        }
        let bounded = node.plies_left != UNBOUNDED;
        let key = self.position.key();
        if !bounded {
            if let Some(&repetition_ply) = self.on_path.get(&key) {
                self.repetitions += 1;
                return (Value::failure(node.attacking, repetition_ply), false);
            }
            if node.ply >= MAX_PLY {
                self.hit_max_ply = true;
                return (Value::failure(node.attacking, 0), false);
            }
        }
        if !node.attacking && self.is_banned() {
            return (Value::failure(false, PATH_INDEPENDENT), false);
        }
        let entry = self.table.get(key).unwrap_or(ProofEntry::NEW);
        if entry.mate <= node.plies_left {
            return (Value::success(node.attacking, entry.mate), false);
        }
        if entry.no_mate_below > node.plies_left {
            return (Value::failure(node.attacking, PATH_INDEPENDENT), false);
        }
        if !bounded && entry.path != 0 && entry.path & PATH_BITS == self.path_hash() {
            return (Value::failure(node.attacking, (entry.path >> PLY_SHIFT) as u16), false);
        }
        let entry =
            if bounded { self.table.get(bounded_key(key, node.plies_left)).unwrap_or(ProofEntry::NEW) } else { entry };
        if entry.phi != 0 || entry.delta != 0 {
            return (Value::open(entry.phi, entry.delta), !bounded && entry.ply < node.ply);
        }
        (self.leaf_value(node, key), false)
    }

    /// Whether the current position is one that the attacker may not reach.
    pub fn is_banned(&self) -> bool {
        !self.banned.is_empty() && self.banned.contains(&self.position.repetition_key())
    }

    /// The initial value of a position that has not been searched.
    fn leaf_value(&mut self, node: ProofNode, key: u64) -> Value {
        match (self.count_moves(node.attacking, key), node.attacking) {
            (0, true) => Value::failure(true, PATH_INDEPENDENT),
            (0, false) => Value::success(false, 0),
            (_, false) if node.plies_left == 0 && self.has_escape() => Value::failure(false, PATH_INDEPENDENT),
            (_, false) if node.plies_left == 0 => Value::success(false, 0),
            (count, _) => Value::open(1, count),
        }
    }

    /// Whether the defender, to move, has an evasion that does not lose the game at once by another rule, such as
    /// that of the bare king.
    fn has_escape(&mut self) -> bool {
        let start = self.moves.len();
        self.generate(false);
        let mut escapes = false;
        while self.moves.len() > start {
            let Some(mv) = self.moves.pop() else { break };
            let undo = self.position.make(mv, &mut ());
            escapes |= !self.is_won();
            self.position.unmake(mv, undo);
        }
        escapes
    }

    /// Whether the game is over and the attacker has won.
    pub fn is_won(&self) -> bool {
        self.position.outcome().is_some_and(|outcome| outcome.winner == Some(self.attacker))
    }

    /// The number of checks or evasions, cached: a node that is visited again needs it for the same children.
    pub fn count_moves(&mut self, attacking: bool, key: u64) -> u32 {
        let place = key as usize % self.counts.len();
        let (known, count) = self.counts[place];
        if known == key && count != NO_COUNT.1 {
            return count;
        }
        let start = self.moves.len();
        self.generate(attacking);
        let count = (self.moves.len() - start) as u32;
        self.moves.truncate(start);
        self.counts[place] = (key, count);
        count
    }

    /// The checks or the evasions.
    pub fn moves_here(&mut self, attacking: bool) -> Vec<Move> {
        let start = self.moves.len();
        self.generate(attacking);
        self.moves.drain(start..).collect()
    }

    /// Appends the checks or the evasions.
    fn generate(&mut self, attacking: bool) {
        self.poll();
        if attacking {
            self.position.checks(&mut self.moves);
        } else {
            self.position.evasions(&mut self.moves);
        }
    }

    /// Expands a node: appends its children with their values. False if it was interrupted.
    fn expand(&mut self, node: ProofNode) -> bool {
        let start = self.moves.len();
        self.generate(node.attacking);
        if self.order != 0 {
            let order = self.order;
            self.moves[start..].sort_unstable_by_key(|mv| mix(u64::from(mv.code()) ^ mix(order)));
        }
        let next = node.next();
        for index in start..self.moves.len() {
            if self.interrupted {
                break;
            }
            let mv = self.moves[index];
            let undo = self.position.make(mv, &mut ());
            let (value, old) = self.look_up(next);
            // A move that loses the game by another rule is no defence.
            let loses = !node.attacking && value.mate == 0 && self.is_won();
            self.position.unmake(mv, undo);
            if loses {
                continue;
            }
            self.children.push(Child { mv, value, old });
            // One move that solves the node is enough.
            if value.delta == 0 && value.repetition_ply == PATH_INDEPENDENT {
                break;
            }
        }
        self.moves.truncate(start);
        !self.interrupted
    }

    /// Counts a node. False if the limit is reached.
    pub fn count_node(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.max_nodes;
        !self.stopped
    }

    /// Asks the watch if it is time to; called for every position whose moves are generated.
    pub fn poll(&mut self) {
        self.generated += 1;
        if self.generated.is_multiple_of(P::MATE_POLL_INTERVAL) {
            let progress = self.progress();
            self.interrupted |= self.watch.progress(&progress).is_break();
            self.stopped |= self.interrupted;
        }
    }

    fn progress(&self) -> Progress {
        let (proof, disproof) = self.root;
        Progress { nodes: self.nodes, fill: self.table.fill(), proof, disproof, mate: self.found }
    }

    /// Searches a node that is not solved until one of its numbers reaches its threshold (MID in the literature).
    /// `extend_thresholds`: the node above met an old child, so the best child is searched at least once.
    fn mid(&mut self, node: ProofNode, mut thresholds: Thresholds, mut extend_thresholds: bool) -> Value {
        let before = self.nodes;
        let mut closure = ClosureTrial { due: self.nodes + MIN_CLOSURE, repetitions: self.repetitions };
        let key = self.position.key();
        let bounded = node.plies_left != UNBOUNDED;
        let start = self.children.len();
        let within_limit = self.count_node();
        if !bounded {
            self.on_path.insert(key, node.ply);
            self.paths.push(mix(self.paths.last().copied().unwrap_or(0) ^ key) & PATH_BITS);
        }
        let complete = self.expand(node);
        extend_thresholds |= self.children[start..].iter().any(|child| child.old && !child.value.is_solved());
        let value = loop {
            if !complete {
                break Value::open(1, 1);
            }
            let summary = ChildSummary::of(&self.children[start..]);
            if node.ply == 0 {
                self.root = (summary.phi, summary.delta);
            }
            if summary.phi == 0 || summary.delta == 0 {
                break summary.solved(node, &self.children[start..], self.hit_max_ply);
            }
            if extend_thresholds {
                thresholds.phi = thresholds.phi.max(summary.phi + 1);
                thresholds.delta = thresholds.delta.max(summary.delta + 1);
            }
            if self.stopped || !within_limit || summary.phi >= thresholds.phi || summary.delta >= thresholds.delta {
                break Value::open(summary.phi.min(INFINITE - 1), summary.delta.min(INFINITE - 1));
            }
            let Child { mv, .. } = self.children[start + summary.best];
            let undo = self.position.make(mv, &mut ());
            let value = self.mid(node.next(), summary.thresholds_of_best(thresholds), extend_thresholds);
            self.position.unmake(mv, undo);
            let child = &mut self.children[start + summary.best];
            child.value = value;
            extend_thresholds = false;
            if node.attacking && !bounded && self.nodes >= closure.due && self.is_closed(before, &mut closure) {
                break Value::failure(true, PATH_INDEPENDENT);
            }
        };
        self.children.truncate(start);
        if !bounded {
            self.on_path.remove(&key);
            self.paths.pop();
        }
        if complete {
            self.store(node, key, value, self.nodes - before);
        }
        value
    }

    /// Looks for a closed set around the current position, the attacker to move, if repetitions have been met since the
    /// search of it began at so many nodes. In all, no more is spent on that than on the search itself.
    fn is_closed(&mut self, before: u64, trial: &mut ClosureTrial) -> bool {
        let spent = self.nodes - before;
        trial.due = self.nodes + spent;
        let searched = self.nodes - self.closure_nodes;
        if self.repetitions == trial.repetitions || self.closure_nodes + spent / 2 > searched {
            return false;
        }
        trial.repetitions = self.repetitions;
        let begin = self.nodes;
        let closed = Closure::disproves(self, spent / 2);
        self.closure_nodes += self.nodes - begin;
        closed
    }

    fn store(&mut self, node: ProofNode, key: u64, value: Value, nodes: u64) {
        let bounded = node.plies_left != UNBOUNDED;
        let mut entry = self.table.get(key).unwrap_or(ProofEntry::NEW);
        let spent = work(nodes);
        if value.is_solved() {
            if value.succeeds(node.attacking) {
                entry.mate = entry.mate.min(value.mate);
            } else if bounded {
                entry.no_mate_below = entry.no_mate_below.max(node.plies_left + 1);
            } else if value.repetition_ply == PATH_INDEPENDENT {
                entry.no_mate_below = FOREVER;
            } else {
                entry.path = self.path_hash() | (value.repetition_ply as u64) << PLY_SHIFT;
            }
        } else if bounded {
            let key = bounded_key(key, node.plies_left);
            let mut entry = self.table.get(key).unwrap_or(ProofEntry::NEW);
            (entry.phi, entry.delta, entry.work) = (value.phi, value.delta, entry.work.max(spent));
            self.table.put(key, entry);
            return;
        } else {
            (entry.phi, entry.delta) = (value.phi, value.delta);
        }
        if !bounded {
            entry.ply = entry.ply.min(node.ply);
        }
        entry.work = entry.work.max(spent);
        self.table.put(key, entry);
    }

    /// A hash of the path to the current position.
    fn path_hash(&self) -> u64 {
        // Never zero: in an entry that means no path.
        self.paths.last().copied().unwrap_or(0) | 1
    }
}

/// When to look for a closed set around a node.
struct ClosureTrial {
    /// The count of nodes from which on it is worth it.
    due: u64,
    /// The repetitions met before.
    repetitions: u64,
}

/// Nodes searched below a node before a closed set is looked for. Nearly all problems without cycles are solved before.
const MIN_CLOSURE: u64 = 4096;

/// The bits of a path's hash in an entry; the bits above are a ply.
const PATH_BITS: u64 = (1 << PLY_SHIFT) - 1;
const PLY_SHIFT: u32 = 48;

/// The key of a position with a limit of plies.
fn bounded_key(key: u64, plies_left: u16) -> u64 {
    key ^ mix(1 << 40 | plies_left as u64)
}
