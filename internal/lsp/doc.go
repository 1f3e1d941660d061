// Package lsp is a language server for Lexicons: the Language Server Protocol 3.17
// on two streams. It translates between the protocol and the packages under pkg,
// which answer the questions about the language.
package lsp
