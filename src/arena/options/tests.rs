use super::*;
use crate::openings::OpeningFormat;

fn parse(line: &str) -> Result<Options, UsageError> {
    Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
}

fn error(line: &str) -> String {
    parse(line).unwrap_err().0
}

/// Two engines that can play, for lines about other things.
const TWO: &str = "-engine cmd=self depth=1 -engine cmd=self depth=2";

#[test]
fn a_line_as_scripts_have_them() {
    let options = parse(
        "-engine cmd=./new name=new arg=--rules arg=jcsa -engine cmd=hachu proto=xboard tc=60+1 threads=2 option.Resign=1 \
         -each proto=xboard st=0.1 timemargin=50 option.Contempt=3 -rounds 10 -games 2 -repeat -concurrency 2 \
         -openings file=book.pgn format=pgn order=random plies=12 start=5 -srand 7 -sprt elo0=0 elo1=10 alpha=0.05 \
         beta=0.1 -resign movecount=3 score=900 -draw movenumber=80 movecount=8 score=10 -maxmoves 700 -recover \
         -pgnout games.pgn min -event Test -site Here -ratinginterval 10 -tournament gauntlet -log games.jsonl -resume",
    )
    .unwrap();
    let [new, hachu] = &options.engines[..] else { panic!("two engines") };
    assert_eq!((new.name.as_deref(), new.command.as_deref()), (Some("new"), Some("./new")));
    assert_eq!(new.arguments, ["--rules", "jcsa"]);
    assert_eq!(new.limit().control, TimeControl::PerMove(100));
    assert_eq!((new.threads, hachu.threads), (None, Some(2)));
    // Its own clock is not joined with the time per move of all.
    assert_eq!(hachu.limit().control, TimeControl::parse("60+1").unwrap());
    assert_eq!((hachu.limit().margin, hachu.protocol()), (50, Some(Protocol::Cecp)));
    let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(hachu.options, [option("Resign", "1"), option("Contempt", "3")]);
    assert_eq!((options.games, options.unit, options.concurrency, options.seed), (20, Unit::Pair, 2, 7));
    let file = "book.pgn".into();
    let format = OpeningFormat::Pgn;
    assert_eq!(
        options.openings,
        Openings::File { file, format: Some(format), plies: Some(12), shuffled: true, start: 5 }
    );
    assert_eq!(options.sprt, Some(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.1 }));
    assert_eq!(options.resign, Some(ResignRule { moves: 3, score: 900 }));
    assert_eq!(options.draw, Some(DrawRule { from_move: 80, moves: 8, score: 10 }));
    assert_eq!((options.max_plies(), options.recover, options.resume), (Some(1400), true, true));
    assert_eq!((options.pgn, options.pgn_min), (Some("games.pgn".into()), true));
    assert_eq!((options.tournament, options.rating_interval), (Tournament::Gauntlet, 10));
}

#[test]
fn what_is_not_said_is_usual() {
    let options = parse(TWO).unwrap();
    assert_eq!(options, Options { engines: options.engines.clone(), ..Options::default() });
    assert!(options.max_plies().unwrap() >= 1000 && options.resign.is_none() && options.draw.is_none());
    assert_eq!(parse(&format!("{TWO} -maxmoves 0")).unwrap().max_plies(), None);
    // Two dashes are as good as one.
    assert_eq!(parse(&format!("--variant whale {TWO}")).unwrap().variant.as_deref(), Some("whale"));
    assert!(parse("-help").unwrap().help && parse("--help").unwrap().help && parse("-h").unwrap().help);
    assert!(parse("-version").unwrap().version && parse("--version").unwrap().version);
}

#[test]
fn values_may_begin_with_a_dash() {
    let options = parse(&format!("{TWO} arg=-x -sprt elo0=-10 elo1=0")).unwrap();
    assert_eq!(options.engines[1].arguments, ["-x"]);
    assert_eq!(options.sprt.unwrap().elo0, -10.0);
}

