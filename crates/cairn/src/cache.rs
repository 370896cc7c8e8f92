//! `cairn cache`: how big the project's store is, and how to be rid of it.

use crate::failure::Failure;
use crate::{output, storage};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Look at the results that are kept of earlier runs, or remove them.
#[derive(Args, Debug)]
pub struct CacheArgs {
    #[command(subcommand)]
    pub action: CacheAction,
    /// Where results are kept; otherwise the folder `.cairn` of the project
    #[arg(long, value_name = "DIR", global = true)]
    pub cache_dir: Option<PathBuf>,
}

#[derive(Subcommand, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheAction {
    /// How many entries there are, and how long they are
    Stats,
    /// Keep the newest entries only, up to 256 MiB
    Gc,
    /// Remove every entry
    Clear,
}

/// What `gc` leaves is at most half of this.
const AFTER_GC: u64 = 512 << 20;

pub fn command(args: &CacheArgs) -> Result<u8, Failure> {
    let folder = args.cache_dir.clone().unwrap_or_else(storage::folder_here);
    if !folder.is_dir() {
        return Err(Failure::Input(format!("there is no store in `{}`", folder.display())));
    }
    let no_place = || Failure::Input("there is no folder for the user's own files, and so no store".to_owned());
    let store = match args.action {
        CacheAction::Stats => storage::inspect(&folder).ok_or_else(no_place)?,
        _ => storage::open_in(&folder).ok_or_else(no_place)?,
    };
    match args.action {
        CacheAction::Stats => {}
        CacheAction::Gc => store.finish(AFTER_GC),
        CacheAction::Clear => store.clear().map_err(|error| Failure::file("clear", &folder, &error))?,
    }
    storage::say_notices(&store);
    let statistics = store.statistics();
    let text = format!("{}: {} entries, {} KiB\n", folder.display(), statistics.entries, statistics.bytes >> 10);
    output::write_result(None, &text)?;
    Ok(0)
}
