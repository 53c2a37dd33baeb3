//! Random protocol lines: words of the protocol in any order with right and wrong arguments, and plain noise. The
//! engine must neither crash nor hang, and must still answer afterwards.

use crate::support::client::Client;
use proptest::prelude::*;
use proptest::sample::select;

/// Commands that need no argument, and those that stop a search, so that cases do not pile up thinking time.
const WORDS: &[&str] = &[
    "new",
    "force",
    "go",
    "?",
    "undo",
    "remove",
    "playother",
    "post",
    "nopost",
    "hard",
    "easy",
    "random",
    "computer",
    "xboard",
    "draw",
    "hint",
    "bk",
    ".",
    "exit",
    "analyze",
    "variant chu",
    "result * {}",
    "usermove @@@@",
];

/// Commands that take an argument.
const WITH_ARGUMENT: &[&str] = &[
    "usermove", "setboard", "level", "st", "sd", "nps", "time", "otim", "ping", "memory", "cores", "option", "variant",
    "protover", "name", "rating", "result", "accepted", "rejected", "lift", "put", "hover", "exclude", "setscore",
];

/// Arguments that are right for some command.
const ARGUMENTS: &[&str] = &[
    "0",
    "1",
    "2",
    "64",
    "-1",
    "99999999999999999999",
    "40 5 0",
    "0 1 0",
    "0 0:01 0.5",
    "f4f5",
    "i5i6",
    "a9a8",
    "a4a5",
    "f3f4,f4f5",
    "f3e4",
    "@@@@",
    "k11/12/12/12/12/5p6/5N6/12/12/12/12/11K w 0 1",
    "k11/12/12/12/12/12/12/12/12/12/12/11K b",
    "12/12/12/12/12/12/12/12/12/12/12/12 w",
    "chu",
    "Rules=historic",
    "Rules=jcsa",
    "Hash=1",
];

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(WORDS).prop_map(str::to_owned),
        6 => (select(WITH_ARGUMENT), select(ARGUMENTS)).prop_map(|(word, argument)| format!("{word} {argument}")),
        1 => (select(WITH_ARGUMENT), "[ -~]{0,20}").prop_map(|(word, argument)| format!("{word} {argument}")),
        1 => "usermove [a-m]1?[0-9][a-m]1?[0-9](,[a-m]1?[0-9][a-m]1?[0-9])?[+=q]?",
        1 => "\\PC{0,40}",
    ]
}

/// `quit` is left out by construction; so are limits that make one search last longer than a blink: `st` and `level`
/// are followed by a low depth. Memory stays small, since the machine has other tests to run.
fn script(lines: &[String]) -> String {
    let mut script = String::from("xboard\nprotover 2\nmemory 1\n");
    for line in lines {
        let word = line.trim().split(' ').next().unwrap_or("");
        if ["quit", "memory", "cores"].contains(&word) {
            continue;
        }
        script += line;
        script += "\n";
        if ["new", "st", "level", "sd", "nps"].contains(&word) {
            script += "sd 2\n";
        }
    }
    script
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn survives_random_lines(lines in prop::collection::vec(line(), 1..60)) {
        let mut client = Client::shishi(&[]);
        client.send(&script(&lines));
        client.send("exit\nforce\nresult *");
        client.sync();
        client.send("new\nvariant chu\nforce\nusermove f4f5");
        prop_assert!(client.sync().is_empty(), "{:?}", client.said().last());
        client.quit();
    }
}
