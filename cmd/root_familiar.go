package cmd

import "github.com/lexsmith/lexsmith/internal/cli"

// familiarFlags says what does the work of flags that other tools have under these
// names, or single letters.
func familiarFlags() cli.Familiar {
	return cli.Familiar{
		"I":            `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"v":            "--all to show info findings",
		"d":            "--input",
		"p":            "--addr HOST:PORT",
		"app-password": "--password-file or LEXSMITH_APP_PASSWORD",
		"base":         "--against",
		"body":         "--input",
		"branch":       "--against",
		"catalog":      "--lexicons",
		"data":         "--input",
		"debug":        "--all to show info findings",
		"disable":      `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"ignore":       `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"ignore-lint":  `--severity RULE=off, or an "ignore" entry in lexsmith.yaml`,
		"json":         "--format json",
		"lexicons-dir": "--lexicons",
		"lint-level":   "--fail-on",
		"location":     "--follow",
		"max-warnings": "--fail-on warning",
		"no-color":     "--color never",
		"nsid":         "--ref",
		"password":     "--password-file or LEXSMITH_APP_PASSWORD",
		"plc-host":     "--plc",
		"port":         "--addr HOST:PORT",
		"sarif":        "--format sarif",
		"schema":       "--lexicons",
		"schemas":      "--lexicons",
		"since":        "--against",
		"strict":       "--fail-on warning",
		"token":        "--token-env",
		"type":         "--ref",
		"url":          "--service",
		"username":     "--identifier",
		"verbose":      "--all to show info findings",
	}
}
