//! `shishi rules`, and flags set one by one: by `--rules`, in the settings file, and through the protocol.

use crate::support::batch::{answers, run};
use crate::support::client::Client;
use crate::support::{PRESETS, START};

/// The table of chu-rules §7 and the flag of §7.2: flag, then the five presets in the order of [`PRESETS`].
const FLAGS: [(&str, [&str; 5]); 18] = [
    ("lion.foot", ["after", "strict", "strict", "after", "after"]),
    ("lion.recursive", ["false", "false", "false", "false", "false"]),
    ("cs.mode", ["always", "if_protected", "always", "always", "always"]),
    ("cs.same_square", ["exempt", "bound", "exempt", "exempt", "exempt"]),
    ("cs.binds_lions", ["false", "false", "false", "true", "false"]),
    ("cs.hit_and_run", ["bound", "bound", "bound", "bound", "bound"]),
    ("promo.mode", ["strict", "strict", "strict", "strict", "msm"]),
    ("promo.last_rank", ["P", "P", "PL", "P", "P"]),
    ("rep.rule", ["forbid", "jcsa", "lishogi", "forbid", "forbid4"]),
    ("rep.check_exempt", ["true", "-", "-", "false", "false"]),
    ("rep.key_cs", ["true", "true", "true", "false", "true"]),
    ("rep.neutral", ["-", "draw", "-", "-", "-"]),
    ("end.bare_king", ["none", "jcsa", "lishogi", "none", "none"]),
    ("end.bare_vs_bare", ["on", "on", "on", "on", "on"]),
    ("end.no_moves", ["loss", "loss", "loss", "loss", "loss"]),
    ("end.mate", ["off", "off", "off", "off", "off"]),
    ("end.ply_cap", ["none", "none", "1000", "none", "none"]),
    ("out.referee", ["none", "none", "none", "xboard", "none"]),
];

/// The cells of the rows of Markdown tables, one row a line.
fn rows(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    text.lines().filter(|line| line.starts_with('|') && !line.starts_with("| ---")).map(cells).collect()
}

/// The rows of the flags as the program prints them under these rules, the head first.
fn flags(rules: &str) -> Vec<Vec<String>> {
    let printed = run(&["rules", "--rules", rules], "");
    assert_eq!(printed.code, Some(0), "{rules}: {}", printed.stderr);
    assert!(printed.stdout.lines().next().is_some_and(|line| line.ends_with(&format!(": {rules}"))), "{rules}");
    rows(&printed.stdout).into_iter().take(1 + FLAGS.len()).collect()
}

#[test]
fn the_table_is_that_of_section_7() {
    for (column, preset) in PRESETS.iter().enumerate() {
        let printed = flags(preset);
        assert_eq!(printed[0][3..], [&PRESETS[..], &["in force"]].concat());
        for (row, (flag, values)) in printed[1..].iter().zip(FLAGS) {
            assert_eq!(row[0], format!("`{flag}`"));
            assert_eq!(row[3..8], values, "{flag}");
            assert_eq!(row[8], values[column], "{flag} under {preset}");
        }
    }
}

#[test]
fn overrides_are_marked() {
    let printed = flags("winboard:cs.binds_lions=false,end.ply_cap=300");
    for row in &printed[1..] {
        let marked = ["`cs.binds_lions`", "`end.ply_cap`"].contains(&row[0].as_str());
        assert_eq!(row[8].ends_with(" *"), marked, "{row:?}");
        assert!(row[8].trim_end_matches(" *") != row[6] || !marked, "{row:?}");
    }
}

/// The README has the table as the program prints it, but for the column of the rule set in force.
#[test]
fn the_readme_has_the_table() {
    let readme = include_str!("../../README.md");
    let start = readme.find("| flag ").expect("the table");
    let in_readme: Vec<Vec<String>> = rows(&readme[start..]).into_iter().take(1 + FLAGS.len()).collect();
    let printed: Vec<Vec<String>> = flags("historic").iter().map(|row| row[..8].to_vec()).collect();
    assert_eq!(in_readme, printed);
}

