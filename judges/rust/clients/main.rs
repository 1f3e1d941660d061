//! Uses types of typify, and a client of progenitor, with the values and calls that
//! judges/samples writes.
//!
//!     uses types FILE                     the crate types
//!     uses client FILE URL [METHOD...]    the crate client
//!
//! Each valid value is decoded and encoded again, and must be the same JSON, except for
//! defaults that are added, and for null and empty lists, which are left out. Each method is
//! called at the URL, and its response decoded. The methods that are named must fail.

mod uses;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Debug;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::num::NonZeroU64;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What a body that is not JSON is.
const BYTES: &[u8] = b"\x89PNG";

type Again = fn(&Value) -> serde_json::Result<Value>;
type Done = Result<(), Box<dyn Error>>;

/// Decodes a value and encodes it.
fn again<T: DeserializeOwned + Serialize>(value: &Value) -> serde_json::Result<Value> {
    serde_json::to_value(T::deserialize(value)?)
}

/// Returns the problem of a response.
fn done<T, E: Debug>(response: Result<client::ResponseValue<T>, client::Error<E>>) -> Done {
    match response {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{error:?}").into()),
    }
}

/// A call of a method.
struct Call {
    method: String,
    line: Value,
}

impl Call {
    /// Returns a parameter as the type that a method wants.
    fn get<T: Argument>(&self, name: &str) -> serde_json::Result<T> {
        T::of(self.line["params"].get(name))
    }

    /// Returns the JSON of the body.
    fn input<T: Argument>(&self) -> serde_json::Result<T> {
        T::of(self.line.get("input"))
    }
}

/// The argument of a method. It is never freed.
trait Argument: Sized {
    fn of(value: Option<&Value>) -> serde_json::Result<Self>;
}

impl<T: Argument> Argument for Option<T> {
    fn of(value: Option<&Value>) -> serde_json::Result<Self> {
        value.map(|_| T::of(value)).transpose()
    }
}

impl<T: DeserializeOwned> Argument for &'static T {
    fn of(value: Option<&Value>) -> serde_json::Result<Self> {
        let decoded = T::deserialize(value.unwrap_or(&Value::Null))?;
        Ok(Box::leak(Box::new(decoded)))
    }
}

impl Argument for &'static str {
    fn of(value: Option<&Value>) -> serde_json::Result<Self> {
        <&String>::of(value).map(|s| s.as_str())
    }
}

/// Implements Argument for a type that is passed by value.
#[macro_export]
macro_rules! copied {
    ($name:ident) => {
        $crate::copied!(in client::types::$name);
    };
    (in $($type:tt)*) => {
        impl $crate::Argument for $($type)* {
            fn of(value: Option<&serde_json::Value>) -> serde_json::Result<Self> {
                <&Self>::of(value).copied()
            }
        }
    };
}

copied!(in bool);
copied!(in i64);
copied!(in NonZeroU64);

/// Reports whether a value is part of another: nothing else is missing than null and empty
/// lists.
fn is_within(value: &Value, other: &Value) -> bool {
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => value.iter().all(|(key, field)| match other.get(key) {
            Some(same) => is_within(field, same),
            None => field.is_null() || field.as_array().is_some_and(Vec::is_empty),
        }),
        (Value::Array(value), Value::Array(other)) => {
            value.len() == other.len() && value.iter().zip(other).all(|(value, other)| is_within(value, other))
        }
        _ => value == other,
    }
}

/// Says what is seen of a value.
fn judge(kind: &str, line: &Value) -> Result<&'static str, Box<dyn Error>> {
    let schema = line["schema"].as_str().unwrap_or_default();
    let again = if kind == "types" { uses::types(schema) } else { uses::client(schema) };
    let (value, valid) = (&line["value"], line["valid"] == true);
    match again.ok_or("no type")?(value) {
        Ok(_) if !valid => Ok("invalid values accepted"),
        Ok(same) if same == *value => Ok("valid values, unchanged"),
        Ok(more) if is_within(value, &more) => Ok("valid values, with defaults added or null and empty lists left out"),
        Ok(other) => Err(format!("the value changes to {other}").into()),
        Err(error) if valid => Err(error.into()),
        Err(_) => Ok("invalid values refused"),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let (kind, file, url) = (&arguments[1], &arguments[2], arguments.get(3));
    let failing = arguments.get(4..).unwrap_or_default();
    let service = url.map(|url| client::Client::new(url));
    let (mut counts, mut problems) = (BTreeMap::new(), Vec::new());
    for line in BufReader::new(File::open(file)?).lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let result = if let Some(method) = line["method"].as_str() {
            let Some(service) = &service else { continue };
            let call = Call { method: method.into(), line: line.clone() };
            let result = uses::call(service, &call).await;
            match (failing.contains(&call.method), result) {
                (true, Ok(())) => Err(format!("{method} does not fail").into()),
                (true, Err(_)) => Ok("methods failed as expected"),
                (false, result) => result.map(|()| "methods called"),
            }
        } else {
            judge(kind, &line)
        };
        match result {
            Ok(what) => *counts.entry(what).or_insert(0) += 1,
            Err(error) => {
                let text: String = line.to_string().chars().take(400).collect();
                problems.push(format!("{error}\n  {text}"));
            }
        }
    }
    for problem in problems.iter().take(20) {
        eprintln!("{}", problem.chars().take(800).collect::<String>());
    }
    let said: Vec<String> = counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("{}", said.join(", "));
    if problems.is_empty() && counts.contains_key("invalid values refused") {
        return Ok(());
    }
    eprintln!("{} problems", problems.len());
    std::process::exit(1);
}
