// Package judges holds exports against the opinion of other programs. Its tests
// do so with libraries in Go, .ci/judges with tools for Node. It is a module of
// its own, since compiling those libraries takes minutes.
//
// testdata/lexicons is a catalog that has every type, constraint, union, body
// and parameter.
package judges
