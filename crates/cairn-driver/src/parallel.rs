//! Work that may break down without taking others with it.

/// What `work` gives, or the words of its panic.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    // Whoever panicked left nothing behind that anybody looks at.
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
    })
}
