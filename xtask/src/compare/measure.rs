//! Runs a command under a time limit and measures its time and memory.
//!
//! Memory is the sum of the peaks of a process and its children, as Linux keeps them in `/proc`, looked at every few
//! milliseconds; elsewhere it is not known.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_millis(2);

/// What a command took.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    pub seconds: f64,
    pub peak_kib: u64,
    pub timed_out: bool,
    /// `None` if it could not be started, timed out or was killed.
    pub code: Option<i32>,
}

/// Runs it; both streams as one text.
pub fn run(command: &mut Command, limit: Duration) -> (Usage, String) {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let Ok(mut child) = command.spawn() else { return (Usage::default(), String::new()) };
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let mut usage = Usage::default();
    let text = std::thread::scope(|scope| {
        let out = scope.spawn(|| read(out));
        let err = scope.spawn(|| read(err));
        loop {
            usage.peak_kib = usage.peak_kib.max(tree_kib(child.id()));
            match child.try_wait() {
                Ok(Some(status)) => {
                    usage.code = status.code();
                    break;
                }
                Ok(None) if start.elapsed() > limit => {
                    usage.timed_out = true;
                    kill_group(child.id());
                    _ = child.wait();
                    break;
                }
                _ => std::thread::sleep(PAUSE),
            }
        }
        usage.seconds = start.elapsed().as_secs_f64();
        out.join().unwrap_or_default() + &err.join().unwrap_or_default()
    });
    (usage, text)
}

fn read(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream {
        // What was read before an error is all there is.
        _ = stream.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn kill_group(leader: u32) {
    _ = Command::new("kill").args(["-KILL", "--", &format!("-{leader}")]).stderr(Stdio::null()).status();
}

/// The peaks of a process and of all that it has started, as far as they are there now.
fn tree_kib(process: u32) -> u64 {
    let folder = PathBuf::from(format!("/proc/{process}"));
    let threads = std::fs::read_dir(folder.join("task")).into_iter().flatten().flatten();
    let children = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let children: Vec<u32> = children
        .flat_map(|text| text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    let below: u64 = children.into_iter().map(tree_kib).sum();
    peak_of(&folder).unwrap_or(0) + below
}

fn peak_of(process: &Path) -> Option<u64> {
    let status = std::fs::read_to_string(process.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_does_not_end_is_ended_with_its_children() {
        let (usage, _) = run(Command::new("sh").args(["-c", "sleep 50 & sleep 50"]), Duration::from_millis(300));
        assert!(usage.timed_out && usage.code.is_none());
        let (usage, text) =
            run(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"]), Duration::from_secs(20));
        assert_eq!((usage.code, text.as_str()), (Some(3), "out\nerr\n"));
    }
}
