//go:build !linux

package cmd

import "github.com/rogpeppe/go-internal/testscript"

func talk(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("talk works on Linux only") }
