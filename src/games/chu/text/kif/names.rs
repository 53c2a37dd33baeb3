//! What pieces are called in Japanese game records.

use crate::games::chu::Kind;

/// What a kind is called.
pub(super) struct Names {
    pub kind: Kind,
    /// In moves.
    pub full: &'static str,
    /// On boards, as lishogi draws them: 成 before the kanji of what a promoted piece moves like.
    pub board: &'static str,
    /// What is read besides. For a promoted form 成 and the short name of the base kind is read too.
    also: &'static [&'static str],
}

const fn names(kind: Kind, full: &'static str, board: &'static str, also: &'static [&'static str]) -> Names {
    Names { kind, full, board, also }
}

use Kind::*;

#[rustfmt::skip]
pub(super) const NAMES: [Names; 39] = [
    names(Pawn, "歩兵", "歩", &["兵"]),
    names(GoBetween, "仲人", "仲", &[]),
    names(Copper, "銅将", "銅", &[]),
    names(Silver, "銀将", "銀", &[]),
    names(Gold, "金将", "金", &[]),
    names(Leopard, "猛豹", "豹", &[]),
    names(Tiger, "盲虎", "虎", &[]),
    names(Elephant, "醉象", "象", &["酔象", "醉", "酔"]),
    names(King, "玉将", "玉", &["王将", "王"]),
    names(Lance, "香車", "香", &[]),
    names(ReverseChariot, "反車", "反", &[]),
    names(VerticalMover, "竪行", "竪", &["堅行", "堅"]),
    names(SideMover, "横行", "横", &["橫行", "橫"]),
    names(Bishop, "角行", "角", &[]),
    names(Rook, "飛車", "飛", &[]),
    names(DragonHorse, "龍馬", "馬", &["竜馬"]),
    names(DragonKing, "龍王", "龍", &["竜王", "竜"]),
    names(Queen, "奔王", "奔", &[]),
    names(Kirin, "麒麟", "麒", &[]),
    names(Phoenix, "鳳凰", "鳳", &[]),
    names(Lion, "獅子", "獅", &["師子", "師"]),
    names(PromotedPawn, "金将", "成歩", &["と金", "と", "金", "成兵", "杏", "个"]),
    names(PromotedGoBetween, "醉象", "成象", &["酔象", "象"]),
    names(PromotedCopper, "横行", "成横", &["橫行", "横", "橫"]),
    names(PromotedSilver, "竪行", "成竪", &["堅行", "竪", "堅"]),
    names(PromotedGold, "飛車", "成飛", &["金飛車", "飛"]),
    names(PromotedLeopard, "角行", "成角", &["小角", "角"]),
    names(FlyingStag, "飛鹿", "鹿", &[]),
    names(Prince, "太子", "太", &["王子"]),
    names(WhiteHorse, "白駒", "駒", &[]),
    names(Whale, "鯨鯢", "鯨", &["鯢鯨"]),
    names(FlyingOx, "飛牛", "牛", &[]),
    names(FreeBoar, "奔猪", "猪", &["奔豬", "豬"]),
    names(PromotedBishop, "龍馬", "成馬", &["竜馬", "馬"]),
    names(PromotedRook, "龍王", "成龍", &["竜王", "成竜", "龍", "竜"]),
    names(HornedFalcon, "角鷹", "鷹", &[]),
    names(SoaringEagle, "飛鷲", "鷲", &[]),
    names(PromotedKirin, "獅子", "成獅", &["師子", "獅", "師"]),
    names(PromotedPhoenix, "奔王", "成奔", &["奔"]),
];

impl Names {
    /// The names of a kind.
    pub fn of(kind: Kind) -> &'static Names {
        // The rows stand in the order of the kinds (there is a test).
        &NAMES[kind as usize]
    }

    /// Whether a move may call the piece this.
    pub fn fit(&self, name: &str) -> bool {
        [self.full, self.board].contains(&name)
            || self.also.contains(&name)
            || self.base().is_some_and(|base| {
                let base = Names::of(base);
                name.strip_prefix('成').is_some_and(|name| name == base.board || base.also.contains(&name))
            })
    }

    /// The kind that promotes to this one.
    pub fn base(&self) -> Option<Kind> {
        Kind::all().find(|kind| kind.info().promotion == Some(self.kind))
    }
}

/// The Japanese names of a kind: the full one, that on boards, and others.
pub fn names_of(kind: Kind) -> impl Iterator<Item = &'static str> {
    let names = Names::of(kind);
    [names.full, names.board].into_iter().chain(names.also.iter().copied())
}
