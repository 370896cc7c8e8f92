//! What is kept of earlier runs: edits invalidate what they must, accidents cost time and nothing else.

mod support;

use serde_json::json;
use std::process::{Command, Stdio};
use support::{Folder, code, stderr, stdout};

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

const UNITS: usize = 5;

/// A project of two programs and shared units, in which every number can be edited.
struct Model {
    header: usize,
    shared_header: usize,
    units: [usize; UNITS],
    /// A header that comes before another one in the search path, if it is there.
    shadow: Option<usize>,
    flag: usize,
}

impl Model {
    fn write(&self, folder: &Folder) {
        let file = |name: &str, text: String| {
            let path = folder.path(name);
            if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
                std::fs::write(path, text).expect("temporary");
            }
        };
        std::fs::create_dir_all(folder.path("early")).expect("temporary");
        std::fs::create_dir_all(folder.path("late")).expect("temporary");
        file("late/limit.h", format!("#define LIMIT {}\n", self.shared_header));
        match self.shadow {
            Some(value) => file("early/limit.h", format!("#define LIMIT {value}\n")),
            None => _ = std::fs::remove_file(folder.path("early/limit.h")),
        }
        file(
            "all.h",
            format!("#define SIZE {}\n#include <limit.h>\n{}", self.header, "int f0(int); int f1(int); int f2(int);\n"),
        );
        for (index, number) in self.units.iter().enumerate() {
            let text = match index {
                0..=2 => format!(
                    "#include \"all.h\"\nstatic int a[SIZE];\nint f{index}(int i) {{\n    return a[i + {number}];\n}}\n"
                ),
                3 => format!(
                    "#include \"all.h\"\nint main(void) {{\n    return f0({number}) + f1(0) / (LIMIT - 3);\n}}\n"
                ),
                _ => format!("int f2(int);\nint main(void) {{\n    return 10 / (f2(0) + FLAG + {number} - 2);\n}}\n"),
            };
            file(&format!("u{index}.c"), text);
        }
        let flag = format!("-DFLAG={}", self.flag);
        let entry = |index: usize| {
            let name = format!("u{index}.c");
            json!({"directory": folder.path(""), "file": name, "arguments": ["cc", "-Iearly", "-Ilate", flag, "-c", name]})
        };
        file("compile_commands.json", serde_json::Value::from_iter((0..UNITS).map(entry)).to_string());
    }

    fn edit(&mut self, random: &mut Random) {
        match random.below(8) {
            0 => self.header = 1 + random.below(4),
            1 => self.shared_header = random.below(5),
            2 => self.shadow = None,
            3 => self.shadow = Some(random.below(5)),
            4 => self.flag = random.below(3),
            _ => self.units[random.below(UNITS)] = random.below(4),
        }
    }
}

#[test]
fn after_any_edit_the_result_is_that_of_a_cold_run() {
    let folder = Folder::new();
    let mut random = Random(20);
    let mut model = Model { header: 2, shared_header: 4, units: [0; UNITS], shadow: None, flag: 1 };
    let mut seen = std::collections::BTreeSet::new();
    for step in 0..14 {
        model.write(&folder);
        let warm = folder.cairn(&["check", "--all"]);
        let cold = folder.cairn(&["check", "--all", "--no-cache"]);
        assert_eq!((stdout(&warm), code(&warm)), (stdout(&cold), code(&cold)), "step {step}: {}", stderr(&warm));
        seen.insert(stdout(&cold));
        for _ in 0..=random.below(2) {
            model.edit(&mut random);
        }
    }
    assert!(seen.len() > 4, "the edits change results, or this test tests nothing");
}

/// How many units were compiled, by a Clang that counts.
fn compilations(folder: &Folder) -> usize {
    let log = folder.path("log");
    _ = std::fs::remove_file(&log);
    let clang = folder.path("counting-clang");
    let output = folder.cairn(&["check", "--clang", clang.to_str().expect("UTF-8")]);
    assert!(code(&output) < 2, "{}", stderr(&output));
    std::fs::read_to_string(log).map_or(0, |text| text.lines().filter(|line| line.contains(" u")).count())
}

