//! Reads Lexicons with the crate jacquard-lexicon. The paths are lines of standard input; for
//! each, it prints an empty line, or why the Lexicon cannot be read.

use std::error::Error;
use std::fs::read_to_string;
use std::io::stdin;

use jacquard_lexicon::lexicon::LexiconDoc;

fn main() -> Result<(), Box<dyn Error>> {
    for path in stdin().lines() {
        let text = read_to_string(path?)?;
        let document = serde_json::from_str::<LexiconDoc>(&text);
        println!("{}", document.err().map_or(String::new(), |err| err.to_string()));
    }
    Ok(())
}
