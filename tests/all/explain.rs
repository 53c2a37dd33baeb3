//! Reasons: `explain` and the protocol name the rule, the pieces and the squares.

use crate::support::PRESETS;
use crate::support::batch::answers;
use crate::support::client::Client;

/// The reason for a move that is illegal under these rules.
fn reason(rules: &str, line: &str) -> String {
    let answer = answers(&["explain", "--rules", rules], &[line]).remove(0);
    answer.strip_prefix("illegal: ").unwrap_or_else(|| panic!("{rules}: {line}: {answer}")).to_owned()
}

/// The positions of chu-rules §4.6.
const DIAGRAM_2: &str = "k11/12/12/12/4B2l4/4S7/5N6/7n4/12/12/12/11K";
const DIAGRAM_3: &str = "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/12/11K";
const DIAGRAM_4: &str = "12/12/12/12/4n1H5/4sp6/6N5/6P5/2k5b3/12/12/K11";
const DIAGRAM_5: &str = "k11/12/12/12/6N5/5p6/5n6/12/12/12/12/11K";
const DIAGRAM_6: &str = "k11/12/12/12/5+o1r4/3gi7/5N6/6s5/7n4/12/12/11K";
const DIAGRAM_7: &str = "k11/12/12/12/3r8/12/12/4o3n3/3N8/12/5B6/11K";
const DIAGRAM_8: &str = "k11/12/12/12/2l9/12/2b4+o4/5n6/3N8/5R6/6K5/12";

/// Who protects in the diagrams of chu-rules §4.6, under every preset.
#[test]
fn the_protectors_of_the_reference_diagrams() {
    let hidden = "the bishop on 5i through the square the lion leaves";
    for (diagram, probe, words) in [
        (DIAGRAM_2, "b - 1 probe 7g5h", "the lion on 5h is protected by the lance on 5e (chu-rules §4.2)"),
        (DIAGRAM_2, "w - 1 probe 5h7g", "the lion on 7g is protected by the silver general on 8f (chu-rules §4.2)"),
        (DIAGRAM_3, "b - 1 probe 7g9e", &format!("the lion on 9e is protected by {hidden} (chu-rules §4.2)")),
        (DIAGRAM_3, "b - 1 probe 7g8f9e", &format!("the lion on 9e is protected by {hidden} (chu-rules §4.2)")),
        (DIAGRAM_3, "w - 1 probe 9e7g", "the lion on 7g is protected by the pawn on 7h (chu-rules §4.2)"),
        // The bishop sees through the squares of the lion and of the pawn, which is no bridge.
        (
            DIAGRAM_4,
            "b - 1 probe 6g7f8e",
            "the lion on 8e is protected by the bishop on 4i through the square the lion leaves and the square the pawn \
             is taken on (chu-rules §4.2), and no lion may take a protected lion from two squares away (§4.4), and the \
             pawn on 7f, taken on the way, is no bridge (§4.1)",
        ),
        (DIAGRAM_5, "b - 1 probe 6e7g", "the lion on 7g is protected by the pawn on 7f (chu-rules §4.2)"),
        (DIAGRAM_6, "b - 1 probe 7g5i", "by the silver general on 6h and the rook on 5e (chu-rules §4.2)"),
        (DIAGRAM_6, "b - 1 probe 7g7e", "the promoted kirin on 7e is protected by the rook on 5e (chu-rules §4.2)"),
        (DIAGRAM_6, "b - 1 probe 7g8f7e", "and the go-between on 8f, taken on the way, is no bridge (§4.1)"),
        (DIAGRAM_8, "b - 1 probe 9i7h", "the lion on 7h is protected by the promoted kirin on 5g (chu-rules §4.2)"),
    ] {
        for rules in PRESETS {
            let reason = reason(rules, &format!("{diagram} {probe}"));
            assert!(reason.contains(words), "{rules}: {diagram} {probe}: {reason}");
        }
    }
    for rules in ["jcsa", "lishogi", "historic:lion.foot=strict"] {
        let reason = reason(rules, &format!("{DIAGRAM_5} b - 1 probe 6e7f7g"));
        let words = "is protected by the pawn on 7f, though it is taken by the same move (chu-rules §4.2)";
        assert!(reason.contains(words), "{rules}: {reason}");
    }
}

