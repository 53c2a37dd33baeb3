use super::*;
use crate::games::NAMES;
use crate::ini::{Section, SettingsError, sections};
use crate::position::RuleError;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

pub(crate) const SHIPPED: &str = include_str!("../../engine.ini");

fn parse(text: &str) -> Result<Settings, SettingsError> {
    Settings::parse(text, NAMES)
}

/// The options under these settings.
fn options(text: &str) -> Options {
    Options::new(Interface::CommandLine, None, parse(text).unwrap())
}

/// The text with every key taken out of its comment: such a key has no space before it.
fn uncommented(text: &str) -> String {
    let keys = |line: &str| match line.strip_prefix(';') {
        Some(key) if !key.starts_with(' ') => format!("{key}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(keys).collect()
}

#[test]
fn an_empty_file_sets_nothing() {
    for text in ["", "\n\n", "; a comment\n", "[engine]\n[chu]\n;hash = 3\n"] {
        let options = options(text);
        assert_eq!((options.hash, options.move_overhead), (64, Duration::from_millis(30)), "{text:?}");
        assert_eq!(options.settings.variant("chu").rules, None);
    }
}

#[test]
fn the_shipped_file_is_all_defaults_and_every_key_in_it_exists() {
    assert_eq!(parse(SHIPPED).unwrap(), parse("").unwrap());
    let uncommented = uncommented(SHIPPED);
    assert!(uncommented.contains("\nhash = 64\n"));
    let (options, defaults) = (options(&uncommented), Options::default());
    for option in OPTIONS {
        assert_eq!(option.value(&options), option.value(&defaults), "{}", option.help);
    }
}

/// The file changes when an option does: `shishi settings > engine.ini` brings it up to date.
#[test]
fn the_shipped_file_is_what_the_table_prints() {
    assert_eq!(SHIPPED, default_file());
}

#[test]
fn the_shipped_file_explains_every_key() {
    let mut keys: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut section, mut explained) = ("", false);
    for line in SHIPPED.lines() {
        if line.is_empty() {
            explained = false;
        } else if line.starts_with('[') {
            section = &line[1..line.len() - 1];
        } else if line.starts_with("; ") {
            explained = true;
        } else {
            let key = line.strip_prefix(';').and_then(|line| line.split_once(" = ")).expect(line).0;
            assert!(explained, "nothing is said about {key} in [{section}]");
            keys.entry(section).or_default().push(key);
        }
    }
    let engine: Vec<&str> = OPTIONS.iter().filter_map(|option| option.key).collect();
    let variant: Vec<&str> = VARIANT_OPTIONS.iter().filter_map(|option| option.key).collect();
    assert_eq!(keys.remove("engine"), Some(engine));
    for name in NAMES {
        assert_eq!(keys.remove(name).as_ref(), Some(&variant), "[{name}]");
    }
    assert!(keys.is_empty(), "{keys:?}");
}

#[test]
fn values_are_read() {
    let text = "[engine]\r\nhash=256\r\nmove_overhead = 5\nthreads = 3\n[chu]\nrules = jcsa\n[chu.eval]\npawn = 90\n";
    let options = options(text);
    assert_eq!((options.hash, options.threads, options.move_overhead), (256, 3, Duration::from_millis(5)));
    let chu = options.settings.variant("chu");
    assert_eq!(chu.rules.as_deref(), Some("jcsa"));
    assert_eq!(chu.cecp_rules, None);
    assert_eq!(chu.eval.int("pawn", 0..=1000), Ok(Some(90)));
    assert_eq!(chu.eval.int("rook", 0..=1000), Ok(None));
    assert_eq!(options.settings.variant("unheard-of").rules, None);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(options("\u{feff}[engine]\r\nhash = 5\r\n").hash, 5);
}

#[test]
fn errors_name_the_line() {
    let message = |text: &str| parse(text).unwrap_err().to_string();
    assert_eq!(message("[engine]\n\nhsah = 3\n"), "line 3: unknown key 'hsah' in [engine]");
    assert_eq!(
        message("; hash = 1\n[engine]\nhash = lots\n"),
        "line 3: 'hash' cannot be 'lots': it must be a whole number from 1 to 8192"
    );
    assert!(message("[engine]\nthreads = 257\n").ends_with("it must be a whole number from 1 to 256"));
    assert!(message("[engine]\nhash = 0\n").starts_with("line 2: 'hash' cannot be '0'"));
    assert!(message("[engine]\nhash = 99999999999999999999\n").starts_with("line 2: "));
    assert_eq!(message("[engine]\n[whist]\na = 1\n"), "line 2: unknown section [whist]");
    assert_eq!(message("[engine]\nhash = 1\nhash = 2\n"), "line 3: 'hash' is already set in [engine]");
    let junk = "line 3: neither a [section] nor KEY = VALUE";
    assert_eq!(message("[engine]\nhash = 1\njust words\n"), junk);
    assert_eq!(message("[engine]\nhash = 1\njust words\nmove_overhead = 1\n"), junk);
    assert_eq!(message("[chu]\n\n[engine\n"), junk);
    // What is left after a section's name is no key, and a backslash joins no lines.
    for line in ["[engine] hash = 1", "[engine]]", "[[engine]]", "[]hash = 1", "[engine];hash=1", "hash = 1\\"] {
        assert_eq!(message(&format!("[engine]\n\n{line}\nmove_overhead = 7\n")), junk, "{line}");
    }
    assert_eq!(message("\nhash = 1\n"), "line 2: 'hash' is in no section");
    assert_eq!(
        message("[whale]\nusi_rules = historic\n"),
        format!(
            "line 2: 'usi_rules' cannot be 'historic': {}",
            "historic".parse::<crate::games::Rules<crate::games::Whale>>().unwrap_err()
        )
    );
}

#[test]
fn parameters_are_checked_by_who_knows_them() {
    let chu = parse("[chu.eval]\npawn = 90\nlion = yes\n").unwrap().variant("chu");
    assert_eq!(chu.eval.check_keys(|key| ["pawn", "lion"].contains(&key)), Ok(()));
    let unknown = chu.eval.check_keys(|key| key == "pawn").unwrap_err();
    assert_eq!(unknown.to_string(), "line 3: unknown key 'lion' in [chu.eval]");
    let bad = chu.eval.int("lion", 0..=9).unwrap_err();
    assert_eq!(bad.to_string(), "line 3: 'lion' cannot be 'yes': it must be a whole number from 0 to 9");
    assert!(chu.eval.flag("lion").is_err());
}

/// A rule set that goes on and on is not told whole.
#[test]
fn errors_are_short() {
    for value in ["x".repeat(100_000), format!("historic:{}=1", "x".repeat(100_000)), "1".repeat(10_000_000)] {
        let error = parse(&format!("[chu]\nrules = {value}\n")).unwrap_err().to_string();
        assert!(error.starts_with("line 2: 'rules' cannot be '") && error.len() < 600, "{error}");
    }
}

#[test]
fn only_a_file_that_was_named_must_be_there() {
    let named = Path::new("no/such/engine.ini");
    assert_eq!(Settings::path(Some(named)).as_deref(), Some(named));
    assert_eq!(Settings::path(None), None, "the test program has no engine.ini beside it");
}

/// The values of a table with one option of every type, for the tests of all fronts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    pub number: i64,
    pub switch: bool,
    pub choice: usize,
    pub text: String,
    pub file: String,
    pub presses: u32,
}

