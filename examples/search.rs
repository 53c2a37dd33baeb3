//! Searches a position and prints every line of thought, then the move.
//!
//!     cargo run --release --example search -- [POSITION [DEPTH]]
//!
//! Without arguments: the start position of Chu Shogi to depth 8.

use shishi::engine::{self, Interface, Options, SearchEvent, SearchRequest};
use shishi::notation::MoveFormat;
use shishi::search::SearchLimits;
use shishi::settings::Settings;
use shishi::view::WrittenMove;
use std::error::Error;
use std::sync::Arc;
use std::sync::mpsc::channel;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let position = arguments.next().unwrap_or_else(|| "startpos".to_owned());
    let depth = arguments.next().map_or(Ok(8), |depth| depth.parse())?;

    let options = Options::new(Interface::CommandLine, None, Settings::default());
    let mut engine = engine::create("chu", &options)?;
    engine.set_position(&position)?;

    // The search runs on a thread of its own; its events come through a channel.
    let (sender, events) = channel();
    let sink = Arc::new(move |event| drop(sender.send(event)));
    let request = SearchRequest {
        id: 1,
        limits: SearchLimits { depth: Some(depth), ..SearchLimits::default() },
        excluded: Vec::new(),
        format: MoveFormat::Usi,
        ponder: false,
    };
    if !engine.go(request, sink) {
        println!("no move: {}", engine.outcome().map_or("the side to move has none".to_owned(), |o| o.to_string()));
        return Ok(());
    }
    for event in events {
        match event {
            SearchEvent::Info(info) => {
                let line = WrittenMove::join(&info.pv);
                println!(
                    "depth {:2}  {:+5.2}  {} nodes  {line}",
                    info.depth,
                    f64::from(info.score) / 100.0,
                    info.nodes
                );
            }
            SearchEvent::Done(done) => {
                println!("best move: {}", done.best.text);
                break;
            }
            SearchEvent::Remark(_) | SearchEvent::MateDone(_) => {}
        }
    }
    Ok(())
}