/// The recursive reading names only protectors that may take back: in diagram VIII there is none, the lance beside
/// the lion is one.
#[test]
fn recursive_protection_names_who_may_take_back() {
    let recursive = "historic:lion.recursive=true";
    let probe = format!("{DIAGRAM_8} b - 1 probe 9i7h");
    assert_eq!(answers(&["explain", "--rules", recursive], &[&probe]), ["legal"]);
    let with_lance = probe.replace("2b4+o4/5n6", "2b2l1+o4/5n6");
    let reason = reason(recursive, &with_lance);
    assert!(reason.contains("is protected by the lance on 7g (chu-rules §4.2)"), "{reason}");
}

#[test]
fn many_protectors_are_counted() {
    // Around the lion on 8f: five golds that move forward, sideways or diagonally forward onto it, and a rook behind.
    let reason = reason("historic", "k11/12/12/12/3ggg6/3gng6/12/4N7/12/12/12/4r6K b - 1 probe 8h8f");
    assert!(reason.contains(" and 3 more (chu-rules §4.2)"), "{reason}");
}

#[test]
fn counter_strike_tells_who_took_what_where() {
    let taken = format!("{DIAGRAM_7} w - 1 moves 9e9i probe 7k4h");
    let text = "the rook on 9i took a lion there with the last move, so only a lion may take the lion on 4h now \
                (chu-rules §4.4)";
    for rules in ["historic", "lishogi", "msm"] {
        assert_eq!(reason(rules, &taken), text);
    }
    assert_eq!(reason("winboard", &taken), text.replace("only a lion may", "no piece may"));
    // Okazaki's exception: the lion must be protected, here by a gold beside it.
    let protected = taken.replace("4o3n3/", "4o3ng2/");
    assert_eq!(
        reason("jcsa", &protected),
        "the rook on 9i took a lion there with the last move; the lion on 4h is protected by the gold general on 3h \
         (chu-rules §4.2), so the bishop on 7k may not take the lion on 4h now (chu-rules §4.4)"
    );
    // The kirin that took a lion has become one; the association does not exempt its square.
    let promoted = reason("jcsa", &format!("{DIAGRAM_7} w - 1 moves 8h9i+ probe 7k9i"));
    assert!(promoted.starts_with("a kirin took a lion on 9i with the last move and promoted; "), "{promoted}");
    assert!(promoted.contains("is protected by the rook on 9e (chu-rules §4.2)"), "{promoted}");
    // An eagle took a lion in passing and left its square.
    let passing = "k11/12/12/4n7/5+D6/12/12/12/12/12/4N7/4r6K b - 1 moves 7e8d9c probe 8l8k";
    assert_eq!(
        reason("historic", passing),
        "a piece other than a lion took a lion on 8d with the last move, so only a lion may take the lion on 8k now \
         (chu-rules §4.4)"
    );
}

/// What is said of the others who may take the lion is true: each of them is asked.
#[test]
fn who_else_may_take_the_lion_is_not_denied() {
    // The falcon on 7d has a rook of the lion's side behind it; the bishop on 10h does not open its way.
    let hidden = "k4R6/12/9B2/5+h6/5N6/12/12/2b9/12/12/12/11K w 3c 1 probe";
    assert_eq!(
        reason("jcsa", &format!("{hidden} 7d7e")),
        "the bishop on 3c took a lion there with the last move; the lion on 7e is protected by the rook on 7a through the \
         square the horned falcon leaves (chu-rules §4.2), so the horned falcon on 7d may not take the lion on 7e now \
         (chu-rules §4.4)"
    );
    assert_eq!(answers(&["explain", "--rules", "jcsa"], &[&format!("{hidden} 10h7e")]), ["legal"]);
    // In passing the falcon may take it where that is free; a lion may where lions are not bound.
    for (rules, who, lion) in [
        ("lishogi:cs.hit_and_run=free", "only a lion, or a falcon or eagle in passing, may", "legal"),
        ("winboard:cs.hit_and_run=free", "only a falcon or eagle in passing may", "illegal"),
    ] {
        assert_eq!(
            reason(rules, &format!("{hidden} 10h7e")),
            format!(
                "the bishop on 3c took a lion there with the last move, so {who} take the lion on 7e now (chu-rules §4.4)"
            )
        );
        assert_eq!(answers(&["explain", "--rules", rules], &[&format!("{hidden} 7d7e7f")]), ["legal"]);
        let by_lion =
            answers(&["explain", "--rules", rules], &[&format!("{hidden} 7f7e").replace("5N6/12", "5N6/5n6")]);
        assert!(by_lion[0].starts_with(lion), "{rules}: {by_lion:?}");
    }
    // Lions are bound whether or not the lion is protected, other pieces only if it is.
    let okazaki = "winboard:cs.mode=if_protected";
    let lions = "k11/12/9B2/5n6/5N6/12/12/2b9/12/12/12/11K w 3c 1 probe";
    assert!(
        reason(okazaki, &format!("{lions} 7d7e")).ends_with("so no lion may take the lion on 7e now (chu-rules §4.4)")
    );
    assert_eq!(answers(&["explain", "--rules", okazaki], &[&format!("{lions} 10h7e")]), ["legal"]);
}

