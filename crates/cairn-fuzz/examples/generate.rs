//! Prints a random program: `cargo run -p cairn-fuzz --example generate -- SEED [valid]`.

use cairn_fuzz::{Options, program};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let Some(seed) = args.get(1).and_then(|text| text.parse().ok()) else {
        eprintln!("usage: generate SEED [valid]");
        std::process::exit(2);
    };
    let valid = args.get(2).is_some_and(|word| word == "valid");
    print!("{}", program(seed, &Options { valid, ..Options::default() }));
}
