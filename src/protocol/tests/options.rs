//! Options in both protocols, as the table of options declares them.

use super::super::{cecp, usi};
use crate::engine::Options;
use crate::ini::sections;
use crate::settings::tests::{SHIPPED, TABLE, Values, values};
use crate::settings::{Kind, OPTIONS, Source, read_options};

/// What every type becomes in CECP: the declaration, what it takes and what it refuses.
#[test]
fn every_type_in_cecp() {
    let declared = cecp::options::features(TABLE, &values());
    let expected = [
        "feature option=\"Number -spin 3 -5 9\"",
        "feature option=\"Own Book -check 0\"",
        "feature option=\"Evaluation -combo classic /// net\"",
        "feature option=\"Text -string \"",
        "feature option=\"Eval File -file \"",
        "feature option=\"Clear Hash -button\"",
    ];
    assert_eq!(declared, expected);
    let mut values = values();
    let mut set = |name: &str, value: &str| {
        let option = cecp::options::with_name(TABLE, name).expect(name);
        option.set(&mut values, value, Source::Cecp).map_err(|error| error.to_string())
    };
    for (name, value) in [("Number", "-5"), ("Number", "9"), ("Own Book", "0"), ("Own Book", "1"), ("Clear Hash", "")] {
        assert_eq!(set(name, value), Ok(()), "{name}={value}");
    }
    for (name, value) in [("Evaluation", "net"), ("Text", "words = more"), ("Eval File", "/a b/c.net")] {
        assert_eq!(set(name, value), Ok(()), "{name}={value}");
    }
    for (name, value, reason) in [
        ("Number", "-6", "not a number from -5 to 9"),
        ("Number", "10", "not a number from -5 to 9"),
        ("Own Book", "true", "neither 0 nor 1"),
        ("Evaluation", "Net", "none of classic, net"),
        ("Text", "refused", "unknown rule flag 'refused'"),
    ] {
        assert_eq!(set(name, value), Err(reason.to_owned()), "{name}={value}");
    }
    let all = Values {
        number: 9,
        switch: true,
        choice: 1,
        text: "words = more".to_owned(),
        file: "/a b/c.net".to_owned(),
        presses: 1,
    };
    assert_eq!(values, all);
    assert_eq!(cecp::options::features(TABLE, &values)[2], "feature option=\"Evaluation -combo classic /// *net\"");
    assert_eq!(cecp::options::features(TABLE, &values)[1], "feature option=\"Own Book -check 1\"");
    assert!(cecp::options::with_name(TABLE, "own book").is_none());

    let command = TABLE[0].command.unwrap();
    assert_eq!((TABLE[0].set_by_command(command, &mut values, "-7"), values.number), (Ok(false), -5));
    assert_eq!((TABLE[0].set_by_command(command, &mut values, "9"), values.number), (Ok(false), 9));
    // Of too much the most that is allowed is taken.
    for value in ["10", "65536"] {
        values.number = 3;
        assert_eq!((TABLE[0].set_by_command(command, &mut values, value), values.number), (Ok(true), 9), "{value}");
    }
    for value in ["-8", "99999999999999999999", "x", "", "1.5"] {
        let refused = TABLE[0].set_by_command(command, &mut values, value).unwrap_err();
        assert_eq!(refused.to_string(), "not a number from -7 to 9 units");
    }
}