#[test]
fn what_cutechess_can_and_this_cannot_is_refused_by_name() {
    for name in ["tb", "bookmode", "seeds", "tournamentfile", "livepgnout", "pgnin", "fcp", "resultformat", "reverse"] {
        let message = error(&format!("{TWO} -{name} x"));
        assert!(message.starts_with(&format!("-{name} is not supported: ")), "{message}");
    }
    for word in ["conf=x", "trust=1", "book=x", "whitepov=1", "ponder=1", "tscale=2", "ponder", "whitepov", "trust"] {
        let message = error(&format!("-engine {word}"));
        let name = word.split('=').next().unwrap();
        assert!(message.starts_with(&format!("-engine: '{name}' is not supported: ")), "{message}");
    }
    for known in ["knockout", "pyramid"] {
        let message = error(&format!("{TWO} -tournament {known}"));
        assert!(message.starts_with(&format!("-tournament {known} is not supported: ")), "{message}");
    }
    assert!(error(&format!("{TWO} -tournament swiss")).contains("swiss: there is no such type"));
    assert!(error(&format!("{TWO} -openings format=bin file=x")).contains("format=bin is not supported"));
    assert!(error(&format!("{TWO} -openings format=start file=x")).contains("format=start takes no file="));
    assert!(error("-engine proto=uci").contains("proto=uci is not supported"));
    assert!(error(&format!("{TWO} -resign movecount=1 score=1 twosided=false")).contains("both engines"));
    assert!(error(&format!("{TWO} -pgnout x min max")).contains("the words 'min' and 'fi', not 'max'"));
    assert!(error(&format!("{TWO} -repeat 3")).contains("-repeat"));
}

#[test]
fn games_go_where_they_are_wanted() {
    let options = |rest: &str| parse(&format!("{TWO} {rest}")).unwrap();
    let pgn = |rest: &str| {
        let options = options(rest);
        (options.pgn, options.pgn_min, options.pgn_finished)
    };
    assert_eq!(pgn("-pgnout x"), (Some("x".into()), false, false));
    assert_eq!(pgn("-pgnout x fi"), (Some("x".into()), false, true));
    assert_eq!(pgn("-pgnout x min fi"), (Some("x".into()), true, true));
    assert_eq!(pgn("-pgnout x fi min"), (Some("x".into()), true, true));
    assert_eq!(options("-epdout y").epd, Some("y".into()));
    assert!(options("-debug all").debug);
}

#[test]
fn openings_of_a_file_have_a_format_or_are_told_by_what_they_are() {
    let format = |rest: &str| match parse(&format!("{TWO} -openings file=x {rest}")).unwrap().openings {
        Openings::File { format, .. } => format,
        other => panic!("{other:?}"),
    };
    assert_eq!((format(""), format("format=epd")), (None, Some(OpeningFormat::Epd)));
    assert_eq!((format("format=sfen"), format("format=usi")), (Some(OpeningFormat::Sfen), Some(OpeningFormat::Usi)));
}

#[test]
fn the_table_and_the_threads_are_set_under_the_names_of_scripts() {
    let options =
        parse("-engine cmd=self -engine cmd=self option.Hash=8 -each depth=1 option.Hash=64 option.Threads=2").unwrap();
    let set: Vec<_> =
        options.engines.iter().map(|engine| (engine.memory, engine.threads, engine.options.len())).collect();
    assert_eq!(set, [(Some(64), Some(2), 0), (Some(8), Some(2), 0)]);
}

