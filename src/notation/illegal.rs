//! Moves that the rules forbid: the rule as a typed value of the game, and the words for it on demand.

use super::MoveFormat;
use crate::position::Position;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The rule that an illegal move breaks, in the terms of its game.
pub trait Violation: Copy + fmt::Debug + Send + Sync + 'static {
    /// A short name for programs, in lower case with hyphens: `own-piece`, `lion-trade`.
    fn code(self) -> &'static str;
}

/// A position whose moves can break rules of type `V`.
pub trait Explain<V: Violation>: Position {
    /// Why a move is illegal here, with squares named in the format in which the move was given.
    fn explain(&self, violation: V, format: MoveFormat) -> String;
}

/// A move that the rules forbid. It keeps the position, so that the sentence is made only when it is displayed.
#[derive(Clone)]
pub struct IllegalMove(Arc<dyn Judged>);

/// What [`IllegalMove`] asks of a position and a violation of any game.
trait Judged: Send + Sync {
    fn code(&self) -> &'static str;
    fn violation(&self) -> &dyn Any;
    fn explain(&self) -> String;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

struct Case<P, V> {
    position: P,
    violation: V,
    format: MoveFormat,
}

impl<V: Violation, P: Explain<V>> Judged for Case<P, V> {
    fn code(&self) -> &'static str {
        self.violation.code()
    }

    fn violation(&self) -> &dyn Any {
        &self.violation
    }

    fn explain(&self) -> String {
        self.position.explain(self.violation, self.format)
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.violation.fmt(f)
    }
}

impl IllegalMove {
    /// A move given in a format that breaks a rule in a position.
    pub fn new<V: Violation, P: Explain<V>>(position: &P, violation: V, format: MoveFormat) -> IllegalMove {
        IllegalMove(Arc::new(Case { position: position.clone(), violation, format }))
    }

    /// The [code](Violation::code) of the rule.
    pub fn code(&self) -> &'static str {
        self.0.code()
    }

    /// The rule in the terms of its game, if that has rules of type `V`.
    pub fn violation<V: Violation>(&self) -> Option<V> {
        self.0.violation().downcast_ref().copied()
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.explain())
    }
}

impl fmt::Debug for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

/// Two are equal if they break the same rule and the same words are said about it.
impl PartialEq for IllegalMove {
    fn eq(&self, other: &IllegalMove) -> bool {
        self.code() == other.code() && self.to_string() == other.to_string()
    }
}

impl Eq for IllegalMove {}

impl std::error::Error for IllegalMove {}
