//! The tables of chu-rules §1.5 and §1.6, row by row.

/// How a kind of piece moves: directions as chu-rules §1.4 names them, seen by the owner.
pub struct Row {
    /// The letter of SFEN, `+` before it for a promoted form.
    pub code: &'static str,
    /// Steps to the neighbouring square.
    pub step: &'static str,
    /// Slides.
    pub slide: &'static str,
    /// Jumps to the second square.
    pub jump: &'static str,
    /// Directions of the sting (§2.5).
    pub sting: &'static str,
    /// Whether it has lion power (§2.4).
    pub lion: bool,
    /// Whether it may promote.
    pub promotes: bool,
}

const fn row(code: &'static str, step: &'static str, slide: &'static str, jump: &'static str, promotes: bool) -> Row {
    Row { code, step, slide, jump, sting: "", lion: false, promotes }
}

const fn stinger(code: &'static str, slide: &'static str, sting: &'static str) -> Row {
    Row { code, step: "", slide, jump: "", sting, lion: false, promotes: false }
}

const fn lion(code: &'static str) -> Row {
    Row { code, step: "", slide: "", jump: "", sting: "", lion: true, promotes: false }
}

const ALL: &str = "F B L R FL FR BL BR";
const ORTH: &str = "F B L R";
const DIAG: &str = "FL FR BL BR";

/// All 39 codes.
pub const ROWS: [Row; 39] = [
    row("P", "F", "", "", true),
    row("I", "F B", "", "", true),
    row("C", "F B FL FR", "", "", true),
    row("S", "F FL FR BL BR", "", "", true),
    row("G", "F B L R FL FR", "", "", true),
    row("F", "F B FL FR BL BR", "", "", true),
    row("T", "B L R FL FR BL BR", "", "", true),
    row("E", "F L R FL FR BL BR", "", "", true),
    row("K", ALL, "", "", false),
    row("L", "", "F", "", true),
    row("A", "", "F B", "", true),
    row("V", "L R", "F B", "", true),
    row("M", "F B", "L R", "", true),
    row("B", "", DIAG, "", true),
    row("R", "", ORTH, "", true),
    row("H", ORTH, DIAG, "", true),
    row("D", DIAG, ORTH, "", true),
    row("Q", "", ALL, "", false),
    row("O", DIAG, "", ORTH, true),
    row("X", ORTH, "", DIAG, true),
    lion("N"),
    row("+P", "F B L R FL FR", "", "", false),
    row("+I", "F L R FL FR BL BR", "", "", false),
    row("+C", "F B", "L R", "", false),
    row("+S", "L R", "F B", "", false),
    row("+G", "", ORTH, "", false),
    row("+F", "", DIAG, "", false),
    row("+T", "L R FL FR BL BR", "F B", "", false),
    row("+E", ALL, "", "", false),
    row("+L", "", "F B FL FR", "", false),
    row("+A", "", "F B BL BR", "", false),
    row("+V", "", "F B FL FR BL BR", "", false),
    row("+M", "", "L R FL FR BL BR", "", false),
    row("+B", ORTH, DIAG, "", false),
    row("+R", DIAG, ORTH, "", false),
    stinger("+H", "B L R FL FR BL BR", "F"),
    stinger("+D", "F B L R BL BR", "FL FR"),
    lion("+O"),
    row("+X", "", ALL, "", false),
];

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Index into [`ROWS`].
    pub kind: usize,
    /// Whose it is.
    pub white: bool,
}

impl Piece {
    /// The piece with this SFEN code; lower case is White's.
    pub fn of_code(code: &str) -> Piece {
        let upper = code.to_uppercase();
        let kind = ROWS.iter().position(|row| row.code == upper).unwrap_or_else(|| panic!("piece {code}"));
        Piece { kind, white: upper != code }
    }

    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[self.kind]
    }

    /// Whether it is one of these kinds.
    pub fn is(self, codes: &[&str]) -> bool {
        codes.contains(&self.row().code)
    }

    /// King or prince.
    pub fn is_royal(self) -> bool {
        self.is(&["K", "+E"])
    }

    /// What it promotes to.
    pub fn promoted(self) -> Piece {
        let code = format!("+{}", self.row().code);
        Piece { white: self.white, ..Piece::of_code(&code) }
    }

    /// The directions of a cell as steps in files and ranks, turned round for White.
    pub fn steps(self, cell: &'static str) -> impl Iterator<Item = (i32, i32)> {
        let sign = if self.white { -1 } else { 1 };
        cell.split_whitespace().map(move |name| {
            let file = i32::from(name.ends_with('L')) - i32::from(name.ends_with('R'));
            let rank = i32::from(name.starts_with('B')) - i32::from(name.starts_with('F'));
            (file * sign, rank * sign)
        })
    }
}
