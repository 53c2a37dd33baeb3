//! Input that no well-behaved interface sends, and the input that crashed other engines (cecp §4). The engine
//! answers with an error or with silence, and goes on.

use crate::support::START;
use crate::support::batch;
use crate::support::client::Client;

/// Sends lines, and checks that the engine still answers and can start a game afterwards.
fn survives(lines: &str) {
    survives_bytes(lines.as_bytes());
}

fn survives_bytes(bytes: &[u8]) {
    let mut client = Client::shishi(&[]);
    client.send_bytes(bytes);
    client.send("");
    client.sync();
    plays_a_move(&mut client);
}

/// A new game is possible: the engine takes a move and answers it with a legal one.
fn plays_a_move(client: &mut Client) {
    client.send("new\nvariant chu\npost\nlevel 0 60 0\nsd 1\nforce");
    client.sync();
    client.send("usermove a4a5");
    assert!(client.sync().is_empty(), "{:?}", client.said().last());
    client.send("go");
    let text = client.wait_for_move();
    let line = format!("{START} moves 12i12h probe {text}");
    assert_eq!(batch::answers(&["explain", "--rules", "winboard"], &[&line]), ["legal"], "{text}");
    client.quit();
}

const HELLO: &str = "xboard\nprotover 2\n";
const SETUP: &str = "xboard\nprotover 2\nnew\nvariant chu\nforce\n";

#[test]
fn go_before_new() {
    survives(&format!("{HELLO}go\n?\nforce"));
    survives(&format!("{HELLO}memory 64\ngo\n?\nforce"));
}

#[test]
fn moves_before_new() {
    survives(&format!("{HELLO}usermove f4f5\nusermove f4f5,f5f6\nusermove @@@@\nundo\nremove\nforce"));
}

#[test]
fn search_without_memory_and_with_none() {
    survives(&format!("{HELLO}new\nvariant chu\nsd 2\ngo"));
    survives(&format!("{HELLO}memory 0\nnew\nvariant chu\nsd 2\ngo"));
}

#[test]
fn absurd_numbers_in_the_set_up() {
    for line in [
        "memory -1",
        "memory 99999999999999999999",
        "memory 18446744073709551615",
        "memory x",
        "memory",
        "cores 0",
        "cores -1",
        "cores 99999999999999999999",
        "cores x",
        "cores",
        "protover 99999999999999999999",
        "protover",
        "ping",
        "ping -1",
        "ping 99999999999999999999999",
        "ping x",
    ] {
        survives(&format!("{HELLO}{line}\nnew\nvariant chu"));
    }
}

#[test]
fn absurd_limits() {
    for line in [
        "st 0",
        "st -5",
        "st 99999999999999999999",
        "st 1e308",
        "st nan",
        "st inf",
        "st",
        "st x",
        "st 0:00",
        "st 1:2:3",
        "sd 0",
        "sd -3",
        "sd 99999999999999999999",
        "sd",
        "sd x",
        "nps 0",
        "nps -1",
        "nps 99999999999999999999",
        "nps",
        "level",
        "level 0",
        "level 0 5",
        "level x y z",
        "level -1 -1 -1",
        "level 0 0 0",
        "level 0 5:99 1e400",
        "level 99999999999999999999 99999999999999999999 99999999999999999999",
        "level 40 0:00 nan",
        "time",
        "time x",
        "time -5",
        "time 99999999999999999999",
        "time -99999999999999999999",
        "otim -1",
        "otim",
    ] {
        let mut client = Client::shishi(&[]);
        client.send(&format!("{SETUP}{line}\ngo\n?"));
        // Whatever the limits are, a move comes, or the command was refused and the search is stopped by `?`.
        client.wait_for_move();
        plays_a_move(&mut client);
    }
}

/// HaChu gives up when told to search no ply at all.
#[test]
fn no_depth_is_no_resignation() {
    for depth in ["sd 0", "sd -3"] {
        let mut client = Client::shishi(&[]);
        client.send(&format!("{SETUP}{depth}\nlevel 0 60 0\ngo\n?"));
        client.wait_for_move();
        let claims = ["1-0", "0-1", "1/2", "resign"];
        assert!(!client.said().iter().any(|line| claims.iter().any(|claim| line.starts_with(claim))));
        client.quit();
    }
}

