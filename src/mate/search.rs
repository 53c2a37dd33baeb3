//! The search: df-pn with and without a bound on the plies.
//!
//! Numbers are the mover's: `phi` is what is missing until the mover reaches its goal (a proof for the attacker, a
//! disproof for the defender), `delta` what is missing for its opponent.

use super::table::{Entry, FOREVER, Table, UNPROVED, work};
use super::{Progress, Watch};
use crate::position::{MateHints, Move, MoveList, Outcome, Side, mix};
use fxhash::FxHashMap;

/// A number that nothing open reaches.
pub const INFINITE: u32 = 1 << 30;

/// The remaining plies of a search without a bound.
pub const UNBOUNDED: u16 = u16::MAX - 1;

/// Longest line of a search without a bound, in plies. Lines beyond are given up; the answer is then open.
pub const MAX_PLY: u16 = 1000;

/// A failure that does not depend on the path.
pub const ABSOLUTE: u16 = u16::MAX;

/// Positions whose numbers of moves are remembered.
const COUNTS: usize = 1 << 15;

/// An empty place among them.
const NO_COUNT: (u64, u32) = (0, u32::MAX);

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub phi: u32,
    pub delta: u32,
    /// Plies to mate, if the attack succeeds.
    pub mate: u16,
    /// If the attack fails: the ply of the highest position whose recurrence that rests on, or [`ABSOLUTE`].
    pub since: u16,
}

impl Value {
    const fn open(phi: u32, delta: u32) -> Value {
        Value { phi, delta, mate: UNPROVED, since: ABSOLUTE }
    }

    /// The attack succeeds in so many plies; `attacking` tells who is to move.
    const fn success(attacking: bool, mate: u16) -> Value {
        let (phi, delta) = if attacking { (0, INFINITE) } else { (INFINITE, 0) };
        Value { phi, delta, mate, since: ABSOLUTE }
    }

    /// The attack fails.
    const fn failure(attacking: bool, since: u16) -> Value {
        let (phi, delta) = if attacking { (INFINITE, 0) } else { (0, INFINITE) };
        Value { phi, delta, mate: UNPROVED, since }
    }

    fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Whether the attack succeeds; `attacking` tells who is to move.
    pub fn succeeds(&self, attacking: bool) -> bool {
        if attacking { self.phi == 0 } else { self.delta == 0 }
    }
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    value: Value,
    /// It has been met as near to the root as here, or nearer.
    old: bool,
}

/// Where the search is.
#[derive(Clone, Copy)]
pub struct Node {
    /// Whether the attacker is to move.
    pub attacking: bool,
    /// Plies from the root.
    pub ply: u16,
    /// Plies within which the mate must come, or [`UNBOUNDED`].
    pub rest: u16,
}

impl Node {
    fn next(self) -> Node {
        let rest = if self.rest == UNBOUNDED { UNBOUNDED } else { self.rest.saturating_sub(1) };
        Node { attacking: !self.attacking, ply: self.ply + 1, rest }
    }
}

/// The numbers up to which a node is searched.
#[derive(Clone, Copy)]
struct Thresholds {
    phi: u32,
    delta: u32,
}

/// The state of a search.
pub struct Search<'a, P: MateHints, W> {
    pub position: P,
    pub attacker: Side,
    pub table: &'a mut Table,
    pub watch: &'a mut W,
    /// Repetition keys of positions that the attacker may not bring about again.
    pub banned: &'a [u64],
    /// Positions on the path, with their plies.
    on_path: FxHashMap<u64, u16>,
    /// A hash of the path for every ply of it.
    paths: Vec<u64>,
    children: Vec<Child>,
    moves: MoveList,
    /// Keys and numbers of moves of positions that have been looked at of late.
    counts: Box<[(u64, u32)]>,
    /// Decides the order of moves; 0 for the one in which they are generated.
    pub order: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// Most positions to expand.
    pub most_nodes: u64,
    /// Most positions that the trial of a proof may remember.
    pub most_known: usize,
    /// A limit has been reached.
    pub stopped: bool,
    /// The watch has ended the search. Then also what has been begun is left undone.
    pub interrupted: bool,
    /// Positions whose moves have been asked for.
    looked_at: u64,
    /// A line has been given up for its length.
    pub capped: bool,
    /// The mate found so far, in moves, for the watch.
    pub found: Option<u32>,
    root: (u32, u32),
}

impl<'a, P: MateHints, W: Watch> Search<'a, P, W> {
    /// A search for mates by this side.
    pub fn new(position: P, attacker: Side, banned: &'a [u64], table: &'a mut Table, watch: &'a mut W) -> Self {
        Search {
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
            most_nodes: u64::MAX,
            most_known: usize::MAX,
            stopped: false,
            interrupted: false,
            looked_at: 0,
            capped: false,
            found: None,
            root: (1, 1),
        }
    }

    /// Searches the current position until it is solved or a limit is reached.
    pub fn run(&mut self, node: Node) -> Value {
        self.on_path.clear();
        self.paths.truncate(1);
        let known = self.look_up(node);
        if known.0.is_solved() { known.0 } else { self.search_again(node) }
    }

