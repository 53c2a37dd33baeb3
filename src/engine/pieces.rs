//! Pieces by their names.

use super::PieceNameError;
use crate::notation::{PieceSheet, excerpt};

/// How many names an error suggests.
const SUGGESTIONS: usize = 12;

/// The sheet of the piece that is called so, by its letters or name; a part of the name will do if it is the only one.
///
/// # Errors
/// If there is no such piece, or several.
pub fn find_piece<'a>(sheets: &'a [PieceSheet], text: &str) -> Result<&'a PieceSheet, PieceNameError> {
    let text = text.trim();
    // The letters of one piece may be a name of another.
    let by_letters = sheets.iter().find(|sheet| sheet.letters.eq_ignore_ascii_case(text));
    if let Some(sheet) = by_letters.or_else(|| sheets.iter().find(|sheet| sheet.is_called(text))) {
        return Ok(sheet);
    }
    let part = text.to_lowercase();
    let fitting = || sheets.iter().filter(|sheet| !part.is_empty() && sheet.name.to_lowercase().contains(&part));
    match (fitting().next(), fitting().nth(1)) {
        (Some(sheet), None) => Ok(sheet),
        (None, _) => Err(PieceNameError::Unknown { name: excerpt(text) }),
        _ => {
            let candidates = fitting().take(SUGGESTIONS).map(|sheet| sheet.name.clone()).collect();
            Err(PieceNameError::Ambiguous { name: excerpt(text), candidates })
        }
    }
}