const CHOICES: &[&str] = &["classic", "net"];

pub(crate) static TABLE: &[OptionSpec<Values>] = &[
    OptionSpec::<Values>::new(
        "A number",
        Kind::Spin { range: -5..=9, get: |values| values.number, set: |values, number| values.number = number },
    )
    .command("number", -7, " units")
    .cecp("Number")
    .usi("USI_Number", 1)
    .key("number")
    .flag("number", "N", FlagScope::Bench),
    OptionSpec::<Values>::new(
        "A switch",
        Kind::Check { get: |values| values.switch, set: |values, switch| values.switch = switch },
    )
    .cecp("Own Book")
    .usi("Own_Book", 0)
    .key("own_book")
    .flag("own-book", "BOOL", FlagScope::Global),
    OptionSpec::<Values>::new(
        "A choice",
        Kind::Combo {
            choices: CHOICES,
            get: |values| CHOICES[values.choice],
            set: |values, text| match CHOICES.iter().position(|choice| *choice == text) {
                Some(choice) => {
                    values.choice = choice;
                    true
                }
                None => false,
            },
        },
    )
    .cecp("Evaluation")
    .usi("Evaluation", 0)
    .key("eval")
    .flag("eval", "KIND", FlagScope::Global),
    OptionSpec::<Values>::new(
        "A text",
        Kind::Text {
            get: |values| &values.text,
            set: |values, text| {
                if text == "refused" {
                    return Err(RuleError::UnknownFlag { name: text.to_owned() }.into());
                }
                values.text = text.to_owned();
                Ok(())
            },
        },
    )
    .details("It can be longer.")
    .cecp("Text")
    .usi("Text", 0)
    .key("text")
    .flag("text", "TEXT", FlagScope::Global),
    OptionSpec::<Values>::new(
        "A file",
        Kind::File {
            get: |values| &values.file,
            set: |values, file| {
                values.file = file.to_owned();
                Ok(())
            },
        },
    )
    .cecp("Eval File")
    .usi("EvalFile", 0)
    .key("eval_file")
    .flag("eval-file", "FILE", FlagScope::Global),
    OptionSpec::<Values>::new("A button", Kind::Button { press: |values| values.presses += 1 })
        .cecp("Clear Hash")
        .usi("Clear_Hash", 0),
];

