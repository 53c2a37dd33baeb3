//! The search. It knows positions only through [`Position`](crate::position::Position).

pub mod limits;
pub mod score;