#[test]
fn bad_positions() {
    let thousand = "N".repeat(1000);
    let ranks = "12/".repeat(1000);
    for text in [
        "",
        "zz/zz",
        "k11/12/12/12/12/12/12/12/12/12/12/11K",
        "k11/12/12/12/12/12/12/12/12/12/12/11K x",
        "12/12/12/12/12/12/12/12/12/12/12/12 w - 0 1",
        "+k11/12/12/12/12/12/12/12/12/12/12/11K w 0 1",
        "k11/12/12/12/12/12/12/12/12/12/12/11K w - 99999999999999999999 -1",
        "99999999999999999999 w 0 1",
        "k11/12/12/12/12/12/12/12/12/12/12/11K/12 w 0 1",
        "+ w 0 1",
        "k11/+/12/12/12/12/12/12/12/12/12/11K w 0 1",
        "NNNNNNNNNNNN/NNNNNNNNNNNN/NNNNNNNNNNNN/NNNNNNNNNNNN/NNNNNNNNNNNN/NNNNNNNNNNNN/nnnnnnnnnnnn/nnnnnnnnnnnn/\
         nnnnnnnnnnnn/nnnnnnnnnnnn/nnnnnnnnnnnn/nnnnnnnnnnnn w - 0 1",
        &thousand,
        &ranks,
        "王11/12/12/12/12/12/12/12/12/12/12/11K w 0 1",
    ] {
        survives(&format!("{SETUP}setboard {text}\nsd 1\ngo\n?\nforce"));
    }
}

/// A full board has more moves than any fixed list would hold.
#[test]
fn searches_the_fullest_board() {
    let lions = "N1N1N1N1N1N1/1n1n1n1n1n1n/".repeat(6);
    let mut client = Client::shishi(&[]);
    client.send(&format!("{SETUP}setboard {} w - 0 1\nnps 1000\nst 1\ngo", lions.trim_end_matches('/')));
    // Nobody has a royal here, so that the rules may call the game over at once.
    let lines = client.sync();
    assert!(!lines.iter().any(|line| line.starts_with("tellusererror")), "{lines:?}");
    client.send("?");
    client.sync();
    plays_a_move(&mut client);
}

#[test]
fn long_words_and_long_lines() {
    survives(&format!("{SETUP}{}", "x".repeat(200)));
    survives(&format!("{SETUP}{}", "x".repeat(100_000)));
    survives(&format!("{SETUP}usermove {}", "f4f5,".repeat(20_000)));
    survives(&format!("{SETUP}setboard {}", "1".repeat(100_000)));
    survives(&format!("{SETUP}{}", "word ".repeat(20_000)));
    survives(&format!("{SETUP}option {}=1", "x".repeat(100_000)));
    survives(&format!("{SETUP}variant {}", "x".repeat(100_000)));
}

#[test]
fn bytes_that_are_no_text() {
    let mut bytes = SETUP.as_bytes().to_vec();
    bytes.extend(b"\0\0\0\n\0new\0\nusermove f4\0f5\n\xff\xfe\xfd\nusermove \xf0\x9f\xa6\x81\n\x1b[2J\n\x80\n");
    bytes.extend([0; 100_000]);
    bytes.extend(b"\n");
    survives_bytes(&bytes);
    survives_bytes(&[0xff; 100_000]);
    let every: Vec<u8> = (0..=255).collect();
    survives_bytes(&every);
}

#[test]
fn line_ends_of_all_kinds() {
    survives("\n\n\n\r\n\r\n   \n\t\n");
    survives("xboard\r\nprotover 2\r\nnew\r\nvariant chu\r\nforce\r\nusermove f4f5\r\n");
    survives("xboard\r\r\nprotover 2 \t \r\n  new  \r\n  variant   chu\r\n");
}