#[test]
fn accepted_moves_and_variations_are_told() {
    let text = |rules: &str| run(&["rules", "--rules", rules], "").stdout;
    for same in ["historic", "jcsa", "msm"] {
        assert!(text(same).contains("Moves from outside are judged by the same rules."), "{same}");
    }
    assert!(text("lishogi").contains("judged with cs.hit_and_run=free (lishogi:cs.hit_and_run=free)"));
    assert!(text("winboard").contains("judged with cs.binds_lions=false, rep.rule=off"), "{}", text("winboard"));
    for variation in ["historic:rep.rule=forbid4", "historic:cs.mode=if_protected,promo.last_rank=PI"] {
        assert!(text("historic").contains(&format!("`{variation}`")), "{variation}");
        assert_eq!(run(&["moves", "--rules", variation], START).code, Some(0), "{variation}");
    }
}

#[test]
fn every_game_has_its_table() {
    for variant in ["whale", "paulowich"] {
        let printed = run(&["rules", "--variant", variant, "--rules", "inventor"], "").stdout;
        let rows = rows(&printed);
        assert_eq!(rows[0][3..], ["standard", "inventor", "in force"]);
        assert_eq!(rows[1][0], "`dolphin.full_file`");
        assert_eq!(rows[1][3..], ["no_drops", "no_moves", "no_moves"]);
        assert_eq!(rows.len(), 1 + 5);
    }
    let wrong = run(&["rules", "--variant", "whale", "--rules", "historic"], "");
    assert!(wrong.code == Some(2) && wrong.stderr.contains("'historic'"), "{}", wrong.stderr);
}

/// Diagram V of chu-rules §4.6: a lion takes a pawn on the way to the lion that only this pawn protected.
const DIAGRAM_V: &str = "k11/12/12/12/6N5/5p6/5n6/12/12/12/12/11K b - 1 probe 6e7f7g";

#[test]
fn a_single_flag_changes_a_single_rule() {
    let legal = |rules: &str| answers(&["explain", "--rules", rules], &[DIAGRAM_V]).remove(0) == "legal";
    assert!(legal("historic") && !legal("historic:lion.foot=strict"));
    assert!(!legal("jcsa") && legal("jcsa:lion.foot=after"));
}

#[test]
fn flags_are_set_in_the_settings_file() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("flags.ini");
    let path = file.to_str().expect("a path that is text");
    let write = |text: &str| std::fs::write(&file, text).expect("a file for the test");
    write("[chu]\nrules = jcsa:lion.foot=after\ncecp_rules = historic:rep.rule=off\n");
    assert_eq!(answers(&["explain", "--config", path], &[DIAGRAM_V]), ["legal"]);
    // The flag of the command line goes before the file.
    assert!(answers(&["explain", "--config", path, "--rules", "jcsa"], &[DIAGRAM_V])[0].starts_with("illegal"));
    let mut client = Client::shishi(&["--config", path]);
    client.send("xboard\nprotover 2");
    let rules = client.wait_for("rules", |line| line.starts_with("feature option=\"Rules"));
    // What is no preset is one more choice, and the chosen one.
    assert!(rules.contains("-combo historic /// jcsa /// lishogi /// "), "{rules}");
    assert!(rules.ends_with(" /// *historic:rep.rule=off\""), "{rules}");
    client.quit();
    for (key, value) in [("rules", "jcsa:lion.foot=both"), ("cecp_rules", "winboard:cs.mode=never")] {
        write(&format!("[chu]\n{key} = {value}\n"));
        let wrong = run(&["moves", "--config", path], START);
        let (flag, value) = value.split_once(':').and_then(|(_, rest)| rest.split_once('=')).expect("a flag");
        assert_eq!(wrong.code, Some(2));
        for word in ["line 2", key, flag, value] {
            assert!(wrong.stderr.contains(word), "{word} is not in {}", wrong.stderr);
        }
    }
}
