//! The cases of this project, in both data models.

use super::{loader, run_all};
use crate::CasesArgs;
use cairn_cases::{Case, check, find_cases, models_of};
use cairn_ir::DataModel;

pub fn run(args: &CasesArgs) -> Result<bool, String> {
    let mut cases = Vec::new();
    for folder in &args.folders {
        cases.extend(find_cases(folder)?);
    }
    if let Some(only) = &args.only {
        cases.retain(|case| case.path.display().to_string().contains(only));
    }
    let runs: Vec<(&Case, DataModel)> =
        cases.iter().flat_map(|case| models_of(case).into_iter().map(move |model| (case, model))).collect();
    let loaders = [DataModel::Ilp32, DataModel::Lp64].map(|model| loader(&args.common, Some(model), true));
    let results = run_all(&runs, args.common.jobs, |&(case, model)| {
        check(&loaders[usize::from(model == DataModel::Lp64)], case, model)
    });
    let mut failed = 0;
    for ((case, model), result) in runs.iter().zip(&results) {
        if let Err(message) = result {
            failed += 1;
            println!("{} ({model:?}): {message}", case.path.display());
        }
    }
    println!("{} cases, {} runs, {failed} failed", cases.len(), runs.len());
    Ok(failed == 0 && !runs.is_empty())
}