#[test]
fn promotion_is_refused_for_its_reason() {
    let gold = "k11/12/3G8/12/12/12/5N6/12/12/12/12/11K b - 1";
    for (rules, line, words) in [
        ("historic", "startpos probe 7i7h+", "neither 7i nor 7h is in the promotion zone (chu-rules §3.1)"),
        ("historic", &format!("{gold} probe 9c9b+"), "inside the zone only a capture gives it (chu-rules §3.2)"),
        ("historic", &format!("{gold} probe 1l1k+"), "the king on 1l never promotes (chu-rules §1.5)"),
        (
            "historic",
            "k11/12/3+P8/12/12/12/12/12/12/12/12/11K b - 1 probe 9c9b+",
            "the promoted pawn on 9c never promotes (chu-rules §1.6)",
        ),
        ("historic", &format!("{gold} probe 7g7f6e+"), "no move of two steps does (chu-rules §3.3)"),
        // Entered and declined, one quiet move each, and the piece is suspended (msm) or has just entered (delay).
        (
            "msm",
            "k11/12/12/12/3G8/12/12/12/12/12/12/11K b - 1 moves 9e9d 12a12b probe 9d9c+",
            "it declined to, and must first take something or move without promoting (chu-rules §3.2, §3.4)",
        ),
        (
            "historic:promo.mode=delay",
            "k11/12/12/12/3G8/12/12/12/12/12/12/11K b - 1 moves 9e9d 12a12b probe 9d9c+",
            "it entered the zone with its side's last move and declined to (chu-rules §3.2)",
        ),
    ] {
        let reason = reason(rules, line);
        assert!(reason.ends_with(words), "{rules}: {line}: {reason}");
    }
}

/// The move that repeats is refused with the number of the move after which the position was there.
#[test]
fn repetition_names_the_earlier_moves() {
    let shuffle = "4h4g 9e9f 4g4h 9f9e";
    assert_eq!(
        reason("historic", "startpos moves 4h4g 9e9f 4g4h probe 9f9e"),
        "repeats the position at the start, which may not occur again (chu-rules §5.2)"
    );
    let later = reason("historic", "startpos moves 7i7h 7d7e 4h4g 9e9f 4g4h probe 9f9e");
    assert!(later.contains("repeats the position after move 2, which may not occur again"), "{later}");
    let third = format!("startpos moves 7i7h 7d7e {shuffle} {shuffle} 4h4g 9e9f 4g4h probe 9f9e");
    let fourth = reason("msm", &third);
    assert!(
        fourth
            .contains("repeats the position after move 2, after move 6, after move 10, which may not occur once more"),
        "{fourth}"
    );
}