pub(crate) fn values() -> Values {
    Values { number: 3, switch: false, choice: 0, text: String::new(), file: String::new(), presses: 0 }
}

#[test]
fn every_type_in_the_file() {
    let printed = write_options(TABLE, &values());
    let expected = "\n; A number, -5 to 9. XBoard and WinBoard set it themselves (command number).\n;number = 3\n\
                    \n; A switch, true or false.\n;own_book = false\n\
                    \n; A choice, one of classic, net.\n;eval = classic\n\
                    \n; A text. It can be longer.\n;text =\n\
                    \n; A file.\n;eval_file =\n";
    assert_eq!(printed, expected);
    let section = |text: &str| -> Section { sections(&format!("[x]\n{text}"), |_| true).unwrap().remove("x").unwrap() };
    let read = |text: &str| {
        let mut read = Values { number: 0, switch: true, choice: 1, ..values() };
        read_options(TABLE, &section(text), &mut read).map(|()| read).map_err(|error| error.to_string())
    };
    assert_eq!(read(&uncommented(&printed)), Ok(values()), "what is printed is what is read");
    let all = "number = -5\nown_book = true\neval = net\ntext = a = b ; c\neval_file = /a b/c.net\n";
    let (text, file) = ("a = b ; c".to_owned(), "/a b/c.net".to_owned());
    assert_eq!(read(all), Ok(Values { number: -5, switch: true, choice: 1, text, file, presses: 0 }));
    for (text, reason) in [
        ("number = 10", "line 2: 'number' cannot be '10': it must be a whole number from -5 to 9"),
        ("own_book = 1", "line 2: 'own_book' cannot be '1': it must be true or false"),
        ("eval = Net", "line 2: 'eval' cannot be 'Net': it must be one of classic, net"),
        ("text = refused", "line 2: 'text' cannot be 'refused': unknown rule flag 'refused'"),
        ("clear_hash = true", "line 2: unknown key 'clear_hash' in [x]"),
    ] {
        assert_eq!(read(text), Err(reason.to_owned()), "{text}");
    }
}

/// Two options of one name could not be told apart.
#[test]
fn names_are_unique() {
    fn all_different(names: impl Iterator<Item = Option<&'static str>>) {
        let mut names: Vec<&str> = names.flatten().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }
    all_different(OPTIONS.iter().map(|option| option.cecp));
    all_different(OPTIONS.iter().map(|option| option.command.map(|command| command.name)));
    all_different(OPTIONS.iter().map(|option| option.usi));
    all_different(OPTIONS.iter().map(|option| option.key));
    all_different(OPTIONS.iter().map(|option| option.flag.map(|flag| flag.name)));
}
