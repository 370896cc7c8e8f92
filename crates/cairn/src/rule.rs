//! `cairn rule`: what each rule means, with a bad and a good program.

use crate::args::Format;
use crate::failure::Failure;
use crate::output;
use cairn_ir::Rule;
use cairn_report::{nearest_rule, rule_page, rule_text, rules_to_json};
use clap::Args;
use std::fmt::Write;

/// Show what a rule means, with a bad and a good program; without a name, list all rules.
#[derive(Args, Debug)]
pub struct RuleArgs {
    /// The rule, such as `use-after-free`
    #[arg(value_name = "RULE")]
    pub rule: Option<String>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

pub fn command(args: &RuleArgs) -> Result<u8, Failure> {
    let rule = args.rule.as_deref().map(named).transpose()?;
    let text = match (args.format, rule) {
        (Format::Json, rule) => rules_to_json(rule),
        (Format::Text, Some(rule)) => rule_page(rule).to_owned(),
        (Format::Text, None) => list(),
    };
    output::write_result(None, &text)?;
    Ok(0)
}

fn named(name: &str) -> Result<Rule, Failure> {
    Rule::from_name(name).ok_or_else(|| {
        let near = nearest_rule(name).map(|near| format!("; did you mean `{near}`?"));
        Failure::Input(format!("there is no rule `{name}`{}", near.unwrap_or_default()))
    })
}

fn list() -> String {
    let mut out = String::new();
    for &rule in Rule::ALL {
        let cwes: Vec<String> = rule.cwes().iter().take(2).map(|number| format!("CWE-{number}")).collect();
        _ = writeln!(out, "{:<27} {:<52} {}", rule.name(), rule_text(rule).short, cwes.join(", "));
    }
    out.push_str("\n`cairn rule NAME` shows what a rule means, with a bad and a good program.\n");
    out
}
