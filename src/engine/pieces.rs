//! Pieces by their names.

use crate::notation::{PieceSheet, TextError};

/// How many names an error suggests.
const SUGGESTIONS: usize = 12;

/// The sheet of the piece that is called so, by its letters or name; a part of the name will do if it is the only one.
///
/// # Errors
/// If there is no such piece, or several; the message suggests some.
pub fn find_piece<'a>(sheets: &'a [PieceSheet], text: &str) -> Result<&'a PieceSheet, TextError> {
    let text = text.trim();
    if let Some(sheet) = sheets.iter().find(|sheet| sheet.is_called(text)) {
        return Ok(sheet);
    }
    let part = text.to_lowercase();
    let fitting = || sheets.iter().filter(|sheet| !part.is_empty() && sheet.name.to_lowercase().contains(&part));
    let names: Vec<&str> = fitting().take(SUGGESTIONS).map(|sheet| sheet.name.as_str()).collect();
    let excerpt: String = text.chars().take(40).collect();
    match (fitting().next(), names.len()) {
        (Some(sheet), 1) => Ok(sheet),
        (None, _) => Err(TextError(format!("no piece is called '{excerpt}'; 'piece' without a name lists them"))),
        _ => Err(TextError(format!("'{excerpt}' could be {}", names.join(", ")))),
    }
}
