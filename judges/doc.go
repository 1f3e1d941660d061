// Package judges checks exports with other programs. Its tests use libraries and
// code generators in Go, .ci/judges uses tools for Node. It is a module of its own,
// since compiling those libraries takes minutes.
//
// testdata/lexicons is a catalog that has every type, constraint, union, body
// and parameter.
package judges
