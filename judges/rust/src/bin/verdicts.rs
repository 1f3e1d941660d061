//! Prints for each value in a file of judges/python/values.py whether the schema that it
//! names accepts it, as the crate jsonschema sees it.
//!
//!     verdicts BUNDLE VALUES

use std::env::args;
use std::error::Error;
use std::fs::{File, read_to_string};
use std::io::{BufRead, BufReader, BufWriter, Write, stdout};

use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, bundle, values] = &args().collect::<Vec<_>>()[..] else {
        return Err("usage: verdicts BUNDLE VALUES".into());
    };
    let schema: Value = serde_json::from_str(&read_to_string(bundle)?)?;
    let definitions = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    let validators = jsonschema::options().build_map(&schema)?;
    let mut out = BufWriter::new(stdout());
    for line in BufReader::new(File::open(values)?).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let name = case["name"].as_str().ok_or("a value without a name")?;
        let validator = validators.get(&format!("#/{definitions}/{name}")).ok_or(format!("no schema {name}"))?;
        writeln!(out, "{}", validator.is_valid(&case["value"]))?;
    }
    Ok(out.flush()?)
}