    /// The same, even if the table has the result: the moves that show it may be lost.
    pub fn search_again(&mut self, node: Node) -> Value {
        self.visit(node, Thresholds { phi: INFINITE, delta: INFINITE }, false)
    }

    /// The result that the rules give the position, as a value, if there is one.
    fn end(&self, node: Node) -> Option<Value> {
        let Outcome { winner, .. } = self.position.outcome()?;
        Some(if winner == Some(self.attacker) {
            Value::success(node.attacking, 0)
        } else {
            Value::failure(node.attacking, ABSOLUTE)
        })
    }

    /// What is known of the position, without any search, and whether it is old.
    fn look_up(&mut self, node: Node) -> (Value, bool) {
        if let Some(value) = self.end(node) {
            return (value, false);
        }
        let bounded = node.rest != UNBOUNDED;
        let key = self.position.key();
        if !bounded {
            if let Some(&since) = self.on_path.get(&key) {
                return (Value::failure(node.attacking, since), false);
            }
            if node.ply >= MAX_PLY {
                self.capped = true;
                return (Value::failure(node.attacking, 0), false);
            }
        }
        if !node.attacking && self.is_banned() {
            return (Value::failure(false, ABSOLUTE), false);
        }
        let entry = self.table.get(key).unwrap_or(Entry::NEW);
        if entry.mate <= node.rest {
            return (Value::success(node.attacking, entry.mate), false);
        }
        if entry.no_mate_below > node.rest {
            return (Value::failure(node.attacking, ABSOLUTE), false);
        }
        if !bounded && entry.path != 0 && entry.path & PATH_BITS == self.path_hash() {
            return (Value::failure(node.attacking, (entry.path >> PLY_SHIFT) as u16), false);
        }
        let entry = if bounded { self.table.get(bounded_key(key, node.rest)).unwrap_or(Entry::NEW) } else { entry };
        if entry.phi != 0 || entry.delta != 0 {
            return (Value::open(entry.phi, entry.delta), !bounded && entry.ply < node.ply);
        }
        (self.first_value(node, key), false)
    }

    /// Whether the attacker may not have brought about the current position.
    pub fn is_banned(&self) -> bool {
        !self.banned.is_empty() && self.banned.contains(&self.position.repetition_key())
    }

