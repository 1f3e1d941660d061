package cmd

import "path/filepath"

func slashed(path string) string { return filepath.ToSlash(path) }