#[test]
fn only_what_an_edit_touches_is_compiled_again() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let real = support::clang();
    let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec '{real}' \"$@\"\n", folder.path("log").display());
    let folder = folder.with("counting-clang", script);
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path("counting-clang"), permissions).expect("temporary");
    let mut model = Model { header: 2, shared_header: 4, units: [0; UNITS], shadow: None, flag: 1 };
    model.write(&folder);
    assert_eq!(compilations(&folder), UNITS);
    assert_eq!(compilations(&folder), 0);
    model.units[1] = 1;
    model.write(&folder);
    assert_eq!(compilations(&folder), 1);
    model.header = 3;
    model.write(&folder);
    assert_eq!(compilations(&folder), 4, "all but the last include it");
    model.shadow = Some(4);
    model.write(&folder);
    assert_eq!(compilations(&folder), 4, "a header that comes first now");
    model.header = 2;
    model.shadow = None;
    model.write(&folder);
    assert_eq!(compilations(&folder), 0, "as it was before");
}

fn project() -> Folder {
    let folder = Folder::new();
    Model { header: 2, shared_header: 3, units: [1; UNITS], shadow: None, flag: 1 }.write(&folder);
    folder
}

#[test]
fn a_damaged_store_costs_time_and_gives_a_notice() {
    let folder = project();
    let cold = stdout(&folder.cairn(&["check", "--all"]));
    let store = folder.path(".cairn/store");
    let bytes = std::fs::read(&store).expect("written");
    let mut noticed = 0;
    for part in 0..6 {
        let mut damaged = bytes.clone();
        let at = 16 + (bytes.len() - 17) * part / 5;
        damaged[at] ^= 0x55;
        std::fs::write(&store, &damaged).expect("writable");
        let output = folder.cairn(&["check", "--all"]);
        assert_eq!(stdout(&output), cold, "byte {at}");
        noticed += usize::from(stderr(&output).contains("the store"));
    }
    assert!(noticed >= 2, "{noticed}");
    std::fs::write(&store, &bytes[..bytes.len() / 2]).expect("writable");
    assert_eq!(stdout(&folder.cairn(&["check", "--all"])), cold);
    std::fs::write(&store, "cairn store 0000\nold").expect("writable");
    let output = folder.cairn(&["check", "--all"]);
    assert_eq!(stdout(&output), cold);
    assert!(stderr(&output).contains("begun anew"), "{}", stderr(&output));
}

/// A store that comes with a project is not believed: it is signed with another user's secret.
#[test]
fn what_somebody_else_proved_is_not_believed() {
    let folder = project();
    let forger = folder.path("forger");
    let output = folder.command(&["check", "--all"]).env("XDG_CACHE_HOME", &forger).output().expect("cairn runs");
    assert!(code(&output) < 2, "{}", stderr(&output));
    let output = folder.cairn(&["check", "--all"]);
    assert!(stderr(&output).contains("somebody else"), "{}", stderr(&output));
}