#[test]
fn garbage_moves() {
    let mut script = SETUP.to_owned();
    for text in [
        "",
        "f",
        "f4",
        "f4f",
        "f4f5f6",
        "f4f5,",
        ",f4f5",
        "f4f5,,f5f6",
        "f99999999999999999999f5",
        "f4f-5",
        "@",
        "@@@@@",
        "@@@@,@@@@",
        "P@f5",
        "0000",
        "e2e4q",
        "f4f5++",
        "f4f5+=",
        "F4F5",
        "王王",
        "z1z2",
        "a0a1",
        "a13a14",
        "f4 f5",
        "--",
        "null",
        "resign",
        "7i7h7g7f",
        "+",
        "=",
        "f4f4",
    ] {
        script += &format!("usermove {text}\n");
    }
    script += "usermove\nf4f5g6\n";
    let mut client = Client::shishi(&[]);
    client.send(&script);
    client.sync();
    // None of them was played: the first player is still to move from the start.
    client.send("usermove f4f5\nusermove g9g8");
    let lines = client.sync();
    assert!(!lines.iter().any(|line| line.starts_with("Illegal")), "{lines:?}");
    client.quit();
}

#[test]
fn other_variants_and_wrong_ones() {
    for name in ["9x9+0_shogi", "sho", "tenjiku", "normal", "", "chu chu", "CHU", "chux", "\u{0}"] {
        survives(&format!("{HELLO}new\nvariant {name}\nsd 1\ngo\n?\nforce"));
    }
}

#[test]
fn wrong_options() {
    for text in [
        "",
        "=",
        "Rules",
        "Rules=",
        "Rules=nonsense",
        "Rules=winboard:no.flag=1",
        "Nonsense=1",
        "Hash=-1",
        "Hash=x",
        "Memory=-1",
        "=1",
    ] {
        survives(&format!("{SETUP}option {text}"));
    }
}

/// Commands at the wrong moment.
#[test]
fn commands_out_of_place() {
    survives(&format!(
        "{SETUP}undo\nremove\nundo\nremove\n?\nexit\n.\nhint\nbk\ndraw\nresult\nresult 1-0\nplayother\n?"
    ));
    survives("usermove f4f5\ngo\n?\nsetboard\nlevel\nforce");
    survives(&format!(
        "{SETUP}post\nst 3600\ngo\nundo\nremove\nusermove a9a8\nsetboard zz\nlevel 0 1 0\nmemory 8\nforce"
    ));
    survives(&format!("{SETUP}st 3600\ngo\ngo\ngo\nplayother\nforce\nforce\n?"));
    survives(&format!("{HELLO}protover 2\nxboard\nprotover 1\nnew\nnew\nvariant chu\nvariant chu"));
}

/// Longer than the 2,000 plies that fit into HaChu.
#[test]
fn a_game_of_5000_plies() {
    let shuffle = "usermove i5i6\nusermove d8d7\nusermove i6i5\nusermove d7d8\n";
    let mut client = Client::shishi(&[]);
    client.send(SETUP);
    client.send(&shuffle.repeat(1250));
    let lines = client.sync();
    // Repetitions are not held against the opponent under the rules of the protocol (chu-rules §7.3).
    assert!(!lines.iter().any(|line| line.starts_with("Illegal")), "{:?}", lines.last());
    client.send("sd 1\nlevel 0 60 0\ngo");
    client.wait_for_move();
    client.send("force");
    client.send(&"undo\n".repeat(5100));
    client.sync();
    plays_a_move(&mut client);
}

/// The input may end anywhere: between lines, within a line, while thinking.
#[test]
fn end_of_input_anywhere() {
    let script = format!(
        "xboard\nprotover 2\naccepted ping\nmemory 16\nnew\nrandom\nvariant chu\nlevel 40 5 0\npost\nhard\neasy\nping 1\n\
         force\nusermove f4f5\nsetboard {} 0 1\nst 3600\ntime 360000\notim 360000\ngo\n?\nusermove f4f5,f5f6\n",
        START.replace(" b - 1", " w")
    );
    let ends: Vec<usize> = (0..script.len()).filter(|end| end % 7 == 0).chain([script.len()]).collect();
    for end in ends {
        let mut client = Client::shishi(&[]);
        client.send_bytes(&script.as_bytes()[..end]);
        client.close_input();
        let status = client.wait_exit();
        assert!(status.success(), "{status} after {:?}", &script[..end]);
    }
}
