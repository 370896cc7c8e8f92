//! A fixed share of csmith's random programs prints the same under the interpreter and natively.

use cairn_cases::{Agreement, csmith_headers, random_program};
use cairn_driver::{Loader, Options, parallel_map, thread_count};
use cairn_ir::DataModel;

/// Seeds of the programs; more of them with `cargo xtask suite csmith`.
const SEEDS: std::ops::Range<u64> = 1..16;
const MAX_STEPS: u64 = 30_000_000;

#[test]
fn random_programs_print_the_same_as_natively() {
    let include = csmith_headers().expect("csmith is there");
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let loader = Loader::new(Options { data_model: Some(model), threads: 1, ..Options::default() });
        let seeds: Vec<u64> = SEEDS.collect();
        let results = parallel_map(&seeds, thread_count(), |&seed| {
            random_program(&loader, model, &include, seed, MAX_STEPS).map_err(|error| format!("seed {seed}: {error}"))
        });
        let same = results.iter().filter(|result| **result == Ok(Agreement::Same)).count();
        let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
        assert!(wrong.is_empty(), "{model:?}: {}", wrong.join("\n"));
        assert!(2 * same > seeds.len(), "{model:?}: only {same} programs ended in time");
    }
}
