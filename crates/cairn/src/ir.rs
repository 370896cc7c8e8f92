//! `cairn ir`: prints a program in Cairn's intermediate representation.

use crate::args::{InputArgs, IrArgs};
use crate::failure::Failure;
use crate::{messages, output};
use cairn_driver::{Input, Loader, Options};

pub fn command(args: &IrArgs) -> Result<u8, Failure> {
    let options = Options {
        clang: args.inputs.clang.clone(),
        data_model: args.inputs.data_model(),
        models: args.with_models,
        promote: !args.no_promote,
        ..Options::default()
    };
    let loaded = Loader::new(options).load(&inputs(&args.inputs, &args.clang_flags))?;
    messages::warnings(&loaded.warnings);
    output::write_result(args.output.as_deref(), &cairn_ir::format::print(&loaded.program))?;
    Ok(0)
}

/// The files with their flags.
pub fn inputs(args: &InputArgs, more_flags: &[String]) -> Vec<Input> {
    let flags: Vec<String> = args.clang_args.iter().chain(more_flags).cloned().collect();
    args.files.iter().map(|file| Input::new(file, &flags)).collect()
}
