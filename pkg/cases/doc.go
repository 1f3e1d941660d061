// Package cases runs unit tests of schemas: values, each with the verdict that its
// schema must give on it.
package cases
