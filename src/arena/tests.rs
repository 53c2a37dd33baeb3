//! Tests of the arena.