#[test]
fn a_killed_run_leaves_a_store_that_works() {
    let folder = project();
    let cold = stdout(&folder.cairn(&["check", "--all", "--no-cache"]));
    for delay in [5, 30, 60, 90, 120, 200] {
        let mut child = folder
            .command(&["check", "--all"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("cairn runs");
        std::thread::sleep(std::time::Duration::from_millis(delay));
        child.kill().expect("ours");
        child.wait().expect("ours");
        let output = folder.cairn(&["check", "--all"]);
        assert_eq!(stdout(&output), cold);
        assert!(!stderr(&output).contains("damaged"), "{}", stderr(&output));
        std::fs::remove_file(folder.path(".cairn/store")).expect("written");
    }
}

#[test]
fn runs_at_the_same_time_do_not_disturb_each_other() {
    let folder = project();
    let cold = stdout(&folder.cairn(&["check", "--all", "--no-cache"]));
    let children: Vec<_> = (0..4)
        .map(|_| {
            let mut command = folder.command(&["check", "--all"]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("cairn runs")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("ours");
        assert_eq!(stdout(&output), cold, "{}", stderr(&output));
    }
    let output = folder.cairn(&["check", "--all"]);
    assert_eq!((stdout(&output), stderr(&output)), (cold, String::new()));
}

/// A limit on the size of files is what a full disk looks like from inside.
#[test]
fn a_full_disk_costs_the_store_and_not_the_result() {
    let folder = project();
    let cold = stdout(&folder.cairn(&["check", "--all", "--no-cache"]));
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" check --all";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_cairn")])
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert_eq!(stdout(&output), cold, "{}", stderr(&output));
    assert!(stderr(&output).contains("the store cannot be used"), "{}", stderr(&output));
    assert_eq!(stdout(&folder.cairn(&["check", "--all"])), cold);
}

/// A disk that is really full, where the system lets us make one; the test before needs no permission.
#[test]
fn a_disk_that_is_really_full_costs_the_store_and_not_the_result() {
    let folder = project();
    let cold = stdout(&folder.cairn(&["check", "--all", "--no-cache"]));
    let script =
        "mkdir small && mount -t tmpfs -o size=16k none small && exec \"$0\" check --all --cache-dir small/kept";
    let in_namespace = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_cairn")]);
        command.current_dir(folder.path("")).stdin(Stdio::null()).output()
    };
    let may_mount = in_namespace("mkdir try && mount -t tmpfs -o size=16k none try");
    if !may_mount.is_ok_and(|output| output.status.success()) {
        return;
    }
    let output = in_namespace(script).expect("it ran before");
    assert_eq!(stdout(&output), cold, "{}", stderr(&output));
    assert!(stderr(&output).contains("the disk is full"), "{}", stderr(&output));
}

#[test]
fn an_interrupted_run_ends_cleanly_and_keeps_what_is_done() {
    let folder = Folder::new();
    let names: Vec<String> = (0..12).map(|number| format!("p{number}.c")).collect();
    for name in &names {
        let text = "int main(void) {\n    volatile unsigned i = 1;\n    while (i) i |= 1;\n    return 0;\n}\n";
        std::fs::write(folder.path(name), text).expect("temporary");
    }
    let entry = |name: &String| json!({"directory": folder.path(""), "file": name, "arguments": ["cc", "-c", name]});
    std::fs::write(
        folder.path("compile_commands.json"),
        serde_json::Value::from_iter(names.iter().map(entry)).to_string(),
    )
    .expect("temporary");
    let child =
        folder.command(&["check", "-j1"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("cairn runs");
    // As soon as something has been kept.
    while std::fs::metadata(folder.path(".cairn/store")).map_or(0, |store| store.len()) < 4000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let output = child.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stdout(&output).is_empty() && stderr(&output).contains("interrupted"), "{}", stderr(&output));
    let statistics = stdout(&folder.cairn(&["cache", "stats"]));
    assert!(!statistics.contains(" 0 entries"), "{statistics}");
}

#[test]
fn an_interrupted_run_ends_even_if_something_does_not() {
    let folder = Folder::new().with("a.c", "int main(void) { return 0; }\n");
    // It sleeps in its own place, so that nobody waits for what it leaves behind.
    let script = "#!/bin/sh\ncase \"$*\" in *--version*) exec clang-real \"$@\";; *a.c*) : > asleep; exec sleep 60;; esac\nexec clang-real \"$@\"\n";
    let folder = folder.with("sleepy", script.replace("clang-real", &support::clang()));
    let sleepy = folder.path("sleepy");
    std::fs::set_permissions(&sleepy, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("temporary");
    let mut child = folder
        .command(&["check", "a.c", "--clang", sleepy.to_str().expect("UTF-8")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("cairn runs");
    while !folder.path("asleep").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("ours").code(), Some(143));
}