#[test]
fn every_type_in_usi() {
    let declared = usi::options::declare(TABLE, &values());
    let expected = [
        "option name Own_Book type check default false",
        "option name Evaluation type combo default classic var classic var net",
        "option name Text type string default <empty>",
        "option name EvalFile type filename default <empty>",
        "option name Clear_Hash type button",
        "option name USI_Number type spin default 3 min -5 max 9",
    ];
    assert_eq!(declared, expected);
    let mut values = values();
    let mut set = |name: &str, value: &str| {
        let option = usi::options::with_name(TABLE, name).expect(name);
        usi::options::set(option, &mut values, value).map_err(|error| error.to_string())
    };
    for (name, value) in [("number", "-5"), ("USI_Number", "9"), ("own book", "false"), ("OwnBook", "true")] {
        assert_eq!(set(name, value), Ok(()), "{name}={value}");
    }
    for (name, value) in [("evaluation", "net"), ("Text", "some words"), ("Eval File", "/a b/c.net")] {
        assert_eq!(set(name, value), Ok(()), "{name}={value}");
    }
    assert_eq!((set("Text", "<empty>"), set("clear hash", "")), (Ok(()), Ok(())));
    for (name, value, reason) in [
        ("Number", "-6", "'-6' is no whole number from -5 to 9"),
        ("Number", "10", "'10' is no whole number from -5 to 9"),
        ("Own_Book", "1", "'1' is neither true nor false"),
        ("Evaluation", "Net", "'Net' is none of classic, net"),
        ("Text", "refused", "unknown rule flag 'refused'"),
    ] {
        assert_eq!(set(name, value), Err(reason.to_owned()), "{name}={value}");
    }
    let file = "/a b/c.net".to_owned();
    assert_eq!(values, Values { number: 9, switch: true, choice: 1, text: String::new(), file, presses: 1 });
}

/// Every option of the engine is declared, takes its least and its greatest value, and refuses what is beyond, in every
/// front that has it, in the words of the front.
/// Sets an option from its text, in one of the ways there are.
type Set<'a> = &'a dyn Fn(&mut Options, &str) -> Result<(), String>;

#[test]
fn every_option_is_checked_in_every_front() {
    let mut fronts = 0;
    for option in OPTIONS {
        let Kind::Spin { range, get, .. } = &option.kind else { continue };
        let (least, greatest) = (*range.start(), *range.end());
        let defaults = Options::default();
        assert!(range.contains(&get(&defaults)), "{}", option.help);
        let [below, beyond] = [least - 1, greatest + 1].map(|number| number.to_string());
        let mut check = |set: Set<'_>, refusal: &dyn Fn(&str) -> String| {
            for number in [least, greatest] {
                let mut options = Options::default();
                assert_eq!(set(&mut options, &number.to_string()), Ok(()), "{}", option.help);
                assert_eq!(get(&options), number, "{}", option.help);
            }
            for text in [&below, &beyond, "", "x", "1.5"] {
                assert_eq!(set(&mut Options::default(), text), Err(refusal(text)), "{}", option.help);
            }
            fronts += 1;
        };
        if let Some(name) = option.cecp {
            let declared = format!("feature option=\"{name} -spin {} {least} {greatest}\"", get(&defaults));
            assert!(cecp::options::features(OPTIONS, &defaults).contains(&declared), "{declared}");
            let known = cecp::options::with_name(OPTIONS, name).expect(name);
            check(&|options, text| known.set(options, text, Source::Cecp).map_err(|error| error.to_string()), &|_| {
                format!("not a number from {least} to {greatest}")
            });
        }
        if let Some(name) = option.usi {
            let declared =
                format!("option name {name} type spin default {} min {least} max {greatest}", get(&defaults));
            assert!(usi::options::declare(OPTIONS, &defaults).contains(&declared), "{declared}");
            let known = usi::options::with_name(OPTIONS, name).expect(name);
            check(
                &|options, text| usi::options::set(known, options, text).map_err(|error| error.to_string()),
                &|text| format!("'{text}' is no whole number from {least} to {greatest}"),
            );
        }
        if let Some(key) = option.key {
            assert!(SHIPPED.contains(&format!("\n;{key} = {}\n", get(&defaults))), "{key}");
            let read = |options: &mut Options, text: &str| {
                let section = sections(&format!("[engine]\n{key} = {text}\n"), |_| true).unwrap().remove("engine");
                read_options(OPTIONS, &section.unwrap(), options).map_err(|error| error.to_string())
            };
            check(&read, &|text| {
                format!("line 2: '{key}' cannot be '{text}': it must be a whole number from {least} to {greatest}")
            });
        }
    }
    assert!(fronts >= 15, "{fronts}");
}