    /// The value of a position that has not been searched yet.
    fn first_value(&mut self, node: Node, key: u64) -> Value {
        match (self.count_moves(node.attacking, key), node.attacking) {
            (0, true) => Value::failure(true, ABSOLUTE),
            (0, false) => Value::success(false, 0),
            (_, false) if node.rest == 0 && self.has_escape() => Value::failure(false, ABSOLUTE),
            (_, false) if node.rest == 0 => Value::success(false, 0),
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

    /// The number of checks or evasions. A node that is visited again asks the same of the same children.
    fn count_moves(&mut self, attacking: bool, key: u64) -> u32 {
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

    /// Appends the checks or the evasions.
    fn generate(&mut self, attacking: bool) {
        self.look();
        if attacking {
            self.position.checks(&mut self.moves);
        } else {
            self.position.evasions(&mut self.moves);
        }
    }

    /// Expands a node: all moves with what is known of them. Whether it came to the end.
    fn expand(&mut self, node: Node) -> bool {
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
            let gives_up = !node.attacking && value.mate == 0 && self.is_won();
            self.position.unmake(mv, undo);
            if gives_up {
                continue;
            }
            self.children.push(Child { mv, value, old });
            // One move that reaches the goal is enough.
            if value.delta == 0 && value.since == ABSOLUTE {
                break;
            }
        }
        self.moves.truncate(start);
        !self.interrupted
    }

    /// Whether to go on; counts nodes.
    pub fn may_go_on(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.most_nodes;
        !self.stopped
    }

    /// Looks at the watch if it is time to; called for every position whose moves are asked for.
    pub fn look(&mut self) {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(P::MATE_POLL_INTERVAL) {
            let progress = self.progress();
            self.interrupted |= self.watch.progress(&progress).is_break();
            self.stopped |= self.interrupted;
        }
    }

    fn progress(&self) -> Progress {
        let (proof, disproof) = self.root;
        Progress { nodes: self.nodes, fill: self.table.fill(), proof, disproof, mate: self.found }
    }

    /// Searches a node that is not solved until one of its numbers reaches its threshold.
    fn visit(&mut self, node: Node, mut limits: Thresholds, mut raised: bool) -> Value {
        let before = self.nodes;
        let key = self.position.key();
        let bounded = node.rest != UNBOUNDED;
        let start = self.children.len();
        let go_on = self.may_go_on();
        if !bounded {
            self.on_path.insert(key, node.ply);
            self.paths.push(mix(self.paths.last().copied().unwrap_or(0) ^ key) & PATH_BITS);
        }
        let complete = self.expand(node);
        raised |= self.children[start..].iter().any(|child| child.old && !child.value.is_solved());
        let value = loop {
            if !complete {
                break Value::open(1, 1);
            }
            let sums = Sums::of(&self.children[start..]);
            if node.ply == 0 {
                self.root = (sums.phi, sums.delta);
            }
            if sums.phi == 0 || sums.delta == 0 {
                break self.solved(node, start, &sums);
            }
            if raised {
                limits.phi = limits.phi.max(sums.phi + 1);
                limits.delta = limits.delta.max(sums.delta + 1);
            }
            if self.stopped || !go_on || sums.phi >= limits.phi || sums.delta >= limits.delta {
                break Value::open(sums.phi.min(INFINITE - 1), sums.delta.min(INFINITE - 1));
            }
            let Child { mv, .. } = self.children[start + sums.best];
            let undo = self.position.make(mv, &mut ());
            let value = self.visit(node.next(), sums.limits_of_best(limits), raised);
            self.position.unmake(mv, undo);
            let child = &mut self.children[start + sums.best];
            child.value = value;
            raised = false;
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

    /// The value of a node that its children have solved.
    fn solved(&self, node: Node, start: usize, sums: &Sums) -> Value {
        let children = &self.children[start..];
        let mover_wins = sums.phi == 0;
        if mover_wins == node.attacking {
            // The attacker has found a mate, or every defence leads to one.
            let lengths = children.iter().filter(|child| !mover_wins || child.value.delta == 0).map(|c| c.value.mate);
            let longest = if mover_wins { lengths.min() } else { lengths.max() };
            return Value::success(
                node.attacking,
                longest.map_or(0, |plies| plies.saturating_add(1).min(UNBOUNDED - 1)),
            );
        }
        let since = if mover_wins {
            children.iter().filter(|child| child.value.delta == 0).map(|child| child.value.since).max()
        } else {
            children.iter().map(|child| child.value.since).min()
        };
        let since = since.unwrap_or(ABSOLUTE);
        // What rests on nothing above this node holds wherever the node is reached. The limit on the length of lines does not.
        let local = since >= node.ply && !(self.capped && since == 0);
        Value::failure(node.attacking, if local { ABSOLUTE } else { since })
    }

    fn store(&mut self, node: Node, key: u64, value: Value, nodes: u64) {
        let bounded = node.rest != UNBOUNDED;
        let mut entry = self.table.get(key).unwrap_or(Entry::NEW);
        let spent = work(nodes);
        if value.is_solved() {
            if value.succeeds(node.attacking) {
                entry.mate = entry.mate.min(value.mate);
            } else if bounded {
                entry.no_mate_below = entry.no_mate_below.max(node.rest + 1);
            } else if value.since == ABSOLUTE {
                entry.no_mate_below = FOREVER;
            } else {
                entry.path = self.path_hash() | (value.since as u64) << PLY_SHIFT;
            }
        } else if bounded {
            let key = bounded_key(key, node.rest);
            let mut entry = self.table.get(key).unwrap_or(Entry::NEW);
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

    /// A hash of the path that leads to the position after the last one on it.
    fn path_hash(&self) -> u64 {
        // Never zero, which means no path.
        self.paths.last().copied().unwrap_or(0) | 1
    }
}

/// The bits of a path's hash in an entry; the rest is a ply.
const PATH_BITS: u64 = (1 << PLY_SHIFT) - 1;
const PLY_SHIFT: u32 = 48;

/// The key of a position with a bound on the plies.
fn bounded_key(key: u64, rest: u16) -> u64 {
    key ^ mix(1 << 40 | rest as u64)
}

/// The numbers of a node, from those of its children.
struct Sums {
    phi: u32,
    delta: u32,
    /// Index of the child to search.
    best: usize,
    /// The least `delta` of the other children.
    second: u32,
    /// Children that are open but for the best.
    others: u32,
}

impl Sums {
    fn of(children: &[Child]) -> Sums {
        let mut sums = Sums { phi: INFINITE, delta: 0, best: 0, second: INFINITE, others: 0 };
        let (mut open, mut least_phi) = (0u32, INFINITE);
        for (index, child) in children.iter().enumerate() {
            let Value { phi, delta, .. } = child.value;
            if phi > 0 {
                open += 1;
                sums.delta = sums.delta.max(phi);
            }
            if delta < sums.phi || delta == sums.phi && phi < least_phi {
                sums.second = sums.phi;
                (sums.phi, sums.best, least_phi) = (delta, index, phi);
            } else if delta < sums.second {
                sums.second = delta;
            }
        }
        sums.others = open.saturating_sub(1);
        if open > 0 {
            sums.delta = sums.delta.saturating_add(sums.others).min(INFINITE);
        }
        sums
    }

    /// How far to search the best child.
    fn limits_of_best(&self, limits: Thresholds) -> Thresholds {
        Thresholds {
            phi: limits.delta.saturating_sub(self.others),
            delta: limits.phi.min(self.second.saturating_add(self.second / 4).saturating_add(1)),
        }
    }
}