#[test]
fn openings_may_be_played_once() {
    let games = |rest: &str| parse(&format!("{TWO} {rest}")).map(|options| (options.games, options.unit));
    assert_eq!(games("-noswap -rounds 5"), Ok((5, Unit::Game)));
    assert_eq!(games("-noswap -games 3 -rounds 2"), Ok((6, Unit::Game)));
    assert_eq!(games("-noswap"), Ok((1, Unit::Game)));
    // One game has no other to be paired with.
    assert_eq!(games("-games 1"), Ok((1, Unit::Game)));
    assert_eq!(games("-games 1 -rounds 1 -repeat"), Ok((1, Unit::Game)));
    assert_eq!(games("-games 1 -rounds 4"), Ok((4, Unit::Pair)));
    assert!(games("-games 1 -rounds 3").unwrap_err().0.contains("3 games: every opening is played with both colours"));
    assert!(games("-games 3").unwrap_err().0.contains("-noswap plays each once"));
    assert!(games("-noswap -repeat").unwrap_err().0.contains("one of them"));
}

#[test]
fn mistakes_are_named() {
    for (line, part) in [
        ("", "two engines"),
        ("games", "'games'"),
        ("-engine cmd=self depth=1", "two engines, not 1"),
        ("-engine cmd=self -engine cmd=self depth=1", "no limit"),
        ("-engine cmd=x depth=1 -engine cmd=self depth=1", "engine x has no proto="),
        ("-engine name=y proto=usi depth=1 -engine cmd=self depth=1", "engine y has no cmd="),
        ("-engine cmd=self tc=1 st=1 -engine cmd=self depth=1", "both tc= and st="),
        ("-engine cmd=self tc=1 nodes=5 -engine cmd=self depth=1", "nodes= and a time"),
        ("-engine cmd=self tc=1 byoyomi=5 -engine cmd=self depth=1", "byoyomi="),
        ("-engine cmd= proto=usi depth=1 -engine cmd=self depth=1", "has no cmd="),
        ("-merge a -pgnout b", "takes no -pgnout"),
        ("-merge a -resume", "takes no -resume"),
        ("-engine colour=red", "unknown word 'colour'"),
        ("-engine option.=1", "without a name"),
        ("-engine cmd", "'cmd' is not of the form key=value"),
        ("-engine depth=0", "depth: '0'"),
        ("-engine st=nan", "st=nan"),
        ("-engine tc=fast", "tc=fast"),
        ("-frobnicate", "unknown option '-frobnicate'"),
    ] {
        assert!(error(line).contains(part), "{line}: {}", error(line));
    }
    for (rest, part) in [
        ("-games 3", "3 games"),
        ("-games 0", "-games: '0'"),
        ("-maxmoves 100", "at least 500"),
        ("-concurrency", "-concurrency needs a value"),
        ("-concurrency 1 2", "'2' is too much"),
        ("-recover yes", "takes no value"),
        ("-sprt elo0=5 elo1=0", "elo0 must be the smaller"),
        ("-sprt elo0=0", "needs elo0= and elo1="),
        ("-sprt elo0=0 elo1=5 alpha=0.7", "alpha=0.7"),
        ("-sprt elo0=0 elo1=5 model=bayesian", "logistic"),
        ("-sprt elo0=0 elo0=1 elo1=5", "'elo0' is there twice"),
        ("-resign score=5", "needs movecount="),
        ("-resign movecount=5 score=5 colour=1", "'colour' is not supported"),
        ("-openings format=sfen", "needs file="),
        ("-openings file=x order=odd", "order=odd"),
        ("-resume", "-log"),
        ("-log x -pgnout x", "-log and -pgnout name the same file"),
        ("-epdout x -pgnout x", "-pgnout and -epdout name the same file"),
        ("-merge a", "takes no -engine"),
        ("-games 1000000000 -rounds 2", "2000000000 games"),
        ("-rounds 600000000", "1200000000 games"),
        ("-engine cmd=self depth=3 -sprt elo0=0 elo1=5", "one engine against one other"),
    ] {
        let line = format!("{TWO} {rest}");
        assert!(error(&line).contains(part), "{rest}: {}", error(&line));
    }
}

#[test]
fn logs_are_merged_without_engines() {
    assert_eq!(parse("-merge a.jsonl b.jsonl").unwrap().merge, [PathBuf::from("a.jsonl"), PathBuf::from("b.jsonl")]);
}
