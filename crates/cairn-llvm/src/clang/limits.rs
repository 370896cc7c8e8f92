//! How much a run of Clang may use, so that no input can take the whole machine.
//!
//! A header that includes itself twice at each level, or a macro that doubles at each expansion, makes Clang work without
//! end. The limits on memory and processor time are the operating system's (Linux only); that on output is ours.

use std::io::Read;
use std::process::Child;

/// What one run may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Limits {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds of processor time.
    pub seconds: u64,
    /// Bytes of LLVM IR text.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 4 << 30, seconds: 300, output: 1 << 30 }
    }
}

impl Limits {
    #[cfg(target_os = "linux")]
    pub(super) fn impose(&self, child: &Child) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
        // The second after the soft limit is Clang's own to end in; then it is killed.
        let limits = [(Resource::As, self.memory, self.memory), (Resource::Cpu, self.seconds, self.seconds + 1)];
        for (resource, soft, hard) in limits {
            // A process that has ended already needs no limit.
            _ = prlimit(Some(pid), resource, Rlimit { current: Some(soft), maximum: Some(hard) });
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn impose(&self, _: &Child) {}

    /// Reads all of a stream; `None` if there is more than Clang may write.
    pub(super) fn read(&self, stream: impl Read) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        stream.take(self.output + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= self.output).then_some(bytes))
    }

    /// Why a run that ended without a message of its own may have ended.
    pub(super) fn hint(&self, status: std::process::ExitStatus, said: &str) -> Option<String> {
        let out_of_memory = ["out of memory", "bad_alloc", "Cannot allocate memory", "mmap failed"];
        if out_of_memory.iter().any(|words| said.contains(words)) {
            return Some(format!("Clang needs more than {} MiB of memory", self.memory >> 20));
        }
        signal(status)
            .filter(|&signal| signal == SIGXCPU || signal == SIGKILL)
            .map(|_| format!("Clang was stopped: it needs more than {} s, or more memory than there is", self.seconds))
    }
}

const SIGKILL: i32 = 9;
const SIGXCPU: i32 = 24;

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> Option<i32> {
    None
}
