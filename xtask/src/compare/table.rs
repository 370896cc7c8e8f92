//! The results as one table in Markdown, and as a log with everything.

use super::Run;
use super::tasks::Task;
use super::tools::Tool;
use serde_json::json;
use std::fmt::Write;

pub fn table(tasks: &[Task], tools: &[Tool], runs: &[Run]) -> String {
    let mut out = String::new();
    for tool in tools {
        _ = writeln!(out, "- {}: {}", tool.name, tool.version);
    }
    let mut groups: Vec<&str> = Vec::new();
    for task in tasks {
        if !groups.contains(&task.group.as_str()) {
            groups.push(&task.group);
        }
    }
    out.push_str("\n| group | tool | tasks | findings | right, of wrong programs | false alarms, of right ones | seconds | peak MiB | failed |\n");
    out.push_str("|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for group in &groups {
        for (number, tool) in tools.iter().enumerate() {
            let of_row = runs.iter().filter(|run| run.tool == number && tasks[run.task].group == *group);
            out.push_str(&row(group, &tool.name, of_row.collect()));
        }
    }
    if groups.len() > 1 {
        for (number, tool) in tools.iter().enumerate() {
            out.push_str(&row("**all**", &tool.name, runs.iter().filter(|run| run.tool == number).collect()));
        }
    }
    out
}

fn row(group: &str, tool: &str, runs: Vec<&Run>) -> String {
    let findings: usize = runs.iter().map(|run| run.reports.len()).sum();
    let share = |answers: Vec<bool>| match answers.len() {
        0 => "–".to_owned(),
        total => {
            let yes = answers.iter().filter(|answer| **answer).count();
            format!("{yes}/{total} ({:.0} %)", 100.0 * yes as f64 / total as f64)
        }
    };
    let hits = share(runs.iter().filter_map(|run| run.hit).collect());
    let alarms = share(runs.iter().filter_map(|run| run.false_alarm).collect());
    let seconds: f64 = runs.iter().map(|run| run.usage.seconds).sum();
    let peak = runs.iter().map(|run| run.usage.peak_kib).max().unwrap_or(0) / 1024;
    let failed = runs.iter().filter(|run| run.failed()).count();
    let count = runs.len();
    format!("| {group} | {tool} | {count} | {findings} | {hits} | {alarms} | {seconds:.1} | {peak} | {failed} |\n")
}

/// One line of JSON per task and tool.
pub fn log(tasks: &[Task], tools: &[Tool], runs: &[Run]) -> String {
    let mut out = String::new();
    for run in runs {
        let findings: Vec<_> = run.reports.iter().map(|report| json!([report.file, report.line, report.id])).collect();
        let value = json!({
            "task": tasks[run.task].name,
            "group": tasks[run.task].group,
            "tool": tools[run.tool].name,
            "hit": run.hit,
            "false_alarm": run.false_alarm,
            "seconds": (run.usage.seconds * 1000.0).round() / 1000.0,
            "peak_kib": run.usage.peak_kib,
            "timed_out": run.usage.timed_out,
            "exit_code": run.usage.code,
            "findings": findings,
        });
        _ = writeln!(out, "{value}");
    }
    out
}

impl Run {
    /// It gave no answer: timed out, was killed, or (Cairn) could not use the input.
    fn failed(&self) -> bool {
        self.usage.timed_out || !matches!(self.usage.code, Some(0 | 1))
    }
}
