//! The programs on the pages of the rules: the bad one has a finding of its rule, the good one has none.

mod support;

use cairn_ir::Rule;
use cairn_ir::obligation::ObligationOptions;
use cairn_report::rule_example;
use support::{Folder, code, stderr, stdout};

/// What the command says of a program, and whether it names the rule as a finding.
fn findings(rule: Rule, source: &str) -> (String, i32) {
    let folder = Folder::new().with("example.c", source);
    let checked = ObligationOptions::for_users().is_on(rule);
    let output = match rule {
        _ if checked => folder.cairn(&["check", "example.c"]),
        Rule::StackExhaustion => folder.cairn(&["run", "example.c"]),
        _ => folder.cairn(&["run", "--check", rule.name(), "example.c"]),
    };
    (stdout(&output) + &stderr(&output), code(&output))
}

#[test]
fn bad_programs_are_refuted() {
    for &rule in Rule::ALL {
        let source = rule_example(rule, "Bad").unwrap_or_else(|| panic!("{rule} has no bad program"));
        let (text, code) = findings(rule, source);
        assert_eq!(code, 1, "{rule}\n{text}");
        assert!(text.contains(&format!("error[{rule}]")), "{rule}\n{text}");
    }
}

#[test]
fn good_programs_have_no_finding() {
    for &rule in Rule::ALL {
        let source = rule_example(rule, "Good").unwrap_or_else(|| panic!("{rule} has no good program"));
        let (text, code) = findings(rule, source);
        assert_eq!(code, 0, "{rule}\n{text}");
        assert!(!text.contains("error["), "{rule}\n{text}");
    }
}

#[test]
fn the_command_shows_pages_and_lists_all_rules() {
    let folder = Folder::new();
    let list = stdout(&folder.cairn(&["rule"]));
    assert!(Rule::ALL.iter().all(|rule| list.contains(rule.name())), "{list}");
    for &rule in Rule::ALL {
        let page = stdout(&folder.cairn(&["rule", rule.name()]));
        for part in ["## Bad", "## Good", "## What to do", "## What Cairn does not see"] {
            assert!(page.starts_with(&format!("# {rule}\n")) && page.contains(part), "{rule}: {part}");
        }
    }
    let wrong = folder.cairn(&["rule", "null-deref"]);
    assert_eq!(code(&wrong), 2);
    assert!(stderr(&wrong).contains("did you mean `null-dereference`"), "{}", stderr(&wrong));
    let json = stdout(&folder.cairn(&["rule", "--format", "json"]));
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["rules"].as_array().map(Vec::len), Some(Rule::ALL.len()));
}
