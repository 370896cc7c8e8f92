//! Random programs of csmith, natively and under the interpreter.

use super::{loader, percent, run_all};
use crate::CsmithArgs;
use cairn_cases::{Agreement, csmith_headers, random_program};

pub fn run(args: &CsmithArgs) -> Result<bool, String> {
    let include = csmith_headers()?;
    let model = args.data_model.into();
    let loader = loader(&args.common, Some(model), true);
    let seeds: Vec<u64> = (args.seed..args.seed.saturating_add(args.count)).collect();
    let results =
        run_all(&seeds, args.common.jobs, |&seed| random_program(&loader, model, &include, seed, args.max_steps));
    for (seed, result) in seeds.iter().zip(&results) {
        if let Err(message) = result {
            println!("seed {seed}: {message}");
        }
    }
    let count = |wanted| results.iter().filter(|result| result.as_ref().is_ok_and(|got| *got == wanted)).count();
    let (same, long) = (count(Agreement::Same), count(Agreement::TooLong));
    let different = results.len() - same - long;
    println!("{} programs ({model:?}): {same} same, {different} different, {long} too long", results.len());
    println!("{:.2} % of those that end agree", percent(same, same + different));
    Ok(different == 0)
}
