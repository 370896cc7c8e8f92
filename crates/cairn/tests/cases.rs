//! The C cases of this project, natively and under the interpreter, in both data models.

use cairn_cases::{
    Case, ShapeCase, check, check_executions, find_cases, judge, models_of, proved_and_yet_fails, shape_cases,
};
use cairn_driver::{Loader, Options, engine_names, parallel_map, thread_count};
use cairn_engine::{Budget, Effort, Terms};
use cairn_ir::DataModel;
use std::path::Path;

/// Steps for each engine on what fails.
const DOUBT_BUDGET: u64 = 50_000;

#[test]
fn programs_do_the_same_as_natively() {
    check_folder("run");
}

#[test]
fn errors_are_found_where_they_are() {
    check_folder("errors");
}

#[test]
fn no_engine_proves_what_fails() {
    let all: Vec<Option<&str>> = engine_names().into_iter().map(Some).chain([None]).collect();
    assert_not_proved("errors", &all, &[Terms::default()], DOUBT_BUDGET);
}

/// Programs of which an engine once said that nothing goes wrong. With `CAIRN_PITFALLS=all`, engines have all the time that users give
/// them, which takes ten minutes; otherwise less, and variants of others look at them once only.
#[test]
fn what_was_proved_wrongly_once_is_not_again() {
    check_folder("pitfalls");
    let both = [true, false].map(|alloc_may_fail| Terms { alloc_may_fail, ..Terms::default() });
    let (variants, deciding): (Vec<_>, Vec<_>) = engine_names().into_iter().partition(|name| name.contains('-'));
    let deciding: Vec<Option<&str>> = deciding.into_iter().map(Some).chain([None]).collect();
    let all = std::env::var_os("CAIRN_PITFALLS").is_some();
    let steps = if all { Effort::Normal.steps() } else { Effort::Quick.steps() };
    assert_not_proved("pitfalls", &deciding, &both, steps);
    let variants: Vec<Option<&str>> = variants.into_iter().map(Some).collect();
    let terms = if all { &both[..] } else { &both[1..] };
    assert_not_proved("pitfalls", &variants, terms, steps);
}

fn assert_not_proved(folder: &str, engines: &[Option<&str>], terms: &[Terms], budget: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(folder);
    let cases = find_cases(&folder).expect("well-formed cases");
    let loaders = [DataModel::Lp64, DataModel::Ilp32]
        .map(|data_model| Loader::new(Options { data_model: Some(data_model), threads: 1, ..Options::default() }));
    let loader_for = |case: &Case| &loaders[usize::from(!models_of(case).contains(&DataModel::Lp64))];
    let results = parallel_map(&cases, thread_count(), |case| {
        proved_and_yet_fails(loader_for(case), case, engines, terms, budget)
    });
    let mut wrong: Vec<String> = Vec::new();
    for (case, result) in cases.iter().zip(results) {
        let said = result.unwrap_or_else(|error| vec![error]);
        wrong.extend(said.into_iter().map(|text| format!("{}: {text}", case.path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_on_linked_structures_go_wrong_as_they_say() {
    let cases = shape_cases().expect("well-formed cases");
    assert!(cases.iter().any(ShapeCase::is_right) && cases.iter().any(|case| !case.is_right()));
    let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), threads: 1, ..Options::default() });
    let results = parallel_map(&cases, thread_count(), |case| check_executions(&loader, case));
    let wrong: Vec<String> = cases
        .iter()
        .zip(results)
        .filter_map(|(case, result)| Some(format!("{}: {}", case.case.path.display(), result.err()?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn no_engine_is_wrong_about_linked_structures() {
    let cases = shape_cases().expect("well-formed cases");
    let loader = Loader::new(Options { data_model: Some(DataModel::Lp64), threads: 1, ..Options::default() });
    let terms = Terms { entry: "main".to_owned(), alloc_may_fail: false, locals_hold_at_exit: false };
    let results = parallel_map(&cases, thread_count(), |case| {
        let program = case.load(&loader)?;
        let checked = cairn_driver::check(&program, &terms, Budget::new(Effort::Quick.steps()))
            .map_err(|error| error.to_string())?;
        Ok::<_, String>(judge(case, &program, checked.goals.iter().zip(&checked.results.verdicts)).wrong)
    });
    let mut wrong: Vec<String> = Vec::new();
    for (case, result) in cases.iter().zip(results) {
        wrong.extend(
            result.unwrap_or_else(|error| vec![error]).into_iter().map(|text| format!("{}: {text}", case.id())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check_folder(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(name);
    let cases = find_cases(&folder).expect("well-formed cases");
    assert!(!cases.is_empty(), "no cases in {}", folder.display());
    let loaders = [DataModel::Ilp32, DataModel::Lp64]
        .map(|model| Loader::new(Options { data_model: Some(model), threads: 1, ..Options::default() }));
    let runs: Vec<(&Case, DataModel)> =
        cases.iter().flat_map(|case| models_of(case).into_iter().map(move |model| (case, model))).collect();
    let results = parallel_map(&runs, thread_count(), |&(case, model)| {
        check(&loaders[usize::from(model == DataModel::Lp64)], case, model)
    });
    let wrong: Vec<String> = runs
        .iter()
        .zip(results)
        .filter_map(|((case, model), result)| Some(format!("{} ({model:?}): {}", case.path.display(), result.err()?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), runs.len(), wrong.join("\n"));
}