#[test]
fn moves_of_pieces_are_refused_for_their_reason() {
    let eagle = "k11/12/12/12/12/12/5+D6/12/12/12/12/11K b - 1";
    let lion = "k11/12/12/12/12/12/5N6/12/12/12/12/11K b - 1";
    let cases = [
        ("startpos probe 3j3f", "the way of the rook on 3j to 3f is blocked by the pawn on 3i (chu-rules §2.2)"),
        ("startpos probe 7i7g", "the pawn on 7i cannot move to 7g: it does not go that far (chu-rules §2.2)"),
        ("startpos probe 7i6h", "the pawn on 7i cannot move to 6h (chu-rules §2.2)"),
        ("startpos probe 7l7k", "the kirin on 7k is the mover's own (chu-rules §2.1)"),
        ("startpos probe 7j7i8h", "the pawn on 7i is the mover's own, and no step may end on it (chu-rules §2.7)"),
        ("startpos probe 6d6e", "the pawn on 6d belongs to the opponent"),
        ("startpos probe 7f7e", "there is no piece on 7f"),
        ("startpos probe 7l6k5j", "the king on 7l makes one step only"),
        ("startpos probe f1f1", "the king on f1 cannot pass: only lions, falcons and eagles can"),
        ("startpos probe f3f3", "the lion on f3 has no empty square to step to and come back from"),
        ("startpos probe @@@@", "no piece of the side to move can pass"),
        ("startpos probe 7j7j", "'7j7j' is no move: a pass names the empty square it steps to"),
        ("startpos probe 13a13b", "'13a13b' is no move text: squares are 1a to 12l (USI) or a1 to l12 (CECP)"),
        ("startpos probe f3f4,g5g6", "the second leg does not start where the first ends"),
        (
            &format!("{eagle} probe 7g8f7e"),
            "goes on in the direction of its first step or comes back, and from 8f not to 7e",
        ),
        (&format!("{eagle} probe 7g7f7e"), "the soaring eagle on 7g cannot begin a move of two steps over 7f"),
        (
            &format!("{lion} probe 7g9f9e"),
            "the lion on 7g goes over a square next to it, and 9f is none (chu-rules §2.4)",
        ),
        (&format!("{lion} probe 7g8f9d"), "the lion on 7g gets to 8f, but 9d is not next to that (chu-rules §2.4)"),
        (
            "P10k/12/12/12/12/12/12/12/12/12/12/11K b - 1 probe 12a12b",
            "the pawn on 12a stands on the last rank and cannot move any more (chu-rules §3.1)",
        ),
    ];
    for (line, words) in cases {
        let reason = reason("historic", line);
        assert!(reason.contains(words), "{line}: {reason}");
    }
}

/// The protocol gives the same reasons, with squares as it writes them.
/// Book notation names no start square: where several pieces of the kind stand, the reason is that of the one that gets
/// there and may not, or what closes the square to all.
#[test]
fn moves_that_name_a_kind_are_refused_for_the_reason_that_tells_most() {
    for (line, words) in [
        ("startpos probe G-5k", "the blind tiger on 5k is the mover's own (chu-rules §2.1)"),
        (
            "k11/12/3SS7/12/12/12/12/12/12/12/12/11K b - 1 probe S-8b+",
            "has no right to promote: inside the zone only a capture gives it (chu-rules §3.2)",
        ),
        // The lion on 2k is too far away; the one on 7g would be taken back by the bishop behind it.
        (
            "k11/12/12/12/3n8/12/5N6/5P6/7b4/12/10N1/11K b - 1 probe Lnx9e",
            "the lion on 9e is protected by the bishop on 5i through the square the lion leaves (chu-rules §4.2), and no \
             lion may take a protected lion from two squares away (§4.4)",
        ),
        ("startpos probe B-1a", "no bishop of the side to move can make the move 'B-1a'"),
    ] {
        let reason = reason("historic", line);
        assert!(reason.ends_with(words), "{line}: {reason}");
    }
}

#[test]
fn the_protocol_gives_the_same_reasons() {
    let mut client = Client::in_force_mode(&[]);
    client.send(&format!("setboard {DIAGRAM_3} w 0 1\nusermove f6d8"));
    let lines = client.sync();
    assert_eq!(
        lines,
        ["Illegal move (the lion on d8 is protected by the bishop on h4 through the square the lion leaves \
             (chu-rules §4.2), and no lion may take a protected lion from two squares away (§4.4)): f6d8"]
    );
    client.send("usermove f6f9\nusermove f6e7");
    let lines = client.sync();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].starts_with("Illegal move (the lion on f6 cannot move to f9: it does not go that far"),
        "{lines:?}"
    );
    client.quit();
}
